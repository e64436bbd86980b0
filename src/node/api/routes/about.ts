// The node itself: its information, health, public configuration, backups, and the OpenAPI document. The configuration
// has the members that existing tools read, without keys, miners, peers, folders, interfaces and ports.
// Source: interface reference, sections 1.10, 4.1 and 4.3; specification, "Node info".

import { json, jsonDoc, textType, endpoint } from '../endpoint.ts';
import { fault } from '../faults.ts';
import { ref } from '../json-schema.ts';
import { flag } from '../query.ts';
import { jsonNull, JsonNumber, type JsonValue } from '../../../base/json.ts';
import { miningLimits } from '../../limits.ts';
import type { NodePort } from '../../port.ts';
import type { ChainGraph } from '../../../chain/graph/chain-graph.ts';
import { chainsOf, genesisHeight, graphAt, type Network } from '../../../chain/rules/network.ts';

const text = { type: 'string' } as const;

export const aboutEndpoints = [
  endpoint({
    id: 'getInfo',
    group: 'service',
    tag: 'node',
    method: 'GET',
    path: '/info',
    summary: 'Returns the network, its chains and their graphs',
    answers: { 200: jsonDoc('The node and its network.', ref('info')) },
    run: ({ node }) => json(nodeInfo(node)),
  }),
  endpoint({
    id: 'getHealth',
    group: 'service',
    tag: 'node',
    method: 'GET',
    path: '/health-check',
    summary: 'Returns whether the node serves clients',
    answers: {
      200: {
        doc: 'The node serves clients.',
        types: ['text/plain'],
        schema: { const: 'Health check OK.\n' },
      },
    },
    faults: ['draining', 'unavailable'],
    run: ({ node }) => {
      const health = node.health();
      switch (health.kind) {
        case 'well':
          return { kind: 'text', type: textType, text: 'Health check OK.\n' };
        case 'ill':
        case 'unready':
          return fault('unavailable', health.sentence);
        case 'ending':
          return fault('draining');
      }
    },
  }),
  endpoint({
    id: 'getConfiguration',
    group: 'both',
    tag: 'node',
    method: 'GET',
    path: '/config',
    summary: 'Returns the configuration of the node, without private parts',
    answers: {
      200: jsonDoc('The configuration; not part of the stable interface.', ref('configuration')),
    },
    run: ({ configuration }) => json(configuration()),
  }),
  endpoint({
    id: 'getOpenApi',
    group: 'both',
    tag: 'node',
    method: 'GET',
    path: '/openapi.json',
    summary: 'Describes every route of this server: OpenAPI 3.1',
    answers: { 200: jsonDoc('The document.', { type: 'object' }) },
    run: ({ document }) => ({ kind: 'json', text: document() }),
  }),
  endpoint({
    id: 'makeBackup',
    group: 'service',
    tag: 'backup',
    feature: 'backups',
    method: 'POST',
    path: '/{word}/0.0/{network}/make-backup',
    summary: 'Starts a backup, or returns the one in progress',
    query: { backupPact: flag('Has no effect: a backup always has the state of contracts.') },
    answers: {
      202: {
        doc: 'Its id: microseconds since 1970.',
        types: ['text/plain'],
        schema: { type: 'string', pattern: '^[0-9]+$' },
      },
    },
    run: async ({ backups }) => {
      if (backups === undefined) return fault('no-such-backup');
      return { kind: 'text', status: 202, type: textType, text: await backups.start() };
    },
  }),
  endpoint({
    id: 'checkBackup',
    group: 'service',
    tag: 'backup',
    feature: 'backups',
    method: 'GET',
    path: '/{word}/0.0/{network}/check-backup/{backupId}',
    summary: 'Returns the state of a backup',
    answers: {
      200: {
        doc: 'backup-in-progress, backup-done or backup-failed.',
        types: ['text/plain'],
        schema: { ...text, enum: ['backup-in-progress', 'backup-done', 'backup-failed'] },
      },
    },
    faults: ['no-such-backup'],
    run: async ({ backups }, { path: { backupId } }) => {
      // In some stores an id is a folder name, so only digits are allowed.
      const state = /^[0-9]{1,20}$/.test(backupId) ? await backups?.state(backupId) : undefined;
      return state === undefined
        ? fault('no-such-backup')
        : { kind: 'text', type: textType, text: state };
    },
  }),
];

/** Settings of a node that its port does not tell. */
export type ReportedValues = {
  /** Whether external miners can request work. */
  readonly coordination: boolean;
  /** Whether the process mines. */
  readonly ownMining: boolean;
  /** How often work picks up new transactions, in milliseconds. */
  readonly refreshMs: number;
  /** The most transactions waiting in the mempool of a chain. */
  readonly waiting: number;
  /** How many blocks below the newest keep their state. */
  readonly stateDepth: number;
  /** Whether old payloads are deleted. */
  readonly isPruned: boolean;
};

