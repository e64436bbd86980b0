// Decides when blocks are made from waiting transactions, one chain at a time and in turns: requests are handled
// between two turns. While clients still send, turns are short and take a third of the time; when they stop, turns
// follow each other directly.

import type { Clock, Timer } from '../../../base/ports/time.ts';
import type { ChainId } from '../../../chain/graph/chain-graph.ts';

export type PaceParts = {
  readonly clock: Clock;
  readonly timer: Timer;
  /** Returns the next chain; there is at least one. */
  readonly choose: (waiting: ReadonlySet<ChainId>) => ChainId;
  /** Works on a block for about this many milliseconds. Returns whether the chain needs another turn. */
  readonly work: (chain: ChainId, milliseconds: number) => boolean;
};

/** Milliseconds from the first waiting transaction until the first turn. */
const shortestPauseMs = 10;
const longestPauseMs = 200;
/** Requests that arrived meanwhile are read within this time, and noticed then. */
const shortestBreakMs = 1;
/** The pause under load, as a multiple of the duration of the turn before. */
const pauseForTurn = 2;
/** Milliseconds of a turn: under load, and after clients have stopped. */
const shortTurnMs = 5;
const longTurnMs = 40;

export class Pace {
  private readonly parts: PaceParts;
  private readonly waiting = new Set<ChainId>();
  private isPlanned = false;
  /** Whether transactions arrived since the last turn. */
  private isBusy = false;

  constructor(parts: PaceParts) {
    this.parts = parts;
  }

  /** Call this when the chain has waiting transactions. */
  admitted(chain: ChainId): void {
    this.isBusy = true;
    this.waiting.add(chain);
    if (!this.isPlanned) this.planAfter(shortestPauseMs);
  }

  private planAfter(milliseconds: number): void {
    this.isPlanned = true;
    this.parts.timer.after(milliseconds, () => this.takeTurn());
  }

  private takeTurn(): void {
    const { clock, choose, work } = this.parts;
    const chain = choose(this.waiting);
    this.waiting.delete(chain);
    const wasBusy = this.isBusy;
    this.isBusy = false;
    const start = clock.nowMs();
    if (work(chain, wasBusy ? shortTurnMs : longTurnMs)) this.waiting.add(chain);
    const took = clock.nowMs() - start;
    this.isPlanned = false;
    if (this.waiting.size === 0) return;
    const pause = Math.min(Math.max(took * pauseForTurn, shortestPauseMs), longestPauseMs);
    this.planAfter(wasBusy ? pause : shortestBreakMs);
  }
}
