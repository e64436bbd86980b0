// Functions that the crash tests share.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the path of the built command; ends the test if there is none. */
export function builtCommand() {
  const path = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
  if (existsSync(path)) return path;
  console.error('there is no dist/cli.js: run npm run build first');
  process.exit(2);
}

const passing = [];
process.on('exit', () => {
  for (const folder of passing) rmSync(folder, { recursive: true, force: true });
});

/** Creates an empty folder that is removed when the process ends. */
export function passingFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'pact-crash-'));
  passing.push(folder);
  return folder;
}

export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Returns a generator of whole numbers below a bound; the same seed gives the same numbers. */
export function generator(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
