// What an export has written so far, how fast, and how much is left. The caller has the clock and shows it.

import type { Clock } from '../../base/ports/time.ts';
import type { BlockRows } from './rows.ts';

/** The rate is that of about so many milliseconds. */
const windowMs = 10_000;

export class ExportProgress {
  blocks = 0;
  transactions = 0;
  events = 0;
  transfers = 0;
  /** Blocks of forks that were replaced. */
  removed = 0;
  /** Blocks up to the cut that is being exported. */
  left = 0;
  private readonly clock: Clock;
  private readonly onChange: () => void;
  /** Counts at earlier times, the oldest first. */
  private readonly samples: Sample[] = [];

  constructor(clock: Clock, onChange: () => void) {
    this.clock = clock;
    this.onChange = onChange;
  }

  /** Begins to export up to a cut. */
  begin(missing: number): void {
    this.left = missing;
    if (this.samples.length === 0) this.sample();
  }

  add(blocks: readonly BlockRows[], removed: number): void {
    this.blocks += blocks.length;
    for (const { transactions, events, transfers } of blocks) {
      this.transactions += transactions.length;
      this.events += events.length;
      this.transfers += transfers.length;
    }
    this.removed += removed;
    // Blocks that replace others were not counted as missing.
    this.left = Math.max(0, this.left - blocks.length);
    this.sample();
    this.onChange();
  }

  /** Returns blocks and transactions a second, of the last seconds. */
  rate(): { readonly blocks: number; readonly transactions: number } {
    const [oldest] = this.samples;
    const ms = oldest === undefined ? 0 : this.clock.nowMs() - oldest.atMs;
    if (oldest === undefined || ms <= 0) return { blocks: 0, transactions: 0 };
    return {
      blocks: ((this.blocks - oldest.blocks) * 1000) / ms,
      transactions: ((this.transactions - oldest.transactions) * 1000) / ms,
    };
  }

  /** Returns `undefined` as long as the rate is unknown. */
  secondsLeft(): number | undefined {
    const { blocks } = this.rate();
    return blocks > 0 ? this.left / blocks : undefined;
  }

  private sample(): void {
    const atMs = this.clock.nowMs();
    const newest = this.samples.at(-1);
    // A few samples a second are enough.
    if (newest !== undefined && atMs - newest.atMs < windowMs / 50) return;
    this.samples.push({ atMs, blocks: this.blocks, transactions: this.transactions });
    while (this.samples.length > 1 && atMs - (this.samples[0]?.atMs ?? atMs) > windowMs) {
      this.samples.shift();
    }
  }
}

type Sample = { readonly atMs: number; readonly blocks: number; readonly transactions: number };
