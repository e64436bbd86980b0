// A network of developers in one process: chains without proof of work, contracts and funded accounts from the first block
// on, and blocks on demand or at intervals. No ports, no files: the command and tests put them around it.

import { assert } from '../../base/assert.ts';
import { utf8 } from '../../base/bytes.ts';
import type { Clock } from '../../base/ports/clock.ts';
import type { Random } from '../../base/ports/random.ts';
import type { Cancel, Timer } from '../../base/ports/timer.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { executionHost, type ExecutionHost } from '../../chain/blocks/index.ts';
import { cutOf, type Cut } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { decodeOutput } from '../../chain/model/output-json.ts';
import type { Miner } from '../../chain/model/miner-json.ts';
import { chainsOf, type Network } from '../../chain/rules/network.ts';
import type { HeaderSource } from '../../chain/spv/header-source.ts';
import { ChainState } from '../../chain/state/chain-state.ts';
import { encodeCommand, type Command, type SignatureChecker } from '../../command/index.ts';
import { lineInfo } from '../../lang/session/store.ts';
import { MemoryEntries, type VersionedEntries } from '../../store/index.ts';
import { MemoryBlocks, type BlockStore } from '../engine/block-store.ts';
import { Deadline } from '../engine/deadline.ts';
import { Engine } from '../engine/engine.ts';
import { makeFirstBlocks } from '../engine/first-blocks.ts';
import { Node } from '../engine/node.ts';
import { Coordination } from '../mining/coordination.ts';
import { OnDemandMiner } from '../mining/on-demand.ts';
import type { CutChange, NodeSettings } from '../port.ts';
import { mempoolLimits } from '../mempool/limits.ts';
import type { Mempool } from '../mempool/mempool.ts';
import { journaledEntries } from '../storage/journaled-entries.ts';
import { noJournal, type Journal } from '../storage/journal.ts';
import { fundingTransaction, type Account } from './accounts.ts';
import { firstItems, notes, openKept, type Kept } from './kept-network.ts';
import { minerOf } from './miner.ts';
import { MovableClock } from './movable-clock.ts';
import { TrustedTransactions } from './trusted-transactions.ts';

export type DevnetOptions = {
  readonly network: Network;
  /** JSON of the transactions of the first block: of chain 0, and of all others. */
  readonly genesis: {
    readonly first: readonly Uint8Array[];
    readonly others: readonly Uint8Array[];
  };
  /** Funded in the first blocks. */
  readonly accounts: readonly Account[];
  /** Who is paid for blocks. */
  readonly miner?: Miner;
  /** Milliseconds between two rounds of blocks; `undefined`: on demand. */
  readonly blockTimeMs: number | undefined;
  readonly packageVersion: string;
  /** Where the network is kept; `undefined`: in memory. */
  readonly folder?: string | undefined;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: Random;
  readonly signatures: SignatureChecker;
  readonly depthLimit: number;
  readonly isMemoryShort?: () => boolean;
  readonly onTrouble: (sentence: string) => void;
};

/** Blocks that can be taken back. */
const depth = 10_000;
/** Transactions of a block: some 100 ms of work. */
const mostTransactions = 200;
/** Milliseconds between two times that work for miners takes up new transactions. */
const refreshMs = 1_000;

/** What a devnet is set to, as its interface tells it. */
export const devnetValues = {
  ...{ coordination: true, ownMining: true, refreshMs },
  ...{ waiting: mempoolLimits.transactions, stateDepth: depth, isPruned: false },
} as const;

/** Transactions that a chain remembers as read and signed; there may be twenty chains. */
const remembered = { transactions: 2_000, bytes: 4 * 1024 * 1024 } as const;

/** Its keys are those of the miner in every development network (api reference, section 7.4). */
const usualMiner: Miner = minerOf(
  'f89ef46927f506c70b6a58fd322450a936311dc6ac91f4ec3d8ef949608dbf1f',
);

type DevnetParts = Pick<
  Devnet,
  'node' | 'engine' | 'clock' | 'miner' | 'accounts' | 'isContinued'
> & {
  /** Request keys of transactions that count as signed. */
  readonly trusted: Set<string>;
};

