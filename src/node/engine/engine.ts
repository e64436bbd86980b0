// The chains of a network in one process: each has its state, and all share one cut. A block is built on the head of
// its chain, or comes from elsewhere and is executed; when it is written and in the cut, listeners are notified.
// Everything is synchronous, with one caller at a time; between two transactions of an open block, and between two turns of a
// move to another cut, other calls may run.

import { assert } from '../../base/assert.ts';
import type { Random } from '../../base/ports/random.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { Clock } from '../../base/ports/time.ts';
import {
  type AcceptedBlock,
  blockFailureText,
  BlockBuilding,
  type BuiltBlock,
  chainPort,
  commitBlock,
  contextOn,
  type ExecutionHost,
  type KnownTransaction,
} from '../../chain/blocks/index.ts';
import { cutOf, extendCut, extensionOf, type Cut } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { byHeight, type BlockHeader, type Micros } from '../../chain/model/header.ts';
import { type Miner, encodeMiner } from '../../chain/model/payload-json.ts';
import { type Network, genesisHeader } from '../../chain/rules/network.ts';
import { earliestTime, headerAbove } from '../../chain/rules/next-header.ts';
import type { ChainState } from '../../chain/state/chain-state.ts';
import type { LedgerChange } from '../../p2p/ledger.ts';
import type { CoinLedger } from '../coin-history/coin-ledger.ts';
import { Mempool, type MempoolLimits } from '../mempool/mempool.ts';
import { type Block, type BlockStore, ChainLine } from './blocks.ts';
import { Deadline } from './hosts.ts';
import type { Journal } from './journal.ts';
import { CutMove, type MoveTarget } from './cut-move.ts';
import { ExecutedBlocks } from './executed-blocks.ts';
import type { MoveFailure, Way } from './move-way.ts';
import { headsOfStates } from './states.ts';

/** One chain. */
export type Chain = {
  readonly id: ChainId;
  readonly state: ChainState;
  readonly line: ChainLine;
  readonly host: ExecutionHost;
  readonly mempool: Mempool;
};

type EngineParts = {
  readonly network: Network;
  /** Contains the first blocks. */
  readonly store: BlockStore;
  /** At the blocks of the cut. */
  readonly states: ReadonlyMap<ChainId, ChainState>;
  readonly hosts: ReadonlyMap<ChainId, ExecutionHost>;
  readonly deadline: Deadline;
  readonly clock: Clock;
  /** Stores what a step wrote to the store and to the states. */
  readonly journal: Journal;
  /** The gas limit of blocks that are built here, unless the network has a lower one. */
  readonly blockGasLimit?: bigint;
  /** For the nonce that identifies this process to readers of its mempools. */
  readonly random: Random;
  readonly mempoolLimits?: MempoolLimits;
  /** Takes what the blocks of the cut change in the table of the coin; the hosts must record it. */
  readonly coin?: CoinLedger | undefined;
};

/** A block that is being built on the head of its chain: between two transactions, others may use the state of the chain. */
export type OpenBlock = {
  readonly chain: ChainId;
  readonly building: BlockBuilding<KnownTransaction>;
};

type Settled = {
  readonly cut: Cut;
  readonly ways: readonly Way[];
  readonly executed: readonly AcceptedBlock[];
};

/** A finished block that is not in the cut: it lacks its nonce. */
export type Candidate = {
  readonly chain: ChainId;
  readonly header: BlockHeader;
  readonly built: BuiltBlock;
};

export type BuildFailure =
  /** The chain must wait for a neighbour, or has not begun. */
  { readonly kind: 'waits' } | { readonly kind: 'failed'; readonly text: string };

export class Engine {
  readonly network: Network;
  readonly store: BlockStore;
  readonly clock: Clock;
  readonly deadline: Deadline;
  readonly chains: ReadonlyMap<ChainId, Chain>;
  readonly journal: Journal;
  /** For moves. */
  readonly executed = new ExecutedBlocks();
  private readonly coin: CoinLedger | undefined;
  private readonly blockGasLimit: bigint | undefined;
  private heads: Cut;
  private readonly listeners = new Set<(change: LedgerChange) => void>();

  constructor(parts: EngineParts) {
    const { network, store, states, hosts, deadline, clock, journal } = parts;
    this.network = network;
    this.journal = journal;
    this.blockGasLimit = parts.blockGasLimit;
    this.coin = parts.coin;
    this.store = store;
    this.clock = clock;
    this.deadline = deadline;
    this.heads = cutOf(network, headsOfStates(store, states));
    const nonce = new DataView(parts.random.bytes(8).buffer).getBigInt64(0);
    const chains = new Map<ChainId, Chain>();
    for (const [id, state] of states) {
      const host = hosts.get(id);
      assert(host !== undefined, 'every chain has a host');
      const mempool = new Mempool(nonce, parts.mempoolLimits);
      chains.set(id, { id, state, host, mempool, line: this.lineOf(id) });
    }
    this.chains = chains;
  }

  get cut(): Cut {
    return this.heads;
  }

  chain(id: ChainId): Chain {
    const chain = this.chains.get(id);
    assert(chain !== undefined, 'a chain of the network');
    return chain;
  }

