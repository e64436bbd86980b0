// The blocks of a devnet on demand that no transaction needs: while clients look at the chains, time passes there as on any
// network. The first rounds come quickly, for a program that waits for a moment; later ones as rarely as on other
// development networks, so that a page that stays open does not fill the disk. Without clients there are none.

import type { Cancel, Clock, Timer } from '../../base/ports/time.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';

type HeartbeatParts = {
  readonly clock: Clock;
  readonly timer: Timer;
  readonly chains: readonly ChainId[];
  /** Makes a block of a chain if its newest one is older than a second. */
  readonly beat: (chain: ChainId) => void;
};

/** Milliseconds between two rounds: each pause is twice as long as the one before. */
const shortestMs = 1000;
const longestMs = 30_000;
/** Milliseconds without a question after which the next one begins with a short pause. */
const quietMs = 30_000;
/** Milliseconds after a miner's request in which only miners make blocks: others would spoil its work. */
const minerMs = 60_000;

export class Heartbeat {
  private readonly parts: HeartbeatParts;
  private askedMs = -Infinity;
  private minedMs = -Infinity;
  private roundMs = -Infinity;
  private pauseMs = shortestMs;
  /** Open streams of blocks. */
  private streams = 0;
  private isBeating = false;
  private isStopped = false;
  private cancelNext: Cancel = () => undefined;

  constructor(parts: HeartbeatParts) {
    this.parts = parts;
  }

  /** A client looks at the chains. The block that this causes is made after the answer. */
  asked(): void {
    const now = this.parts.clock.nowMs();
    if (now - this.askedMs > quietMs) this.hurry();
    this.askedMs = now;
    if (now - this.roundMs >= this.pauseMs) this.begin();
  }

  /** A client looks until it calls the returned function. */
  watched(): () => void {
    this.streams++;
    this.hurry();
    this.asked();
    this.plan();
    let isOpen = true;
    return () => {
      if (isOpen) this.streams--;
      isOpen = false;
    };
  }

  /** A miner has work. */
  mining(): void {
    this.minedMs = this.parts.clock.nowMs();
  }

  /** Something has happened: the next rounds come quickly again. */
  hurry(): void {
    this.pauseMs = shortestMs;
  }

  stop(): void {
    this.isStopped = true;
    this.cancelNext();
  }

  private begin(): void {
    const { clock, timer } = this.parts;
    if (this.isBeating || this.isStopped || clock.nowMs() - this.minedMs < minerMs) return;
    this.isBeating = true;
    timer.soon(() => this.round(0));
  }

  /** Makes a block of one chain after the other: between them, requests are answered. */
  private round(at: number): void {
    const { clock, timer, chains, beat } = this.parts;
    const chain = chains[at];
    if (this.isStopped) return;
    if (chain !== undefined) {
      beat(chain);
      timer.soon(() => this.round(at + 1));
      return;
    }
    this.isBeating = false;
    this.roundMs = clock.nowMs();
    this.plan();
    this.pauseMs = Math.min(2 * this.pauseMs, longestMs);
  }

  /** Streams ask for nothing, so the next round is planned for them. */
  private plan(): void {
    this.cancelNext();
    if (this.streams === 0 || this.isStopped) return;
    this.cancelNext = this.parts.timer.after(
      this.pauseMs,
      () => {
        this.plan();
        if (this.streams > 0) this.begin();
      },
      { isBackground: true },
    );
  }
}
