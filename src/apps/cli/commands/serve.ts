// `pact serve [CONFIG]`.

import type { CommandDefinition } from './define.ts';

export const serve: CommandDefinition = {
  name: 'serve',
  summary: 'run a server that executes transactions over HTTP',
  description: `Runs the stand-alone server: it accepts signed transactions, executes them in order, and returns
their results. It has no chain: use it for development, or for applications that need none.

CONFIG is a YAML file; without it the server listens on http://127.0.0.1:9001 and keeps nothing.
Every key is optional: port, host, persistDir, logDir, verbose, gasLimit, gasRate, execConfig,
timeLimit, listenTimeout, logSize, entity, entityKey, entities. docs/serve.md explains them.

Ctrl-C stops it after the work in progress. With persistDir, accepted transactions that were not
executed yet are executed at the next start. 'pact -s CONFIG' is the same command.`,
  operands: { usage: '[CONFIG]', most: 1 },
  options: [],
  examples: [
    { command: 'pact serve', does: 'run a server that keeps everything in memory' },
    { command: 'pact serve server.yaml', does: 'run a server with the settings in a file' },
  ],
  run: 'main-thread',
};
