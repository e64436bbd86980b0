// The configuration of a node as any client may read it: the members that existing tools read, without keys, miners, peers,
// folders, interfaces and ports.
// Source: interface reference, sections 4.1 and 4.3.

import { jsonNull, JsonNumber, type JsonValue } from '../../base/json.ts';
import { miningLimits } from '../mining/limits.ts';
import type { NodePort } from '../port.ts';

/** What a node is set to beyond what its port tells. */
export type ToldValues = {
  /** Whether miners outside of the process get work. */
  readonly coordination: boolean;
  /** Whether the process mines. */
  readonly ownMining: boolean;
  /** Milliseconds between two times that work takes up new transactions. */
  readonly refreshMs: number;
  /** Transactions of a chain that may wait. */
  readonly waiting: number;
  /** Blocks below the newest whose states can be restored. */
  readonly stateDepth: number;
  /** Whether old payloads are taken out. */
  readonly isPruned: boolean;
};

export type ToldSettings = {
  readonly node: Pick<NodePort, 'network' | 'settings'>;
  readonly productWord: string;
  readonly headerStream: boolean;
  readonly payloadBatch: number;
  readonly values: ToldValues;
};

/** Members in the order of the reference. */
export function toldConfiguration(told: ToldSettings): JsonValue {
  const { node, productWord, headerStream, payloadBatch, values } = told;
  const { network, settings } = node;
  return objectOf({
    [`${productWord}Version`]: network.name,
    cuts: objectOf({ pruneChainDatabase: values.isPruned ? 'full' : 'none' }),
    mining: toldMining(values),
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
    // Whether there is a backup interface is not told either.
    backup: objectOf({ api: disabled, directory: jsonNull }),
  });
}

/** The miners are left out. */
function toldMining({ coordination, ownMining, refreshMs }: ToldValues): JsonValue {
  return objectOf({
    coordination: objectOf({
      enabled: coordination,
      limit: number(miningLimits.workItems),
      miners: [],
      updateStreamLimit: number(miningLimits.updateStreams),
      payloadRefreshDelay: number(refreshMs * 1000),
    }),
    nodeMining: objectOf({
      enabled: ownMining,
      miner: objectOf({ account: '', predicate: 'keys-all', 'public-keys': [] }),
    }),
  });
}

const number = (value: number | bigint): JsonNumber => new JsonNumber(String(value));

/** A price in units of 10^-12 of the coin. */
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