  /** Call the returned function to stop. */
  listen(listener: (change: LedgerChange) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Begins a block on the head of a chain, with the miner's reward. */
  begin(id: ChainId, miner: Miner): Result<OpenBlock, BuildFailure> {
    const chain = this.chain(id);
    const parent = extensionOf(this.heads, id)?.parent;
    if (parent === undefined) return bad({ kind: 'waits' });
    const opened = chain.state.open(parent);
    assert(opened.ok, 'the state of a chain is at its head');
    const context = contextOn(this.network, parent, miner, chain.host);
    const own = chainPort(context, chain.host.transactions);
    const port = { ...own, gasLimit: lower(own.gasLimit, this.blockGasLimit) };
    const parts = { port, block: opened.value, minerData: encodeMiner(miner) };
    const begun = BlockBuilding.begin(parts);
    if (begun.ok) return good({ chain: id, building: begun.value });
    return bad({ kind: 'failed', text: blockFailureText(begun.fault) });
  }

  /** Finishes a block that is current, with a header that refers to the current neighbours. */
  complete({ chain, building }: OpenBlock): Result<Candidate, BuildFailure> {
    const extension = extensionOf(this.heads, chain);
    if (extension === undefined) return bad({ kind: 'waits' });
    const { parent, adjacents } = extension;
    const built = building.finish();
    const adjacentParents = adjacents.map(({ chainId, hash }) => this.known(chainId, hash));
    const parents = { parent, adjacents, adjacentParents };
    const { payloadHash } = built.payload;
    const creationTime = later(this.now(), earliestTime(parents));
    const header = headerAbove(this.network, { ...parents, payloadHash, creationTime });
    return good({ chain, header, built });
  }

  /** Adds a block to the cut: that of a candidate, with the nonce and time that were found for it. */
  extend({ built }: Candidate, header: BlockHeader): 'accepted' | 'stale' {
    const chain = this.chain(header.chainId);
    const cut = extendCut(this.heads, header);
    if (cut === undefined) return 'stale';
    const { payload, coin } = built;
    this.store.add({ header, payload });
    commitBlock(chain.state, { ...built, header });
    this.coin?.push(header, coin);
    chain.line.push(header);
    this.heads = cut;
    this.journal.endStep();
    this.tell({ cut, added: [header], removed: [], isOwn: true });
    return 'accepted';
  }

  /**
   * Makes another cut the current one: blocks above the common ones are taken back, and the blocks of the new cut, which
   * must be in the store, are executed. If one of them is invalid, nothing changes.
   */
  moveTo(cut: Cut): Result<LedgerChange, MoveFailure> {
    const begun = this.beginMove({ cut });
    if (!begun.ok) return begun;
    for (;;) {
      const moved = begun.value.turn(Infinity);
      if (moved !== undefined) return moved;
    }
  }

  /** Begins a move to another cut, which somebody has to give its turns. Nothing changes before its last one. */
  beginMove(target: MoveTarget): Result<CutMove, MoveFailure> {
    return CutMove.begin(this, target);
  }

  /** The last act of a move: its blocks were executed in this order. */
  settle({ cut, ways, executed }: Settled): LedgerChange {
    const removed = ways.flatMap(({ chain, fork }) => {
      const rewound = chain.state.rewind(fork.height);
      assert(rewound.ok, 'it was asked before whether the state is kept');
      const above = chain.line.cutAbove(fork.height);
      for (const header of above) this.coin?.takeBack(header);
      return above;
    });
    for (const block of executed) {
      const { header, payload } = block;
      const { state, line } = this.chain(header.chainId);
      this.store.add({ header, payload });
      commitBlock(state, block);
      this.coin?.push(header, block.coin);
      line.push(header);
    }
    this.heads = cut;
    this.journal.endStep();
    const added = executed.map(({ header }) => header);
    const change = { cut, added, removed: removed.sort(byHeight).reverse(), isOwn: false };
    this.tell(change);
    return change;
  }

  /** Stores a block of another node; the cut can be moved to it afterwards. */
  add(block: Block): void {
    this.store.add(block);
    this.journal.endStep();
  }

  /** Returns the time of the network's clock, but never earlier than a block: the clock has no microseconds. */
  now(): Micros {
    let now = BigInt(Math.floor(this.clock.dateMs() * 1000));
    for (const { creationTime } of this.heads.heads.values()) now = later(now, creationTime);
    return now;
  }

  private known(chain: ChainId, hash: Uint8Array): BlockHeader {
    const header = this.store.find(chain, hash) ?? genesisHeader(this.network, chain);
    assert(header !== undefined, 'the store has every block of the cut');
    return header;
  }

  private lineOf(id: ChainId): ChainLine {
    const first = genesisHeader(this.network, id);
    assert(first !== undefined, 'every chain has a first block');
    const { store } = this;
    return new ChainLine(first, { rows: store.line(id), find: (hash) => store.find(id, hash) });
  }

  private tell(change: LedgerChange): void {
    for (const listener of [...this.listeners]) listener(change);
  }
}

function lower(left: bigint | undefined, right: bigint | undefined): bigint | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left < right ? left : right;
}

function later(left: Micros, right: Micros): Micros {
  return left > right ? left : right;
}
