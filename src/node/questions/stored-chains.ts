// The chains of a node as they are stored, for a thread that only reads: it sees what the thread of the node has committed.
// Between two questions it moves to the newest state. It keeps what it has read, except what the blocks since then have
// changed.

import { assert } from '../../base/assert.ts';
import { CheckedTransactions, contextOn, executionHost } from '../../chain/blocks/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { noMiner } from '../../chain/model/payload-json.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import { chainsOf, genesisHeader, type Network } from '../../chain/rules/network.ts';
import type { HeaderSource } from '../../chain/spv/header-source.ts';
import { ChainState } from '../../chain/state/chain-state.ts';
import { lineInfo } from '../../lang/session/store.ts';
import type { EntrySource } from '../../storage/entries/index.ts';
import { DiskEntries, Environment } from '../../storage/disk/index.ts';
import { HistoryTables } from '../coin-history/history-tables.ts';
import { LineView } from '../engine/blocks.ts';
import { rememberedOf, type HostOptions } from '../engine/hosts.ts';
import { questionMemory } from '../limits.ts';
import type { NodeSettings } from '../port.ts';
import { SealedRecords } from '../sealed/sealed-records.ts';
import { storedNetwork, tables, type NodeStorage } from '../storage/node-storage.ts';
import { StoredBlocks } from '../storage/stored-blocks.ts';
import type { AskedChain, AskedChains } from './asked-chains.ts';
import { QuestionContexts } from './contexts.ts';

/** What a thread must know to read the chains of a node: plain data. */
export type StoredPlace = {
  /** The file with everything. */
  readonly path: string;
  /** How many blocks below the newest keep their state. */
  readonly stateDepth: number;
  readonly settings: Pick<NodeSettings, 'transactionGasLimit'>;
  /** Whether what blocks change in the table of the coin is kept. */
  readonly keepsCoin: boolean;
  /** By `progressPlaces`; `undefined`: what is committed counts as durable. */
  readonly progress?: BigInt64Array | undefined;
};

export function placeOf(
  storage: NodeStorage,
  { stateDepth, settings }: Pick<StoredPlace, 'stateDepth' | 'settings'>,
): StoredPlace {
  const { path, progress } = storage.environment;
  return {
    path,
    stateDepth,
    settings: { transactionGasLimit: settings.transactionGasLimit },
    keepsCoin: storage.coin !== undefined,
    progress: storage.isPassing ? undefined : progress,
  };
}

type StoredChainsParts = HostOptions & {
  readonly place: StoredPlace;
  /** The network of the node; the hashes of its first payloads are in the file. */
  readonly network: Network;
  readonly isInterrupted: () => boolean;
};

type Reader = AskedChain & {
  readonly entries: DiskEntries;
  /** The number of the last question for which it moved to the newest state. */
  movedFor: number;
};

export class StoredChains implements AskedChains {
  readonly network: Network;
  readonly settings: AskedChains['settings'];
  private readonly parts: StoredChainsParts;
  private readonly environment: Environment;
  readonly blocks: StoredBlocks;
  /** What blocks changed in the table of the coin, if that is kept. */
  readonly coin: HistoryTables | undefined;
  private readonly transactions: CheckedTransactions;
  private readonly readers = new Map<ChainId, Reader>();
  private readonly ids: ReadonlySet<ChainId>;
  private questions = 0;

  /** Throws a `StoreFault` if the file cannot be read. */
  constructor(parts: StoredChainsParts) {
    const { place } = parts;
    this.parts = parts;
    this.settings = place.settings;
    this.environment = new Environment({ path: place.path, tables, isReading: true });
    const network = storedNetwork(this.environment, parts.network);
    assert(network !== undefined, 'threads are started when the network has begun');
    this.network = network;
    this.ids = new Set(chainsOf(network));
    const { payloadBytes: cacheBytes } = questionMemory;
    this.blocks = new StoredBlocks({ environment: this.environment, network, cacheBytes });
    this.coin = place.keepsCoin ? new HistoryTables(this.environment) : undefined;
    this.transactions = new CheckedTransactions(rememberedOf(network), parts.nestingLimit);
  }

  get headers(): HeaderSource {
    return this.blocks;
  }

  /** From now on, everything that is committed is seen: call it before each question, which must not wait for anything. */
  beginQuestion(): void {
    this.environment.refresh();
    this.questions++;
  }

  chain(id: ChainId): AskedChain | undefined {
    return this.ids.has(id) ? this.own(id) : undefined;
  }

  /** Returns a chain that the network has. */
  own(id: ChainId): AskedChain {
    const reader = this.readers.get(id) ?? this.readerOf(id);
    if (reader.movedFor !== this.questions) {
      reader.movedFor = this.questions;
      reader.state.follow(reader.entries.refresh());
    }
    return reader;
  }

  head(id: ChainId): BlockHeader | undefined {
    return this.chain(id)?.line.head;
  }

  payload({ chainId, payloadHash }: BlockHeader): PayloadWithOutputs | undefined {
    return this.blocks.payload(chainId, payloadHash);
  }

  /** Read anew for each question: entities are few, and their commands rare. */
  readonly entityEntries = (number: number): EntrySource =>
    new DiskEntries(this.environment, number);

  /** For nodes that take sealed commands. */
  sealedRecords(): SealedRecords {
    return new SealedRecords(this.environment);
  }

  close(): Promise<void> {
    return this.environment.close();
  }

  private readerOf(id: ChainId): Reader {
    const { network, blocks, parts } = this;
    const entries = new DiskEntries(this.environment, id);
    const state = new ChainState({
      entries,
      depth: parts.place.stateDepth,
      info: lineInfo,
      cacheBytes: Math.floor(questionMemory.stateBytes / this.ids.size),
    });
    const made = executionHost({ ...parts, network, headers: blocks });
    const host = { ...made, transactions: this.transactions };
    const contexts = new QuestionContexts((parent) => contextOn(network, parent, noMiner, host));
    const line = new StoredBlockLine(id, { network, blocks, state });
    const reader = { id, entries, state, line, host, contexts, movedFor: this.questions };
    this.readers.set(id, reader);
    return reader;
  }
}

/** The line of a chain up to the block of its state. */
class StoredBlockLine extends LineView {
  private readonly state: ChainState;

  constructor(
    id: ChainId,
    {
      network,
      blocks,
      state,
    }: {
      readonly network: Network;
      readonly blocks: StoredBlocks;
      readonly state: ChainState;
    },
  ) {
    const lowest = genesisHeader(network, id)?.height ?? 0;
    super(lowest, { rows: blocks.line(id), find: (hash) => blocks.find(id, hash) });
    this.state = state;
  }

  get head(): BlockHeader {
    const mark = this.state.head;
    const header = mark && this.find(mark.hash);
    assert(header !== undefined, 'the block of a state is stored');
    return header;
  }

  protected get top(): number {
    return this.state.head?.height ?? -1;
  }
}
