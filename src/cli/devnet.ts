// `pact devnet` on the main thread: starts the network in a thread with a large stack and ends it with the process, or asks
// the control of one that runs.

import { askControl } from './devnet/ask-control.ts';
import { runDevnet } from './devnet/run-devnet.ts';
import { commands } from './commands/index.ts';
import { Given } from './commands/define.ts';
import type { ExitStatus } from './exit-status.ts';
import type { GivenOptions } from './options.ts';
import { assert } from '../base/assert.ts';

export function devnet(options: GivenOptions): Promise<ExitStatus> {
  const definition = commands.find(({ name }) => name === 'devnet');
  assert(definition !== undefined, 'pact devnet is a command');
  const given = new Given(definition, options);
  const [action, ...operands] = given.operands;
  return action === undefined ? runDevnet(given) : askControl(action, operands, given);
}