type ReportedSettings = {
  readonly node: Pick<NodePort, 'network' | 'settings'>;
  readonly productWord: string;
  readonly headerStream: boolean;
  readonly payloadBatch: number;
  /** How long a stream for miners lasts. */
  readonly updateStreamSeconds: number;
  readonly values: ReportedValues;
};

/** Members in the order of the reference. */
export function reportedConfiguration(reported: ReportedSettings): JsonValue {
  const { node, productWord, headerStream, payloadBatch, updateStreamSeconds, values } = reported;
  const { network, settings } = node;
  return objectOf({
    [`${productWord}Version`]: network.name,
    cuts: objectOf({ pruneChainDatabase: values.isPruned ? 'full' : 'none' }),
    mining: reportedMining(values, updateStreamSeconds),
    headerStream,
    reintroTxs: true,
    p2p: reportedPeers,
    throttling: objectOf({}),
    mempoolP2p: disabled,
    gasLimitOfBlock: number(settings.transactionGasLimit),
    logGas: false,
    minGasPrice: price(settings.minimumGasPrice),
    pactQueueSize: number(values.waiting),
    reorgLimit: number(values.stateDepth),
    allowReadsInLocal: false,
    fullHistoricPactState: false,
    serviceApi: objectOf({
      port: number(0),
      interface: 'invalid',
      payloadBatchLimit: number(payloadBatch),
    }),
    onlySyncPact: false,
    readOnlyReplay: false,
    syncPactChains: jsonNull,
    // Whether there is a backup interface is private as well.
    backup: objectOf({ api: disabled, directory: jsonNull }),
  });
}

/** The list of miners is private. */
function reportedMining(
  { coordination, ownMining, refreshMs }: ReportedValues,
  updateStreamSeconds: number,
): JsonValue {
  return objectOf({
    coordination: objectOf({
      enabled: coordination,
      limit: number(miningLimits.workItems),
      miners: [],
      updateStreamLimit: number(miningLimits.updateStreams),
      updateStreamTimeout: number(updateStreamSeconds),
      payloadRefreshDelay: number(refreshMs * 1000),
    }),
    nodeMining: objectOf({
      enabled: ownMining,
      miner: objectOf({ account: '', predicate: 'keys-all', 'public-keys': [] }),
    }),
  });
}

const number = (value: number | bigint): JsonNumber => new JsonNumber(String(value));

/** Converts a price from units of 10^-12 of the coin. */
const price = (units: bigint): JsonNumber => new JsonNumber(units === 0n ? '0' : `${units}e-12`);

function objectOf(members: Readonly<Record<string, JsonValue>>): JsonValue {
  return new Map(Object.entries(members));
}

const disabled = objectOf({ enabled: false, configuration: objectOf({}) });

/** There are no connections to other nodes, and no certificate. */
const reportedPeers = objectOf({
  peer: objectOf({
    certificateChain: jsonNull,
    certificateChainFile: jsonNull,
    key: jsonNull,
    keyFile: jsonNull,
  }),
  peers: [],
  private: true,
});

function nodeInfo(node: Pick<NodePort, 'network' | 'settings' | 'cut'>): JsonValue {
  const { network, settings } = node;
  const heights = [...node.cut().heads.values()].map(({ height }) => height);
  const graph = graphAt(network, Math.max(0, ...heights));
  const history = [...network.graphs]
    .reverse()
    .map((era): JsonValue => [number(era.from), adjacencyOf(era.graph)]);
  const chains = [...graph.neighbours.keys()];
  const geneses = chainsOf(network).map((chain): JsonValue => [
    String(chain),
    number(genesisHeight(network, chain) ?? 0),
  ]);
  return new Map<string, JsonValue>([
    ['nodeVersion', network.name],
    ['nodePackageVersion', settings.packageVersion],
    ['nodeApiVersion', '0.0'],
    ['nodeChains', chains.map(String)],
    ['nodeNumberOfChains', number(chains.length)],
    ['nodeGraphHistory', history],
    ['nodeLatestBehaviorHeight', number(latestBehaviour(network))],
    ['nodeGenesisHeights', geneses],
    ['nodeHistoricalChains', history],
    ['nodeBlockDelay', new JsonNumber(String(network.blockDelay))],
  ]);
}

function adjacencyOf({ neighbours }: ChainGraph): JsonValue {
  return neighbours.map((adjacent, chain): JsonValue => [number(chain), adjacent.map(number)]);
}

/** Returns the height above the greatest one at which a fork or a graph begins (`latestBehaviorAt`). */
function latestBehaviour(network: Network): number {
  const chains = chainsOf(network);
  const positions = Object.values(network.forks).flatMap((position) =>
    typeof position === 'function' ? chains.map(position) : [position],
  );
  const forks = positions.map((position) => (position.kind === 'height' ? position.height : 0));
  return Math.max(...network.graphs.map(({ from }) => from), ...forks) + 1;
}
