// `pact mcp [DIR]`.

import type { CommandDefinition } from './define.ts';

export const mcp: CommandDefinition = {
  name: 'mcp',
  summary: 'serve coding agents over the Model Context Protocol',
  description: `Runs a server for coding agents, which start it and use it over standard input and output. Its tools
check, run, test and format code, explain errors and builtins, and find names in the project.

DIR is the folder of the project (default: the current one). The server reads nothing outside of it,
writes nothing, and does not use the network. Every call has limits on time, memory and response
size. docs/mcp.md lists the tools and shows how to register the server.`,
  operands: { usage: '[DIR]', most: 1 },
  options: [],
  examples: [
    { command: 'pact mcp', does: 'the command that an agent starts in the folder of the project' },
    { command: 'pact mcp my-project', does: 'serve another folder' },
  ],
  run: 'main-thread',
};
