// `pact debug`.

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
      argument: { name: 'PORT', fault: wholeNumberFault({ least: 0, most: 65_535 }) },
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
