// Makes one block of a chain from its mempool, at once or in turns of a few milliseconds, between which requests are
// answered. Invalid transactions are removed from the pool and refused for two days.

import { good, type Result } from '../../../base/result.ts';
import type { KnownTransaction, LeftOut } from '../../../chain/blocks/index.ts';
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
  /** Transactions that are in the block, or could not be in any. */
  private tried = 0;

  private constructor(making: BlockMaking, open: OpenBlock) {
    const { engine, maxMs = longestMs } = making;
    this.making = making;
    this.open = open;
    this.offered = engine.chain(open.chain).mempool.offered()[Symbol.iterator]();
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
    return this.making.engine.complete(this.open);
  }

  /** Returns true when the pool has no more transactions, or the block may have no more. */
  private offerUntil(endMs: number): boolean {
    const { engine, maxTransactions } = this.making;
    do {
      const next = this.offered.next();
      if (next.done === true || this.tried >= maxTransactions) return true;
      const leftOut = this.open.building.offer(next.value);
      // Those without room did not use the block, and must not keep others out of it.
      if (leftOut?.kind !== 'no-room') this.tried++;
      if (leftOut?.kind === 'invalid') this.refuse(leftOut);
    } while (engine.clock.nowMs() <= endMs);
    return false;
  }

  /** At once, even if the block is never finished: what it cost is not spent again. */
  private refuse({ requestKey }: LeftOut): void {
    const { engine } = this.making;
    const { mempool } = engine.chain(this.open.chain);
    if (mempool.has(requestKey)) mempool.refuse(requestKey, engine.now() + refusedFor);
  }
}
