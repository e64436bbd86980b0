// Writes a network with `pact network new`.
import { execFileSync } from 'node:child_process';
import { commandOf } from '../support/running-program.mjs';

/** `options`: those of the command, by name; `true` for one without argument. */
export function newNetwork(folder, options) {
  const words = Object.entries(options).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [`--${name}`, String(value)],
  );
  execFileSync(process.execPath, [commandOf(), 'network', 'new', folder, ...words], {
    stdio: 'pipe',
  });
}