export class Devnet {
  readonly node: Node;
  readonly engine: Engine;
  readonly clock: MovableClock;
  readonly miner: OnDemandMiner;
  /** Fresh ones of this network. */
  readonly accounts: readonly Account[];
  /** It was kept, and goes on. */
  readonly isContinued: boolean;
  private readonly trusted: Set<string>;
  private readonly cancelRounds: Cancel;

  private constructor(parts: DevnetParts, cancelRounds: Cancel) {
    this.node = parts.node;
    this.engine = parts.engine;
    this.clock = parts.clock;
    this.miner = parts.miner;
    this.accounts = parts.accounts;
    this.isContinued = parts.isContinued;
    this.trusted = parts.trusted;
    this.cancelRounds = cancelRounds;
  }

  /** A fault is a sentence. Throws a `StoreFault` where the folder cannot be used. */
  static start(options: DevnetOptions): Result<Devnet, string> {
    const { folder, onTrouble } = options;
    if (folder === undefined) return Devnet.on(options, nothingKept(options.network));
    const kept = openKept(folder, options.network, onTrouble);
    if (!kept.ok) return kept;
    const started = Devnet.on(options, kept.value);
    if (!started.ok) kept.value.journal.close();
    return started;
  }

  private static on(options: DevnetOptions, kept: Kept): Result<Devnet, string> {
    const { journal } = kept;
    const clock = new MovableClock(options.clock);
    clock.restore(kept.offsetMs);
    const deadline = new Deadline(options.clock);
    const states = new Map(
      [...kept.entries].map(([chain, entries]) => [
        chain,
        stateOn(journaledEntries(chain, entries, journal)),
      ]),
    );
    const accounts = kept.blocks === undefined ? options.accounts : kept.accounts;
    const first =
      kept.blocks === undefined
        ? firstBlocks(options, states, deadline, journal)
        : good(kept.blocks);
    if (!first.ok) return first;
    const { network, store } = first.value;
    const trusted = new Set(kept.trusted);
    const hosts = hostsOf(options, network, store, { deadline, trusted });
    const cut = cutOf(network, headsOf(store, states));
    const engine = new Engine({ network, store, states, hosts, deadline, clock, cut, journal });
    const { timer, onTrouble, miner = usualMiner, blockTimeMs } = options;
    const pools = new Map<ChainId, Mempool>();
    const mining = { engine, pools, miner, mostTransactions, timer, onTrouble };
    const own = new OnDemandMiner(mining);
    const node = new Node({
      engine,
      pools,
      settings: settingsOf(options),
      signatures: options.signatures,
      random: options.random,
      onDemand: blockTimeMs === undefined ? own : undefined,
      mining: new Coordination({ ...mining, refreshMs, random: options.random }),
    });
    const cancel =
      blockTimeMs === undefined ? () => undefined : timer.every(blockTimeMs, () => own.round());
    const isContinued = kept.blocks !== undefined;
    return good(
      new Devnet({ node, engine, clock, miner: own, accounts, isContinued, trusted }, cancel),
    );
  }

  /** Mines blocks: of one chain, or a round of all. The heads that came of it. */
  mine(rounds: number, chain?: ChainId): readonly BlockHeader[] {
    const made: BlockHeader[] = [];
    for (let i = 0; i < rounds; i++) {
      if (chain === undefined) made.push(...this.miner.round());
      else {
        const header = this.miner.mine(chain);
        if (header !== undefined) made.push(header);
      }
    }
    return made;
  }

  /** Makes another cut the current one. A fault is a sentence. */
  moveTo(cut: Cut): Result<CutChange, string> {
    const moved = this.engine.moveTo(cut);
    if (moved.ok) return moved;
    const { fault } = moved;
    if (fault.kind !== 'not-kept') return bad(`a block cannot be executed again: ${fault.kind}`);
    return bad(`the state of chain ${fault.chain} at height ${fault.height} is not kept any more`);
  }

