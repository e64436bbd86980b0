// The servers for editors and agents: debug, lsp, mcp.

import { wholeNumberFault } from '../options.ts';
import type { CommandDefinition } from './define.ts';

export const debug: CommandDefinition = {
  name: 'debug',
  summary: 'run the debugger for editors',
  description: `Runs the debugger. Editors start it to stop a script (.repl) at breakpoints, errors, events and
writes, step forwards and backwards, and show variables, capabilities and tables.

It uses the Debug Adapter Protocol, over standard input and output or on a local port.
docs/debugging.md explains how to use it and how to set up an editor.`,
  options: [
    { long: 'stdio', help: 'use standard input and output (default)' },
    {
      long: 'port',
      argument: { name: 'PORT', fault: wholeNumberFault({ min: 0, max: 65_535 }) },
      help: 'listen on this local port; 0: any free one',
    },
    {
      long: 'at-failure',
      argument: { name: 'FILE[:LINE]' },
      help: 'open a script at its first failure, or where the form at LINE fails',
    },
  ],
  examples: [
    { command: 'pact debug', does: 'the command that an editor starts' },
    { command: 'pact debug --port 4711', does: 'wait for editors on a port' },
    {
      command: 'pact debug --at-failure tests/bank.repl:12',
      does: 'open a failed test at the point of failure',
    },
  ],
  run: 'main-thread',
};

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
      argument: { name: 'PORT', fault: wholeNumberFault({ min: 1, max: 65_535 }) },
      help: 'connect to the editor on this local port',
    },
    {
      long: 'pipe',
      argument: { name: 'NAME' },
      help: 'connect to the editor on this pipe or local socket',
    },
    {
      long: 'clientProcessId',
      argument: { name: 'ID', fault: wholeNumberFault({ min: 1, max: 4_294_967_295 }) },
      help: 'exit when this process exits',
    },
  ],
  examples: [
    { command: 'pact lsp --stdio', does: 'the command that an editor starts' },
    { command: 'pact lsp --socket=5007', does: 'connect to an editor that listens on a port' },
  ],
  run: 'main-thread',
};

export const mcp: CommandDefinition = {
  name: 'mcp',
  summary: 'serve coding agents over the Model Context Protocol',
  description: `Runs a server for coding agents, which start it and use it over standard input and output. Its tools
check, run, test and format code, explain errors and builtins, and find names in the project.

DIR is the folder of the project (default: the current one). The server reads nothing outside of it,
writes nothing, and does not use the network. Every call has limits on time, memory and response
size. docs/mcp.md lists the tools and shows how to register the server.`,
  operands: { usage: '[DIR]', max: 1 },
  options: [],
  examples: [
    { command: 'pact mcp', does: 'the command that an agent starts in the folder of the project' },
    { command: 'pact mcp my-project', does: 'serve another folder' },
  ],
  run: 'main-thread',
};
