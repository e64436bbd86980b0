// A development network in one process: chains without proof of work, contracts and funded accounts from the first
// block on, and blocks on demand or at intervals. It opens no ports: the command line and tests do.

import { utf8 } from '../../base/bytes.ts';
import type { Clock, Cancel, Timer } from '../../base/ports/time.ts';
import type { Random } from '../../base/ports/random.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { ExecutionHost } from '../../chain/blocks/index.ts';
import { type Cut } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { decodeOutput } from '../../chain/model/output-json.ts';
import type { Miner } from '../../chain/model/payload-json.ts';
import { chainsOf, type Network } from '../../chain/rules/network.ts';
import type { HeaderSource } from '../../chain/spv/header-source.ts';
import { encodeCommand, type Command, type SignatureChecker } from '../../chain/command/index.ts';
import type { Recipient } from '../../chain/sealed/index.ts';
import { Deadline, hostOf, type HostOptions, rememberedOf } from '../engine/hosts.ts';
import { Engine } from '../engine/engine.ts';
import { statesOn } from '../engine/states.ts';
import type { ChainAnswerers } from '../engine/chain-questions.ts';
import { Node } from '../engine/node.ts';
import { Coordination } from '../engine/mining/coordination.ts';
import { mineSteadily, OnDemandMiner } from '../engine/mining/on-demand.ts';
import { newestMs, watchClock } from '../clock-watch.ts';
import { beginHistory, fillHistory, type HistoryFiller } from '../coin-history/fill-history.ts';
import type { CutChange, NodePort, NodeSettings } from '../port.ts';
import { mempoolLimits } from '../limits.ts';
import { placeOf, type StoredPlace } from '../questions/stored-chains.ts';
import { sealedOn } from '../sealed/sealed-on-storage.ts';
import type { NodeStorage } from '../storage/node-storage.ts';
import { type Account, minerOf } from './accounts.ts';
import { beginDevnet } from './begin-devnet.ts';
import { keptIn, notes, openStorage } from './kept-network.ts';
import { Heartbeat } from './heartbeat.ts';
import { ownBlocks, type BlocksOnDemand } from './blocks-on-demand.ts';
import { onDemandPort } from './on-demand-port.ts';
import { MovableClock, TrustedTransactions } from './overrides.ts';

export type DevnetOptions = HostOptions & {
  readonly network: Network;
  /** JSON of the first-block transactions: those of chain 0, and those of all other chains. */
  readonly genesis: {
    readonly first: readonly Uint8Array[];
    readonly others: readonly Uint8Array[];
  };
  /** The accounts funded in the first blocks. */
  readonly accounts: readonly Account[];
  /** The account that receives the mining rewards. */
  readonly miner?: Miner;
  /** Milliseconds between two blocks of a chain; `undefined`: blocks on demand. */
  readonly blockTimeMs: number | undefined;
  /** Milliseconds that a query may run; `undefined`: as long as its gas lasts. */
  readonly localLimitMs?: number | undefined;
  readonly packageVersion: string;
  /** The folder where the network is stored; `undefined`: it ends with the process. */
  readonly folder?: string | undefined;
  /** The size of the payload cache in bytes; other payloads are read from disk. */
  readonly cacheBytes?: number;
  /** Whether to keep what each block changed in the table of the coin. */
  readonly keepsCoinHistory?: boolean;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: Random;
  readonly signatures: SignatureChecker;
  /** The entity whose sealed commands the devnet executes. */
  readonly entity?: Recipient | undefined;
  /** Makes the threads for questions; without it, the thread of the devnet answers them. */
  readonly questionThreads?: ((place: StoredPlace) => ChainAnswerers) | undefined;
  readonly onTrouble: (sentence: string) => void;
  /** Called with one sentence about something that takes long, and when it is over (default: `onTrouble`). */
  readonly onReport?: (sentence: string) => void;
};

/** How many blocks of a chain can be taken back. The data to restore them is on disk. */
const depth = 10_000;

/** The cache of recently requested payloads: a few hundred full blocks. */
const usualCacheBytes = 32 * 1024 * 1024;
/** The most transactions in a block: about 100 ms of work. */
const maxTransactions = 200;
/** How often work for miners picks up new transactions, in milliseconds. */
const refreshMs = 1_000;

const wayBackText =
  "the time of the network goes on from there; 'pact devnet revert' returns to a snapshot with its time, and a new " +
  'folder of --state begins with the time of this machine';

/** The settings of a devnet, as its HTTP interface reports them. */
export const devnetValues = {
  coordination: true,
  ownMining: true,
  refreshMs,
  stateDepth: depth,
  waiting: mempoolLimits.transactions,
  isPruned: false,
} as const;

