// `pact node`, and what it does with a node that runs.

import { type GivenOptions, misuse, type Misuse, wholeNumberFault } from '../options.ts';
import type { CommandDefinition } from './define.ts';

const actions: ReadonlyMap<string, { readonly options: readonly string[]; readonly max: number }> =
  new Map([
    [
      'replay',
      { options: ['config', 'set', 'network', 'data', 'backup', 'verify', 'json'], max: 1 },
    ],
    ['restore', { options: ['config', 'set', 'network', 'data', 'json'], max: 2 }],
    ['identity', { options: ['config', 'set', 'data', 'new', 'json'], max: 1 }],
    ['status', { options: ['config', 'set', 'data', 'host', 'port', 'url', 'json'], max: 1 }],
    ['peers', { options: ['config', 'set', 'data', 'json'], max: 1 }],
    ['follow', { options: ['config', 'set', 'data', 'json'], max: 2 }],
  ]);

const portFault = wholeNumberFault({ min: 0, max: 65_535 });

export const node: CommandDefinition = {
  name: 'node',
  summary: 'run a node: chains on disk, mining, and the service for clients',
  description: `Without ACTION, runs a node until Ctrl-C: with the peers of its configuration, or alone.

Its configuration comes from a file, then the environment (PACT_NODE_SERVICE_PORT for service.port),
then options; later ones override earlier ones. docs/node.md lists every key.

  replay           executes every block of the data folder, or of --backup, from the first one, and
                   compares every hash; it reports the first difference
  restore BACKUP   checks a backup and copies it to the data folder, which must be empty
  identity         shows the id by which other nodes know this one, and makes it if there is none;
                   with --new, replaces it, which peers that have the old id must be told

A running node of this user is asked through a socket in its data folder:

  status           heights, health, and how far it is behind its peers; with --url, what any node
                   tells over HTTP
  peers            the peers it knows, their scores, and why they were banned
  follow CUT       follows the heavier side of a fork that is too deep to follow without being told

With --print-config or --check-config, no node is run.`,
  operands: { usage: '[ACTION]', max: 2, hashes: true },
  actions,
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
      argument: { name: 'N', fault: wholeNumberFault({ min: 1, max: 64 }) },
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
    { long: 'new', help: 'for identity: make another one instead' },
    {
      long: 'url',
      argument: { name: 'URL' },
      help: 'for status: a node to ask over HTTP, such as http://127.0.0.1:1848',
    },
    { long: 'json', help: 'print the ready message and results as one line of JSON each' },
    {
      long: 'attached',
      help: 'also stop when standard input ends, for programs that start nodes',
    },
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
    { command: 'pact node peers --config node.yaml', does: 'show the peers of a running node' },
  ],
  misuse: nodeMisuse,
  run: 'main-thread',
};

/** Actions that ask a running node, and what each needs. */
const questions: ReadonlyMap<string, string | undefined> = new Map([
  ['status', undefined],
  ['peers', undefined],
  ['follow', 'the id of a cut, as pact node status shows it'],
]);

export const isQuestion = (action: string): boolean => questions.has(action);

function nodeMisuse({ operands, options }: GivenOptions): Misuse | undefined {
  const [name, operand] = operands;
  if (name !== 'status' && options.has('url')) {
    return misuse('the option --url is for pact node status');
  }
  if (name !== 'identity' && options.has('new')) {
    return misuse('the option --new is for pact node identity');
  }
  if (name !== 'replay' && options.has('backup')) {
    return misuse('the option --backup is for pact node replay');
  }
  if (name === undefined) return undefined;
  if (!actions.has(name)) {
    return misuse(
      `there is no pact node ${name}: use ${[...actions.keys()].join(', ')}, or no action to run`,
    );
  }
  const needed = name === 'restore' ? 'the folder of a backup' : questions.get(name);
  if (needed !== undefined && operand === undefined) {
    return misuse(`pact node ${name} needs ${needed}`);
  }
  if (needed !== undefined || operand === undefined) return undefined;
  const hint = name === 'replay' ? ': name a backup with --backup' : '';
  return misuse(`pact node ${name} does not take ${operand}${hint}`);
}