  /** Puts a transaction into a block as if its signers had signed it: its request key, or why it has no place there. */
  sendTrusted(id: ChainId, command: Command): Result<string, string> {
    const chain = this.engine.chains.get(id);
    const pool = this.node.pools.get(id);
    if (chain === undefined || pool === undefined) return bad(`the network has no chain ${id}`);
    this.miner.freshen(id);
    this.trust(command.hash);
    const read = chain.host.transactions.read(utf8(encodeCommand(command)));
    if (!read.ok) return bad(read.fault);
    const { requestKey } = read.value;
    pool.add(read.value);
    this.miner.settle(id);
    const receipt = chain.state.receipt(requestKey);
    const header = receipt && chain.line.at(receipt.height);
    const payload = header && this.engine.store.payload(id, header.payloadHash);
    const output = payload?.transactions[receipt?.position ?? -1]?.output;
    const result = output && decodeOutput(output);
    if (result?.ok === true) {
      const { result: outcome } = result.value;
      if (outcome.status === 'success') return good(requestKey);
      return bad(`the transaction ${requestKey} failed: ${outcome.error.message}`);
    }
    pool.remove(requestKey);
    return bad(
      'the transaction has no place in a block: its times, its chain or its gas are wrong',
    );
  }

  /** Request keys of transactions that count as signed. */
  get trustedKeys(): readonly string[] {
    return [...this.trusted];
  }

  /** From now on, the transaction of this request key counts as signed. */
  trust(requestKey: string): void {
    this.trusted.add(requestKey);
    this.engine.journal.add({ kind: 'note', name: notes.trusted, text: requestKey });
  }

  /** Moves the time, or takes up an earlier one. */
  setOffset(offsetMs: number): void {
    this.clock.restore(offsetMs);
    this.engine.journal.add({ kind: 'note', name: notes.offset, text: String(offsetMs) });
    this.engine.journal.flush();
  }

  stop(): void {
    this.cancelRounds();
    this.miner.stop();
    this.node.stop();
    this.engine.journal.close();
  }
}

function stateOn(entries: VersionedEntries): ChainState {
  return new ChainState({ entries, depth, info: lineInfo });
}

function nothingKept(network: Network): Kept {
  return {
    journal: noJournal,
    entries: new Map(chainsOf(network).map((chain) => [chain, new MemoryEntries()])),
    blocks: undefined,
    accounts: [],
    trusted: new Set(),
    offsetMs: 0,
  };
}

/** The blocks that the states belong to. */
function headsOf(
  store: BlockStore,
  states: ReadonlyMap<ChainId, ChainState>,
): ReadonlyMap<ChainId, BlockHeader> {
  return new Map(
    [...states].map(([chain, { head }]) => {
      const header = head && store.find(chain, head.hash);
      assert(header !== undefined, 'the block of a state is kept');
      return [chain, header];
    }),
  );
}

function firstBlocks(
  options: DevnetOptions,
  states: ReadonlyMap<ChainId, ChainState>,
  deadline: Deadline,
  journal: Journal,
): Result<{ readonly network: Network; readonly store: MemoryBlocks }, string> {
  const { network, genesis, accounts } = options;
  const funding = fundingTransaction(accounts);
  const more = funding === undefined ? [] : [funding];
  const [first, others] = [
    [...genesis.first, ...more],
    [...genesis.others, ...more],
  ];
  const noHeaders = { find: () => undefined, ancestor: () => undefined };
  const made = makeFirstBlocks({
    network,
    states,
    transactions: (chain) => (chain === 0 ? first : others),
    host: hostOf(options, network, noHeaders, { deadline, trusted: new Set() }),
  });
  if (!made.ok) return made;
  const { payloads } = made.value;
  for (const item of firstItems(network, payloads, accounts)) journal.add(item);
  journal.flush();
  return good({
    network: made.value.network,
    store: new MemoryBlocks(made.value.network, payloads),
  });
}

function hostsOf(
  options: DevnetOptions,
  network: Network,
  store: BlockStore,
  shared: Shared,
): ReadonlyMap<ChainId, ExecutionHost> {
  return new Map(
    chainsOf(network).map((chain) => [chain, hostOf(options, network, store, shared)]),
  );
}

function hostOf(
  { depthLimit, isMemoryShort }: DevnetOptions,
  network: Network,
  headers: HeaderSource,
  { deadline, trusted }: Shared,
): ExecutionHost {
  const host = executionHost({
    network,
    headers,
    depthLimit,
    isInterrupted: deadline.isOver,
    ...(isMemoryShort !== undefined && { isMemoryShort }),
  });
  return { ...host, transactions: new TrustedTransactions(remembered, trusted) };
}

type Shared = { readonly deadline: Deadline; readonly trusted: Set<string> };

function settingsOf({ packageVersion }: DevnetOptions): NodeSettings {
  return { packageVersion, transactionGasLimit: 180_000n, minimumGasPrice: 10_000n };
}
