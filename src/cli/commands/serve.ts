// `pact serve [CONFIG]`.

import type { CommandDefinition } from './define.ts';

export const serve: CommandDefinition = {
  name: 'serve',
  summary: 'run a server that takes commands over HTTP',
  description: `Runs the stand-alone server: it takes signed commands, executes them in order, and answers what
came of them. There is no chain behind it: it is for development, and for applications of one's own.

CONFIG is a YAML file; without it the server listens on http://127.0.0.1:9001 and keeps nothing.
All keys may be left out: port, host, persistDir, logDir, verbose, gasLimit, gasRate, execConfig,
timeLimit, listenTimeout, logSize, entity, entityKey, entities. docs/serve.md explains them.

Ctrl-C ends it once what runs is done; what was taken and not executed is executed at the next
start, where persistDir keeps it. 'pact -s CONFIG' does the same.`,
  operands: { usage: '[CONFIG]', most: 1 },
  options: [],
  examples: [
    { command: 'pact serve', does: 'try it, with everything in memory' },
    { command: 'pact serve server.yaml', does: 'run it as a file says' },
  ],
  run: 'main-thread',
};
