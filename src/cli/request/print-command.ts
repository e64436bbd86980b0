// Commands as nodes take them.

import { encodeCommand, type Command } from '../../command/index.ts';

/** For `/local` bare, for `/send` in a batch. */
export function printCommand(command: Command, { local }: { readonly local: boolean }): string {
  const text = encodeCommand(command);
  return local ? text : `{"cmds":[${text}]}`;
}
