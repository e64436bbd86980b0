// `pact debug`.

import { wholeNumberFault } from '../options.ts';
import type { CommandDefinition } from './define.ts';

export const debug: CommandDefinition = {
  name: 'debug',
  summary: 'run the debugger for editors',
  description: `Runs the debugger: editors start it, and stop a script (.repl) at breakpoints, errors, events and
writes, step through it forth and back, and show variables, capabilities and tables.

It speaks the Debug Adapter Protocol, on standard input and output or on a port of this machine.
docs/debugging.md explains how to use it, and how to set up an editor.`,
  options: [
    { long: 'stdio', help: 'use standard input and output (default)' },
    {
      long: 'port',
      argument: { name: 'PORT', fault: wholeNumberFault({ least: 0, most: 65_535 }) },
      help: 'listen on this port of this machine; 0 takes any free one',
    },
    {
      long: 'at-failure',
      argument: { name: 'FILE[:LINE]' },
      help: 'open it where it fails first, or where the form at the line fails',
    },
  ],
  examples: [
    { command: 'pact debug', does: 'what an editor starts' },
    { command: 'pact debug --port 4711', does: 'wait for editors on a port' },
    {
      command: 'pact debug --at-failure tests/bank.repl:12',
      does: 'open a failed test at the point of failure',
    },
  ],
  run: 'main-thread',
};
