// A network of developers in one process: chains without proof of work, contracts and funded accounts from the first block
// on, and blocks on demand or at intervals. No ports, no files: the command and tests put them around it.

import { utf8 } from '../../base/bytes.ts';
import type { Clock } from '../../base/ports/clock.ts';
import type { Random } from '../../base/ports/random.ts';
import type { Cancel, Timer } from '../../base/ports/timer.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { executionHost, type ExecutionHost } from '../../chain/blocks/index.ts';
import type { Cut } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import type { Miner } from '../../chain/model/miner-json.ts';
import { chainsOf, type Network } from '../../chain/rules/network.ts';
import type { HeaderSource } from '../../chain/spv/header-source.ts';
import { ChainState } from '../../chain/state/chain-state.ts';
import { encodeCommand, type Command, type SignatureChecker } from '../../command/index.ts';
import { lineInfo } from '../../lang/session/store.ts';
import { MemoryEntries } from '../../store/index.ts';
import { MemoryBlocks, type BlockStore } from '../engine/block-store.ts';
import { Deadline } from '../engine/deadline.ts';
import { Engine } from '../engine/engine.ts';
import { makeFirstBlocks } from '../engine/first-blocks.ts';
import { Node } from '../engine/node.ts';
import { Coordination } from '../mining/coordination.ts';
import { OnDemandMiner } from '../mining/on-demand.ts';
import type { CutChange, NodeSettings } from '../port.ts';
import { fundingTransaction, type Account } from './accounts.ts';
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
/** Transactions that a chain remembers as read and signed; there may be twenty chains. */
const remembered = 2_000;

/** Its keys are those of the miner in every development network (api reference, section 7.4). */
const usualMiner: Miner = minerOf(
  'f89ef46927f506c70b6a58fd322450a936311dc6ac91f4ec3d8ef949608dbf1f',
);

export function minerOf(publicKey: string): Miner {
  return { account: `k:${publicKey}`, predicate: 'keys-all', publicKeys: [publicKey] };
}

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

  /** A fault is a sentence. */
  static start(options: DevnetOptions): Result<Devnet, string> {
    const clock = new MovableClock(options.clock);
    const deadline = new Deadline(options.clock);
    const states = new Map(chainsOf(options.network).map((chain) => [chain, emptyState()]));
    const first = firstBlocks(options, states, deadline);
    if (!first.ok) return first;
    const { network, payloads } = first.value;
    const store = new MemoryBlocks(network, payloads);
    const trusted = new Set<string>();
    const hosts = hostsOf(options, network, store, { deadline, trusted });
    const engine = new Engine({ network, store, states, hosts, deadline, clock });
    const { timer, onTrouble, miner = usualMiner, blockTimeMs } = options;
    let onDemand: OnDemandMiner | undefined;
    const node = new Node({
      engine,
      settings: settingsOf(options),
      signatures: options.signatures,
      random: options.random,
      onDemand: (pools) => {
        const mining = { engine, pools, miner, mostTransactions, timer, onTrouble };
        onDemand = new OnDemandMiner(mining);
        return blockTimeMs === undefined ? onDemand : undefined;
      },
      mining: (pools) =>
        new Coordination({ engine, pools, mostTransactions, random: options.random }),
    });
    if (onDemand === undefined) return bad('the miner was not made');
    const own = onDemand;
    const cancel =
      blockTimeMs === undefined ? () => undefined : timer.every(blockTimeMs, () => own.round());
    const { accounts } = options;
    const parts = { node, engine, clock, miner: own, accounts, isContinued: false, trusted };
    return good(new Devnet(parts, cancel));
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
    this.trusted.add(command.hash);
    const read = chain.host.transactions.read(utf8(encodeCommand(command)));
    if (!read.ok) return bad(read.fault);
    const { requestKey } = read.value;
    pool.add(read.value);
    this.miner.settle(id);
    if (chain.state.receipt(requestKey) !== undefined) return good(requestKey);
    pool.remove(requestKey);
    return bad(
      'the transaction has no place in a block: its times, its chain or its gas are wrong',
    );
  }

  stop(): void {
    this.cancelRounds();
    this.miner.stop();
    this.node.stop();
  }
}

function emptyState(): ChainState {
  return new ChainState({ entries: new MemoryEntries(), depth, info: lineInfo });
}

function firstBlocks(
  options: DevnetOptions,
  states: ReadonlyMap<ChainId, ChainState>,
  deadline: Deadline,
) {
  const { network, genesis, accounts } = options;
  const funding = fundingTransaction(accounts);
  const more = funding === undefined ? [] : [funding];
  const [first, others] = [
    [...genesis.first, ...more],
    [...genesis.others, ...more],
  ];
  const noHeaders = { find: () => undefined, ancestor: () => undefined };
  return makeFirstBlocks({
    network,
    states,
    transactions: (chain) => (chain === 0 ? first : others),
    host: hostOf(options, network, noHeaders, { deadline, trusted: new Set() }),
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
