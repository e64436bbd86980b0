// Makes one block of a chain from its mempool, at once or in turns of a few milliseconds, between which requests are
// answered. Invalid transactions are removed from the pool and refused for two days.

import { good, type Result } from '../../../base/result.ts';
import type { KnownTransaction } from '../../../chain/blocks/index.ts';
import type { ChainId } from '../../../chain/graph/chain-graph.ts';
import type { Miner } from '../../../chain/model/payload-json.ts';
import type { BuildFailure, Candidate, Engine, OpenBlock } from '../engine.ts';

export type BlockMaking = {
  readonly engine: Engine;
  readonly miner: Miner;
  /** The most transactions in one block: requests are answered between two blocks. */
  readonly maxTransactions: number;
  /**
   * Milliseconds of work after which no more transactions are added to a block; by default, all the time that it may
   * take.
   */
  readonly maxMs?: number;
};

/** Microseconds: the longest that a transaction can live, as in the reference (`addToBadListInMem`). */
const refusedFor = 172_800_000_000n;
/** Milliseconds that a block, or a turn of one, may take; a transaction that is not finished then is refused. */
const longestMs = 10_000;

export class BlockInTurns {
  private readonly making: BlockMaking;
  private readonly open: OpenBlock;
  private readonly offered: Iterator<KnownTransaction>;
  private leftMs: number;

  private constructor(making: BlockMaking, open: OpenBlock) {
    const { engine, maxTransactions, maxMs = longestMs } = making;
    this.making = making;
    this.open = open;
    this.offered = engine.chain(open.chain).mempool.offered(maxTransactions)[Symbol.iterator]();
    this.leftMs = maxMs;
  }

  static begin(making: BlockMaking, chain: ChainId): Result<BlockInTurns, BuildFailure> {
    const { engine, miner } = making;
    engine.chain(chain).mempool.expire(engine.now());
    const begun = engine.deadline.within(longestMs, () => engine.begin(chain, miner));
    return begun.ok ? good(new BlockInTurns(making, begun.value)) : begun;
  }

  /** Returns whether its parent is still the newest block of its chain: otherwise further turns are useless. */
  get isCurrent(): boolean {
    return this.open.building.isCurrent;
  }

  /** Works for a few milliseconds, on at least one transaction. Returns `undefined` if there is more to do. */
  turn(milliseconds: number): Result<Candidate, BuildFailure> | undefined {
    const { clock, deadline } = this.making.engine;
    const begun = clock.nowMs();
    const end = begun + Math.min(milliseconds, this.leftMs);
    const isDone = deadline.within(longestMs, () => this.offerUntil(end));
    this.leftMs -= clock.nowMs() - begun;
    return isDone || this.leftMs <= 0 ? this.end() : undefined;
  }

  /** Finishes the block with the transactions that it has. */
  end(): Result<Candidate, BuildFailure> {
    const { engine } = this.making;
    const candidate = engine.complete(this.open);
    const { mempool } = engine.chain(this.open.chain);
    if (!candidate.ok) return candidate;
    for (const { requestKey, kind } of candidate.value.built.leftOut) {
      if (kind === 'invalid' && mempool.has(requestKey)) {
        mempool.refuse(requestKey, engine.now() + refusedFor);
      }
    }
    return candidate;
  }

  /** Returns true when the pool has no more transactions. */
  private offerUntil(endMs: number): boolean {
    const { clock } = this.making.engine;
    do {
      const next = this.offered.next();
      if (next.done === true) return true;
      this.open.building.offer(next.value);
    } while (clock.nowMs() <= endMs);
    return false;
  }
}
