// Blocks executed in a second, lately.

import type { Clock } from '../../base/ports/time.ts';

const windowMs = 10_000;
const maxCounts = 1000;

export class Speed {
  private readonly clock: Clock;
  private counts: { readonly atMs: number; readonly blocks: number }[] = [];

  constructor(clock: Clock) {
    this.clock = clock;
  }

  count(blocks: number): void {
    this.counts.push({ atMs: this.clock.nowMs(), blocks });
    if (this.counts.length > maxCounts) this.counts = this.counts.slice(-maxCounts / 2);
  }

  blocksPerSecond(): number {
    const sinceMs = this.clock.nowMs() - windowMs;
    this.counts = this.counts.filter(({ atMs }) => atMs > sinceMs);
    const blocks = this.counts.reduce((sum, each) => sum + each.blocks, 0);
    return blocks / (windowMs / 1000);
  }
}
