// Prints commands in the format of nodes.

import { encodeCommand, type Command } from '../../../chain/command/index.ts';

/** Prints the command for `/local`, or in a batch for `/send`. */
export function printCommand(command: Command, { local }: { readonly local: boolean }): string {
  const text = encodeCommand(command);
  return local ? text : `{"cmds":[${text}]}`;
}
