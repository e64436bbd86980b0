// Commands as nodes take them, and the sentence that ends a tool which cannot make one.

import { encodeCommand, type Command } from '../../command/index.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { writeErrorLine } from '../output.ts';

/** For `/local` bare, for `/send` in a batch. */
export function printCommand(command: Command, { local }: { readonly local: boolean }): string {
  const text = encodeCommand(command);
  return local ? text : `{"cmds":[${text}]}`;
}

export function fail(sentence: string): ExitStatus {
  writeErrorLine(`pact: ${sentence}`);
  return exitStatus.failure;
}