/** The miner's keys are the same in every development network (api reference, section 7.4). */
const usualMiner: Miner = minerOf(
  'f89ef46927f506c70b6a58fd322450a936311dc6ac91f4ec3d8ef949608dbf1f',
);

type DevnetParts = Pick<
  Devnet,
  | 'node'
  | 'onDemand'
  | 'plainNode'
  | 'engine'
  | 'clock'
  | 'miner'
  | 'accounts'
  | 'isContinued'
  | 'place'
> & {
  /** Request keys of transactions that count as signed. */
  readonly trusted: Set<string>;
  readonly storage: NodeStorage;
  readonly history: HistoryFiller | undefined;
};

export class Devnet {
  /** For clients. Where blocks are made on demand, a question may cause some. */
  readonly node: NodePort;
  /** The blocks that questions cause; `undefined`: they are made at intervals. */
  readonly onDemand: BlocksOnDemand | undefined;
  /** For those who only watch: no question causes a block. */
  readonly plainNode: Node;
  readonly engine: Engine;
  readonly clock: MovableClock;
  readonly miner: OnDemandMiner;
  /** The fresh accounts of this network. */
  readonly accounts: readonly Account[];
  /** Whether it was stored, and continues. */
  readonly isContinued: boolean;
  /** Where other threads read what is stored. */
  readonly place: StoredPlace;
  private readonly trusted: Set<string>;
  private readonly storage: NodeStorage;
  private readonly history: HistoryFiller | undefined;
  private readonly cancelRounds: Cancel;

  private constructor(parts: DevnetParts, cancelRounds: Cancel) {
    this.node = parts.node;
    this.onDemand = parts.onDemand;
    this.plainNode = parts.plainNode;
    this.engine = parts.engine;
    this.clock = parts.clock;
    this.miner = parts.miner;
    this.accounts = parts.accounts;
    this.isContinued = parts.isContinued;
    this.place = parts.place;
    this.trusted = parts.trusted;
    this.storage = parts.storage;
    this.history = parts.history;
    this.cancelRounds = cancelRounds;
  }

  /** Starts a devnet. A fault is a sentence. Throws a `StoreFault` if the folder cannot be used. */
  static start(options: DevnetOptions): Result<Devnet, string> {
    const { folder, network, onTrouble, cacheBytes = usualCacheBytes } = options;
    const { keepsCoinHistory: keepsCoin = false } = options;
    const storage = openStorage({ folder, network, onTrouble, cacheBytes, keepsCoin });
    if (!storage.ok) return storage;
    let started: Result<Devnet, string> | undefined;
    try {
      started = Devnet.on(options, storage.value);
      return started;
    } finally {
      if (started?.ok !== true) void storage.value.close();
    }
  }

  private static on(given: DevnetOptions, storage: NodeStorage): Result<Devnet, string> {
    const options = { ...given, recordsCoin: storage.coin !== undefined };
    const { journal } = storage;
    const isContinued = storage.identity !== undefined;
    const kept = keptIn(storage);
    const clock = new MovableClock(options.clock, kept.offsetMs);
    const deadline = new Deadline(options.clock);
    const states = statesOn(storage.entries, depth);
    const accounts = isContinued ? kept.accounts : options.accounts;
    const begun = beginDevnet(options, storage, { states, deadline });
    if (!begun.ok) return begun;
    const { network, store } = begun.value;
    const trusted = new Set(kept.trusted);
    const hosts = hostsOf(options, network, store, { deadline, trusted });
    const { timer, onTrouble, random, miner = usualMiner } = options;
    const engine = new Engine({
      network,
      store,
      states,
      hosts,
      deadline,
      clock,
      journal,
      random,
      coin: storage.coin?.ledger,
    });
    beginHistory({ engine, storage });
    const mining = { engine, miner, maxTransactions, timer, onTrouble };
    const own = new OnDemandMiner(mining);
    const settings = settingsOf(options);
    const place = placeOf(storage, { stateDepth: depth, settings });
    const plainNode = new Node({
      engine,
      settings,
      signatures: options.signatures,
      answerers: options.questionThreads?.(place),
      mining: new Coordination({ ...mining, refreshMs, random }),
      sealed: sealedOn(storage, { ...options, hasPeers: false }),
      coin: storage.coin?.tables,
    });
    const { node, onDemand, cancel } = timeOf(options, { plainNode, engine, own, clock });
    const parts = {
      node,
      onDemand,
      plainNode,
      engine,
      clock,
      miner: own,
      accounts,
      isContinued,
      place,
      trusted,
      storage,
      history: fillHistory({ onReport: onTrouble, ...options, engine, storage }),
    };
    return good(new Devnet(parts, cancel));
  }

