// The public configuration of a node: the members that existing tools read, without keys, miners, peers, folders,
// interfaces and ports.
// Source: interface reference, sections 4.1 and 4.3.

import { jsonNull, JsonNumber, type JsonValue } from '../../base/json.ts';
import { miningLimits } from '../engine/mining/limits.ts';
import type { NodePort } from '../port.ts';

/** Settings of a node that its port does not tell. */
export type ToldValues = {
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

export type ToldSettings = {
  readonly node: Pick<NodePort, 'network' | 'settings'>;
  readonly productWord: string;
  readonly headerStream: boolean;
  readonly payloadBatch: number;
  /** How long a stream for miners lasts. */
  readonly updateStreamSeconds: number;
  readonly values: ToldValues;
};

/** Members in the order of the reference. */
export function toldConfiguration(told: ToldSettings): JsonValue {
  const { node, productWord, headerStream, payloadBatch, updateStreamSeconds, values } = told;
  const { network, settings } = node;
  return objectOf({
    [`${productWord}Version`]: network.name,
    cuts: objectOf({ pruneChainDatabase: values.isPruned ? 'full' : 'none' }),
    mining: toldMining(values, updateStreamSeconds),
    headerStream,
    reintroTxs: true,
    p2p: toldPeers,
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
      ...{ port: number(0), interface: 'invalid' },
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
function toldMining(
  { coordination, ownMining, refreshMs }: ToldValues,
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
const toldPeers = objectOf({
  peer: objectOf({
    ...{ certificateChain: jsonNull, certificateChainFile: jsonNull },
    ...{ key: jsonNull, keyFile: jsonNull },
  }),
  peers: [],
  private: true,
});
