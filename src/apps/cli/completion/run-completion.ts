// `pact completion`: writes the script for one shell.

import { assert } from '../../../base/assert.ts';
import type { CommandDefinition, Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { writeLine } from '../output.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { offeredLine, type OfferedLine } from './offered.ts';
import { zshScript } from './zsh.ts';

const scripts: ReadonlyMap<string, (line: OfferedLine) => string> = new Map([
  ['bash', bashScript],
  ['fish', fishScript],
  ['zsh', zshScript],
]);

export function runCompletion(
  { operands: [shell = ''] }: Given,
  all: readonly CommandDefinition[],
): ExitStatus {
  const script = scripts.get(shell);
  assert(script !== undefined, 'the command line was checked');
  writeLine(script(offeredLine(all)));
  return exitStatus.success;
}
