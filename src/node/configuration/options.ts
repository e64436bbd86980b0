// Every key of a node's configuration, in one list: files, the environment, flags, messages, the printed configuration
// and the table of docs/node.md all use it.
// Source of `reference`: interface reference, section 4.1.

import { entityOptions } from './entity-options.ts';
import { peerOptions } from './peer-options.ts';
import { count, flag, publicKey, text, word, type NodeOption } from './option.ts';

export const nodeOptions: readonly NodeOption[] = [
  {
    key: 'network',
    schema: text('A known network, or a network file: see docs/networks.md.'),
    default: 'development',
    reference: 'multichainVersion',
  },
  {
    key: 'data',
    schema: text('The folder for blocks and states. Only one process may use it at a time.'),
    default: undefined,
    unset: 'in memory only',
    reference: 'databaseDirectory',
  },
  {
    key: 'follow',
    schema: {
      type: 'choice',
      description:
        'What is checked and kept of a network: everything, or headers, for networks whose history cannot be executed.',
      choices: ['everything', 'headers'],
    },
    default: 'everything',
  },
  {
    key: 'followFrom',
    schema: text(
      'With follow: headers, a file of trusted headers to begin at: one of each chain, of one height, a line each as base64url.',
    ),
    default: undefined,
    unset: 'the first blocks',
  },
  {
    key: 'service.host',
    schema: text('The address to listen on; 0.0.0.0 listens on all addresses of this machine.'),
    default: '127.0.0.1',
    reference: 'serviceApi.interface',
  },
  {
    key: 'service.port',
    schema: count('The port to listen on; 0 picks a free port.', 0, 65_535),
    default: 1848,
    reference: 'serviceApi.port',
  },
  {
    key: 'service.productWord',
    schema: word('The first word of paths, and of names in responses.'),
    default: 'multichain',
  },
  {
    key: 'service.aliases',
    schema: {
      type: 'list',
      description: 'Other product words to accept: chainweb lets existing clients connect.',
      items: word('A product word.'),
    },
    default: [],
  },
  {
    key: 'service.headerStream',
    schema: flag('Whether clients can stream new blocks.'),
    default: true,
    reference: 'headerStream',
  },
  {
    key: 'service.payloadBatchLimit',
    schema: count('The most payloads in one batch request.', 1, 10_000),
    default: 1000,
    reference: 'serviceApi.payloadBatchLimit',
  },
  {
    key: 'service.localSeconds',
    schema: count('The most seconds that the code of a `local` request may run.', 1, 86_400),
    default: undefined,
    unset: 'as long as its gas lasts',
  },
  {
    key: 'service.metricsPort',
    schema: count('The port for Prometheus metrics; 0 picks a free port.', 0, 65_535),
    default: undefined,
    unset: 'no metrics',
  },
  {
    key: 'service.metricsHost',
    schema: text('The address for metrics. Clients do not need it.'),
    default: '127.0.0.1',
  },
  {
    key: 'service.rosetta',
    schema: flag(
      'Whether the node answers the Rosetta interface, and keeps what each block changed in the table of the coin.',
    ),
    default: false,
    reference: 'rosetta',
  },
  {
    key: 'service.rosettaConstruction',
    schema: flag('Whether the Rosetta interface, if it is on, also constructs transactions.'),
    default: true,
    reference: 'rosettaConstructionApi',
  },
  ...peerOptions,
  ...entityOptions,
  {
    key: 'gas.limit',
    schema: count('The gas limit of a transaction, and of a block that this node makes.', 1, 1e9),
    default: 150_000,
    reference: 'gasLimitOfBlock',
  },
  {
    key: 'gas.minimumPrice',
    schema: {
      type: 'text',
      description: 'The lowest gas price that the node accepts, in coins.',
      pattern: '^[0-9]{1,6}(\\.[0-9]{1,12})?([eE]-(1[0-2]|[1-9]))?$',
      what: 'a price such as 1e-8 or 0.00000001, of at most 12 decimal places',
    },
    default: '1e-8',
    reference: 'minGasPrice',
  },
  {
    key: 'mempool.transactions',
    schema: count('The most transactions waiting in the mempool of a chain.', 1, 1_000_000),
    default: 50_000,
    reference: 'pactQueueSize',
  },
  {
    key: 'mempool.megabytes',
    schema: count('The most megabytes of transactions waiting in the mempool of a chain.', 1, 4096),
    default: 128,
  },
  {
    key: 'mining.coordination',
    schema: flag('Whether external miners can request work.'),
    default: false,
    reference: 'mining.coordination.enabled',
  },
  {
    key: 'mining.enabled',
    schema: flag('Whether this process mines blocks.'),
    default: false,
    reference: 'mining.nodeMining.enabled',
  },
  {
    key: 'mining.threads',
    schema: count('The number of threads that search for proofs of work.', 1, 64),
    default: 1,
  },
  {
    key: 'mining.account',
    schema: text('The account that receives the mining rewards of this process.'),
    default: undefined,
    unset: 'k: and the key, if there is only one key',
    reference: 'mining.nodeMining.miner.account',
  },
  {
    key: 'mining.predicate',
    schema: text('The keyset predicate of the account.'),
    default: 'keys-all',
    reference: 'mining.nodeMining.miner.predicate',
  },
  {
    key: 'mining.keys',
    schema: { type: 'list', description: 'The public keys of the account.', items: publicKey },
    default: [],
    reference: 'mining.nodeMining.miner.public-keys',
  },
  {
    key: 'mining.allowed',
    schema: {
      type: 'list',
      description: 'Accounts that may request work.',
      items: text('An account.'),
    },
    default: [],
    unset: 'every account',
    reference: 'mining.coordination.miners',
  },
  {
    key: 'mining.refreshSeconds',
    schema: count('How often work picks up new transactions, in seconds.', 1, 3600),
    default: 15,
    reference: 'mining.coordination.payloadRefreshDelay',
  },
  {
    key: 'mining.refreshEvents',
    schema: flag(
      'Whether miners are told of new transactions by another event, `Refreshed Block`.',
    ),
    default: false,
  },
  {
    key: 'mining.transactions',
    schema: count('The most transactions in a block that this node makes.', 1, 10_000),
    default: 1000,
  },
  {
    key: 'state.depth',
    schema: count(
      'How many blocks below the newest keep their state, for queries and reorganisations.',
      1,
      100_000,
    ),
    default: 480,
    reference: 'reorgLimit',
  },
  {
    key: 'storage.cacheMegabytes',
    schema: count('The size of the payload cache; other payloads are read from disk.', 1, 65_536),
    default: 64,
  },
  {
    key: 'prune.payloads',
    schema: count('How many blocks below the newest keep their payload; 0 keeps all.', 0, 1e9),
    default: 0,
    reference: 'cuts.pruneChainDatabase',
  },
  {
    key: 'backup.enabled',
    schema: flag('Whether clients can make backups.'),
    default: false,
    reference: 'backup.api.enabled',
  },
  {
    key: 'backup.folder',
    schema: text('The folder for backups; each backup gets its own folder inside.'),
    default: undefined,
    unset: 'backups in the data folder',
    reference: 'backup.directory',
  },
  {
    key: 'backup.intervalSeconds',
    schema: count(
      'The least seconds between two backups; earlier requests get the latest one.',
      0,
      86_400,
    ),
    default: 600,
  },
  {
    key: 'log.level',
    schema: {
      type: 'choice',
      description: 'The least severe log level to write.',
      choices: ['error', 'warn', 'info', 'debug'],
    },
    default: 'info',
  },
  {
    key: 'log.format',
    schema: { type: 'choice', description: 'The format of log lines.', choices: ['text', 'json'] },
    default: 'text',
  },
  {
    key: 'log.folder',
    schema: text('The folder for log files.'),
    default: undefined,
    unset: 'the log goes to stderr',
  },
];

/** Keys whose values are paths; in a file they are relative to the folder of the file. */
export const pathKeys: ReadonlySet<string> = new Set([
  'data',
  'followFrom',
  'backup.folder',
  'log.folder',
  'entityKey',
  'p2p.certificate',
  'p2p.key',
  'p2p.identityFolder',
]);

/** `service.payloadBatchLimit` is `PACT_NODE_SERVICE_PAYLOAD_BATCH_LIMIT`. */
export function environmentName(key: string): string {
  const words = key.replaceAll('.', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter}`);
  return `${environmentPrefix}${words.toUpperCase()}`;
}

export const environmentPrefix = 'PACT_NODE_';
