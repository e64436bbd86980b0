// A network of developers in one process: chains without proof of work, contracts and funded accounts from the first block
// on, and blocks on demand or at intervals. No ports, no files: the command and tests put them around it.

import type { Clock } from '../../base/ports/clock.ts';
import type { Random } from '../../base/ports/random.ts';
import type { Cancel, Timer } from '../../base/ports/timer.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { executionHost, type ExecutionHost } from '../../chain/blocks/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import type { Miner } from '../../chain/model/miner-json.ts';
import { chainsOf, type Network } from '../../chain/rules/network.ts';
import type { HeaderSource } from '../../chain/spv/header-source.ts';
import { ChainState } from '../../chain/state/chain-state.ts';
import type { SignatureChecker } from '../../command/index.ts';
import { lineInfo } from '../../lang/session/store.ts';
import { MemoryEntries } from '../../store/index.ts';
import { MemoryBlocks, type BlockStore } from '../engine/block-store.ts';
import { Deadline } from '../engine/deadline.ts';
import { Engine } from '../engine/engine.ts';
import { makeFirstBlocks } from '../engine/first-blocks.ts';
import { Node } from '../engine/node.ts';
import { OnDemandMiner } from '../mining/on-demand.ts';
import type { NodeSettings } from '../port.ts';
import { fundingTransaction, type Account } from './accounts.ts';
import { MovableClock } from './movable-clock.ts';

export type DevnetOptions = {
  readonly network: Network;
  /** JSON of the transactions of the first block: of chain 0, and of all others. */
  readonly genesis: { readonly first: readonly Uint8Array[]; readonly others: readonly Uint8Array[] };
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

/** Its keys are those of the miner in every development network (api reference, section 7.4). */
const usualMiner: Miner = minerOf(
  'f89ef46927f506c70b6a58fd322450a936311dc6ac91f4ec3d8ef949608dbf1f',
);

export function minerOf(publicKey: string): Miner {
  return { account: `k:${publicKey}`, predicate: 'keys-all', publicKeys: [publicKey] };
}

export class Devnet {
  readonly node: Node;
  readonly engine: Engine;
  readonly clock: MovableClock;
  readonly miner: OnDemandMiner;
  private readonly cancelRounds: Cancel;

  private constructor(
    parts: Pick<Devnet, 'node' | 'engine' | 'clock' | 'miner'>,
    cancelRounds: Cancel,
  ) {
    this.node = parts.node;
    this.engine = parts.engine;
    this.clock = parts.clock;
    this.miner = parts.miner;
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
    const hosts = hostsOf(options, network, store, deadline);
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
    });
    if (onDemand === undefined) return bad('the miner was not made');
    const own = onDemand;
    const cancel =
      blockTimeMs === undefined ? () => undefined : timer.every(blockTimeMs, () => own.round());
    return good(new Devnet({ node, engine, clock, miner: own }, cancel));
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
  const [first, others] = [[...genesis.first, ...more], [...genesis.others, ...more]];
  const noHeaders = { find: () => undefined, ancestor: () => undefined };
  return makeFirstBlocks({
    network,
    states,
    transactions: (chain) => (chain === 0 ? first : others),
    host: hostOf(options, network, noHeaders, deadline),
  });
}

function hostsOf(
  options: DevnetOptions,
  network: Network,
  store: BlockStore,
  deadline: Deadline,
): ReadonlyMap<ChainId, ExecutionHost> {
  return new Map(
    chainsOf(network).map((chain) => [chain, hostOf(options, network, store, deadline)]),
  );
}

function hostOf(
  { depthLimit, isMemoryShort }: DevnetOptions,
  network: Network,
  headers: HeaderSource,
  { isOver }: Deadline,
): ExecutionHost {
  return executionHost({
    network,
    headers,
    depthLimit,
    isInterrupted: isOver,
    ...(isMemoryShort !== undefined && { isMemoryShort }),
  });
}

function settingsOf({ packageVersion }: DevnetOptions): NodeSettings {
  return { packageVersion, transactionGasLimit: 180_000n, minimumGasPrice: 10_000n };
}

