// Every key of a node's configuration, written once: files, the environment, flags, messages, what is printed, and the
// table of docs/node.md follow from this list.
// Source of `reference`: interface reference, section 4.1.

import type { Schema } from '../../config/schema.ts';

/** What a key holds; lists hold texts. */
export type OptionValue = string | number | boolean | readonly string[] | undefined;

export type NodeOption = {
  /** With dots: `service.port`. In the environment `PACT_NODE_SERVICE_PORT`. */
  readonly key: string;
  readonly schema: Extract<Schema, { type: 'text' | 'integer' | 'boolean' | 'choice' | 'list' }>;
  /** `undefined`: nothing is set, and `unset` says what follows from that. */
  readonly default: OptionValue;
  readonly unset?: string;
  /** Its name in configurations of the reference's node, without the outermost key. */
  readonly reference?: string;
};

const text = (description: string) => ({ type: 'text', description }) as const;
const flag = (description: string) => ({ type: 'boolean', description }) as const;
const count = (description: string, least: number, most: number) =>
  ({ type: 'integer', description, least, most }) as const;

const publicKey = {
  type: 'text',
  description: 'A public key.',
  pattern: '^[0-9a-f]{64}$',
  what: 'a public key: 64 digits of 0-9 and a-f',
} as const;

export const nodeOptions: readonly NodeOption[] = [
  {
    key: 'network',
    schema: text('A known network, or the file of one: docs/networks.md.'),
    default: 'development',
    reference: 'multichainVersion',
  },
  {
    key: 'data',
    schema: text('The folder of blocks and states. One process at a time uses it.'),
    default: undefined,
    unset: 'nothing is kept',
    reference: 'databaseDirectory',
  },
  {
    key: 'service.host',
    schema: text('The address that clients use; 0.0.0.0 is every address of this machine.'),
    default: '127.0.0.1',
    reference: 'serviceApi.interface',
  },
  {
    key: 'service.port',
    schema: count('The port that clients use; 0 is any free one.', 0, 65_535),
    default: 1848,
    reference: 'serviceApi.port',
  },
  {
    key: 'service.productWord',
    schema: {
      type: 'text',
      description: 'The first word of paths and of names in answers.',
      pattern: '^[a-z][a-z0-9]{0,31}$',
      what: 'a word of lower-case letters and digits',
    },
    default: 'multichain',
  },
  {
    key: 'service.aliases',
    schema: {
      type: 'list',
      description: 'Other product words that clients may use: chainweb lets existing ones connect.',
      items: {
        type: 'text',
        description: 'A product word.',
        pattern: '^[a-z][a-z0-9]{0,31}$',
        what: 'a word of lower-case letters and digits',
      },
    },
    default: [],
  },
  {
    key: 'service.headerStream',
    schema: flag('Whether new blocks are told as streams.'),
    default: true,
    reference: 'headerStream',
  },
  {
    key: 'service.payloadBatchLimit',
    schema: count('Payloads of one batch.', 1, 10_000),
    default: 1000,
    reference: 'serviceApi.payloadBatchLimit',
  },
  {
    key: 'service.metricsPort',
    schema: count('The port that serves metrics to Prometheus; 0 is any free one.', 0, 65_535),
    default: undefined,
    unset: 'no metrics',
  },
  {
    key: 'service.metricsHost',
    schema: text('The address of the metrics. Clients need not reach it.'),
    default: '127.0.0.1',
  },
  {
    key: 'gas.limit',
    schema: count('The most gas of a transaction, and of a block that this node makes.', 1, 1e9),
    default: 150_000,
    reference: 'gasLimitOfBlock',
  },
  {
    key: 'gas.minimumPrice',
    schema: {
      type: 'text',
      description: 'The lowest price of gas that is taken, in coins.',
      pattern: '^[0-9]{1,6}(\\.[0-9]{1,12})?([eE]-(1[0-2]|[1-9]))?$',
      what: 'a price such as 1e-8 or 0.00000001, of at most 12 decimal places',
    },
    default: '1e-8',
    reference: 'minGasPrice',
  },
  {
    key: 'mempool.transactions',
    schema: count('Transactions of a chain that may wait.', 1, 1_000_000),
    default: 50_000,
    reference: 'pactQueueSize',
  },
  {
    key: 'mempool.megabytes',
    schema: count('Their size.', 1, 4096),
    default: 128,
  },
  {
    key: 'mining.coordination',
    schema: flag('Whether miners can ask for work.'),
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
    schema: count('Threads that look for proofs of work.', 1, 64),
    default: 1,
  },
  {
    key: 'mining.account',
    schema: text('The account that is paid for blocks of this process.'),
    default: undefined,
    unset: 'k: and the key, if there is one key',
    reference: 'mining.nodeMining.miner.account',
  },
  {
    key: 'mining.predicate',
    schema: text('Which of the keys guard the account.'),
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
      description: 'Accounts that get work by coordination.',
      items: text('An account.'),
    },
    default: [],
    unset: 'every account',
    reference: 'mining.coordination.miners',
  },
  {
    key: 'mining.refreshSeconds',
    schema: count('Seconds between two times that work takes up new transactions.', 1, 3600),
    default: 15,
    reference: 'mining.coordination.payloadRefreshDelay',
  },
  {
    key: 'mining.transactions',
    schema: count('Transactions of a block that this node makes.', 1, 10_000),
    default: 1000,
  },
  {
    key: 'state.depth',
    schema: count('Blocks below the newest whose states can be asked and restored.', 1, 100_000),
    default: 480,
    reference: 'reorgLimit',
  },
  {
    key: 'storage.snapshotBlocks',
    schema: count('Blocks of a chain after which its state is written anew.', 1, 1_000_000),
    default: 500,
  },
  {
    key: 'storage.cacheMegabytes',
    schema: count('Payloads in memory; others are read from the disk.', 1, 65_536),
    default: 64,
  },
  {
    key: 'storage.segmentMegabytes',
    schema: count('The size of a file of blocks after which the next one begins.', 1, 1024),
    default: 32,
  },
  {
    key: 'prune.payloads',
    schema: count('Blocks below the newest whose payloads are kept; 0 keeps all.', 0, 1e9),
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
    schema: text('Where backups are made, each in a folder of its own.'),
    default: undefined,
    unset: 'backups in the data folder',
    reference: 'backup.directory',
  },
  {
    key: 'log.level',
    schema: {
      type: 'choice',
      description: 'The least urgent lines of the log.',
      choices: ['error', 'warn', 'info', 'debug'],
    },
    default: 'info',
  },
  {
    key: 'log.format',
    schema: { type: 'choice', description: 'How lines look.', choices: ['text', 'json'] },
    default: 'text',
  },
  {
    key: 'log.folder',
    schema: text('The folder of the log.'),
    default: undefined,
    unset: 'the log is on the standard error output',
  },
];

/** Keys whose values are paths: in a file they are meant from its folder. */
export const pathKeys: ReadonlySet<string> = new Set(['data', 'backup.folder', 'log.folder']);

/** `service.payloadBatchLimit` is `PACT_NODE_SERVICE_PAYLOAD_BATCH_LIMIT`. */
export function environmentName(key: string): string {
  const words = key.replaceAll('.', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter}`);
  return `${environmentPrefix}${words.toUpperCase()}`;
}

export const environmentPrefix = 'PACT_NODE_';
