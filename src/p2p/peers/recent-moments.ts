// When something last happened for a key, as far as it was lately, for a bounded number of keys.

import type { Clock } from '../../base/ports/time.ts';

export type RecentMomentsOptions = {
  readonly clock: Clock;
  /** Milliseconds until it may happen again. */
  readonly ms: number;
  /** Keys; if all are recent, no other one is free. */
  readonly max: number;
};

export class RecentMoments {
  private readonly options: RecentMomentsOptions;
  /** The oldest first. */
  private readonly moments = new Map<string, number>();

  constructor(options: RecentMomentsOptions) {
    this.options = options;
  }

  isFree(key: string): boolean {
    this.forget();
    return !this.moments.has(key) && this.moments.size < this.options.max;
  }

  take(key: string): void {
    this.moments.delete(key);
    this.moments.set(key, this.options.clock.nowMs());
  }

  private forget(): void {
    const limit = this.options.clock.nowMs() - this.options.ms;
    for (const [key, moment] of this.moments) {
      if (moment > limit) return;
      this.moments.delete(key);
    }
  }
}
