// When blocks are made of transactions that wait, one chain at a time: requests have the thread between two blocks. While
// clients still send, blocks take a third of the time; once they stop, blocks follow each other.

import type { Clock } from '../../base/ports/clock.ts';
import type { Timer } from '../../base/ports/timer.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';

export type PaceParts = {
  readonly clock: Clock;
  readonly timer: Timer;
  /** Which of the chains is the next one; there is at least one. */
  readonly choose: (waiting: ReadonlySet<ChainId>) => ChainId;
  /** Makes a block: whether the chain needs another one. */
  readonly make: (chain: ChainId) => boolean;
};

/** Milliseconds from the first transaction that waits until its block. */
const shortestPauseMs = 10;
const longestPauseMs = 200;
/** Requests that came in meanwhile are read within it, and are seen then. */
const shortestBreakMs = 1;
/** A pause under load, as a multiple of the time that the block before it took. */
const pauseForBlock = 2;

export class Pace {
  private readonly parts: PaceParts;
  private readonly waiting = new Set<ChainId>();
  private isPlanned = false;
  /** Whether transactions came in since the last block. */
  private isBusy = false;

  constructor(parts: PaceParts) {
    this.parts = parts;
  }

  /** The chain has transactions that wait. */
  admitted(chain: ChainId): void {
    this.isBusy = true;
    this.waiting.add(chain);
    if (!this.isPlanned) this.planAfter(shortestPauseMs);
  }

  private planAfter(milliseconds: number): void {
    this.isPlanned = true;
    this.parts.timer.after(milliseconds, () => this.makeNext());
  }

  private makeNext(): void {
    const { clock, choose, make } = this.parts;
    const chain = choose(this.waiting);
    this.waiting.delete(chain);
    const wasBusy = this.isBusy;
    this.isBusy = false;
    const start = clock.nowMs();
    if (make(chain)) this.waiting.add(chain);
    const took = clock.nowMs() - start;
    this.isPlanned = false;
    if (this.waiting.size === 0) return;
    const pause = Math.min(Math.max(took * pauseForBlock, shortestPauseMs), longestPauseMs);
    this.planAfter(wasBusy ? pause : shortestBreakMs);
  }
}
