// `pact lsp`.

import { wholeNumberFault } from '../options.ts';
import type { CommandDefinition } from './define.ts';

export const lsp: CommandDefinition = {
  name: 'lsp',
  summary: 'run the language server for editors',
  description: `Runs the language server. Editors start it for errors while you type, completion, documentation,
navigation, renaming, formatting and more in .pact and .repl files. It reads the files of the
project and runs no code while you type.

Without an option it uses standard input and output, which most editors expect.
docs/lsp.md describes its features and settings.`,
  options: [
    { long: 'stdio', help: 'use standard input and output (default)' },
    { long: 'node-ipc', help: 'use the IPC channel of the Node process that started it' },
    {
      long: 'socket',
      argument: { name: 'PORT', fault: wholeNumberFault({ least: 1, most: 65_535 }) },
      help: 'connect to the editor on this local port',
    },
    {
      long: 'pipe',
      argument: { name: 'NAME' },
      help: 'connect to the editor on this pipe or local socket',
    },
    {
      long: 'clientProcessId',
      argument: { name: 'ID', fault: wholeNumberFault({ least: 1, most: 4_294_967_295 }) },
      help: 'exit when this process exits',
    },
  ],
  examples: [
    { command: 'pact lsp --stdio', does: 'the command that an editor starts' },
    { command: 'pact lsp --socket=5007', does: 'connect to an editor that listens on a port' },
  ],
  run: 'main-thread',
};
