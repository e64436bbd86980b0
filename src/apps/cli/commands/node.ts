// `pact node [ACTION]`.

import { misuse, wholeNumberFault, type GivenOptions, type Misuse } from '../options.ts';
import type { CommandDefinition } from './define.ts';

const portFault = wholeNumberFault({ least: 0, most: 65_535 });

export const node: CommandDefinition = {
  name: 'node',
  summary: 'run a node: chains on disk, mining, and the service for clients',
  description: `Without ACTION, runs a node until Ctrl-C. There are no connections to other nodes yet: it mines by
itself, or waits for miners.

Its configuration comes from a file, then the environment (PACT_NODE_SERVICE_PORT for service.port),
then options; later ones override earlier ones. docs/node.md lists every key.

  replay           executes every block of the data folder, or of --backup, from the first one, and
                   compares every hash; it reports the first difference
  restore BACKUP   checks a backup and copies it to the data folder, which must be empty

With --print-config or --check-config, no node is run.`,
  operands: { usage: '[ACTION]', most: 2 },
  actions: new Map([
    [
      'replay',
      { options: ['config', 'set', 'network', 'data', 'backup', 'verify', 'json'], most: 1 },
    ],
    ['restore', { options: ['config', 'set', 'network', 'data', 'json'], most: 2 }],
  ]),
  options: [
    {
      long: 'config',
      short: 'c',
      argument: { name: 'FILE' },
      help: 'the configuration file, YAML or JSON',
    },
    {
      long: 'set',
      argument: {
        name: 'KEY=VALUE',
        fault: (text) => (/^[^=]+=/.test(text) ? undefined : `takes KEY=VALUE, not ${text}`),
      },
      help: 'set any key; separate list items by commas',
    },
    { long: 'network', argument: { name: 'NETWORK' }, help: 'network: a known name, or a file' },
    { long: 'data', argument: { name: 'DIR' }, help: 'data: the folder of blocks and states' },
    { long: 'host', argument: { name: 'ADDRESS' }, help: 'service.host' },
    { long: 'port', argument: { name: 'PORT', fault: portFault }, help: 'service.port' },
    {
      long: 'mining-threads',
      argument: { name: 'N', fault: wholeNumberFault({ least: 1, most: 64 }) },
      help: 'mining.threads, and mining.enabled',
    },
    {
      long: 'log-level',
      argument: { name: 'LEVEL', choices: ['error', 'warn', 'info', 'debug'] },
      help: 'log.level: error, warn, info or debug',
    },
    { long: 'print-config', help: 'print the whole configuration, with the source of each value' },
    { long: 'check-config', help: 'check the configuration and its network' },
    {
      long: 'backup',
      argument: { name: 'DIR' },
      help: 'for replay: use a backup instead of the data folder',
    },
    { long: 'verify', help: 'for replay: compare every hash (always on)' },
    { long: 'json', help: 'print the ready message and results as one line of JSON each' },
  ],
  examples: [
    { command: 'pact node --config node.yaml', does: 'run a node with a configuration file' },
    {
      command: 'pact node --config node.yaml --check-config',
      does: 'check it without running the node',
    },
    {
      command: 'pact node --network my-network.yaml --data data --mining-threads 2',
      does: 'run and mine your own network; mining.keys gets the rewards',
    },
    { command: 'pact node replay --verify --data data', does: 'execute and check all blocks' },
    {
      command: 'pact node restore backups/1760000000000000 --data new',
      does: 'start from a backup',
    },
  ],
  misuse: nodeMisuse,
  run: 'main-thread',
};

function nodeMisuse({ operands, options }: GivenOptions): Misuse | undefined {
  const [name, backup] = operands;
  if (name === undefined) {
    return options.has('backup')
      ? misuse('the option --backup is for pact node replay')
      : undefined;
  }
  if (name !== 'replay' && name !== 'restore') {
    return misuse(`there is no pact node ${name}: use replay or restore, or no action to run`);
  }
  if (name === 'restore' && backup === undefined) {
    return misuse('pact node restore needs the folder of a backup');
  }
  return name === 'replay' && backup !== undefined
    ? misuse(`pact node replay does not take ${backup}: name a backup with --backup`)
    : undefined;
}