  /** Mines blocks: of one chain, or a round of all chains. Returns the new heads. */
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
    if (moved.ok) {
      this.clock.setOffset(this.clock.offsetMs, newestMs(cut));
      return moved;
    }
    const { fault } = moved;
    if (fault.kind !== 'not-kept') return bad(`a block cannot be executed again: ${fault.kind}`);
    return bad(`the state of chain ${fault.chain} at height ${fault.height} is no longer stored`);
  }

  /**
   * Puts a transaction into a block as if its signers had signed it. Returns its request key, or why it cannot be in a
   * block.
   */
  sendTrusted(id: ChainId, command: Command): Result<string, string> {
    const chain = this.engine.chains.get(id);
    if (chain === undefined) return bad(`the network has no chain ${id}`);
    const bytes = utf8(encodeCommand(command));
    const readable = chain.host.transactions.read(bytes);
    if (!readable.ok) return bad(readable.fault);
    this.miner.freshen(id);
    this.trust(command.hash);
    const read = chain.host.transactions.read(bytes);
    if (!read.ok) return bad(read.fault);
    const { requestKey } = read.value;
    chain.mempool.add(read.value);
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
    chain.mempool.remove(requestKey);
    return bad('the transaction cannot be in a block: its times, its chain or its gas are wrong');
  }

  /** Returns the request keys of transactions that count as signed. */
  get trustedKeys(): readonly string[] {
    return [...this.trusted];
  }

  /** Makes the transaction with this request key count as signed from now on. */
  trust(requestKey: string): void {
    this.trusted.add(requestKey);
    this.storage.note({ name: notes.trusted, text: requestKey });
  }

  /** Sets how far the clock is ahead of the system. */
  setOffset(offsetMs: number): void {
    this.clock.setOffset(offsetMs, newestMs(this.engine.cut));
    this.storage.note({ name: notes.offset, text: String(offsetMs) });
    this.engine.journal.endStep();
  }

  /** Resolves when all writes are complete and another process can use the folder. */
  async stop(): Promise<void> {
    this.cancelRounds();
    this.miner.stop();
    await this.plainNode.stop();
    await this.history?.stop();
    await this.storage.close();
  }
}

/** Lets time pass: at intervals, or on demand, for which clients get a node of their own. */
function timeOf(
  { clock, timer, onTrouble, blockTimeMs }: DevnetOptions,
  parts: Pick<Devnet, 'plainNode' | 'engine' | 'clock'> & { readonly own: OnDemandMiner },
): Pick<Devnet, 'node' | 'onDemand'> & { readonly cancel: Cancel } {
  const { plainNode, engine, own } = parts;
  const stopWatching = watchClock({
    clock,
    timer,
    onTrouble,
    offsetMs: () => parts.clock.offsetMs,
    cut: () => engine.cut,
    wayBack: wayBackText,
    onCheck: () => parts.clock.continueFrom(newestMs(engine.cut)),
  });
  const chains = [...engine.chains.keys()];
  const both = (stopMining: Cancel) => () => {
    stopWatching();
    stopMining();
  };
  if (blockTimeMs !== undefined) {
    const stopMining = mineSteadily({ miner: own, timer, blockTimeMs, chains });
    return { node: plainNode, onDemand: undefined, cancel: both(stopMining) };
  }
  const heartbeat = new Heartbeat({
    clock,
    timer,
    chains,
    beat: (chain) => own.freshen(chain),
  });
  const onDemand = ownBlocks({ engine, miner: own, heartbeat });
  const node = onDemandPort(plainNode, onDemand);
  return { node, onDemand, cancel: both(() => heartbeat.stop()) };
}

function hostsOf(
  options: DevnetOptions,
  network: Network,
  headers: HeaderSource,
  { deadline, trusted }: { readonly deadline: Deadline; readonly trusted: ReadonlySet<string> },
): ReadonlyMap<ChainId, ExecutionHost> {
  const memory = rememberedOf(network);
  return new Map(
    chainsOf(network).map((chain) => {
      const host = hostOf(options, network, { headers, deadline });
      const transactions = new TrustedTransactions(memory, trusted, options.nestingLimit);
      return [chain, { ...host, transactions }];
    }),
  );
}

function settingsOf({ packageVersion, localLimitMs }: DevnetOptions): NodeSettings {
  const limits = { transactionGasLimit: 180_000n, minimumGasPrice: 10_000n };
  return { packageVersion, localLimitMs, ...limits };
}
