// `pact devnet` on the main thread: starts the network in a thread with a large stack and stops it with the process, or
// sends a request to the control port of a running network.

import { askControl } from './devnet/ask-control.ts';
import { runDevnet } from './devnet/run-devnet.ts';
import { Given } from './commands/define.ts';
import { devnet as definition } from './commands/devnet.ts';
import type { ExitStatus } from './exit-status.ts';
import type { GivenOptions } from './options.ts';

export function devnet(options: GivenOptions): Promise<ExitStatus> {
  const given = new Given(definition, options);
  const [action, ...operands] = given.operands;
  return action === undefined ? runDevnet(given) : askControl(action, operands, given);
}
