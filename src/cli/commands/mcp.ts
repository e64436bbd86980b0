// `pact mcp [DIR]`.

import type { CommandDefinition } from './define.ts';

export const mcp: CommandDefinition = {
  name: 'mcp',
  summary: 'serve coding agents over the Model Context Protocol',
  description: `Runs a server for coding agents, which start it and speak to it on standard input and output. Its
tools check, run, test and format code, explain errors and builtins, and find names of the project.

DIR is the folder of the project, by default the current one. Nothing outside of it is read, nothing
is written, and there is no network. Every call has limits on time, memory and the size of its
answer. docs/mcp.md lists the tools and shows how to register the server.`,
  operands: { usage: '[DIR]', most: 1 },
  options: [],
  examples: [
    { command: 'pact mcp', does: 'what an agent starts in the folder of the project' },
    { command: 'pact mcp my-project', does: 'serve another folder' },
  ],
  run: 'main-thread',
};
