// How often something may be done: each key has a bucket of tokens that fills at a constant rate, and every use takes some.
// Work may be charged afterwards: a bucket that owes tokens is empty until it has paid.

import { putNewest } from './newest.ts';
import type { Clock } from './ports/time.ts';

export type BucketRate = {
  readonly perSecond: number;
  /** The most tokens: what can be used at once after a pause. */
  readonly burst: number;
};

type Bucket = { tokens: number; atMs: number };

export class TokenBuckets {
  private readonly rate: BucketRate;
  private readonly clock: Pick<Clock, 'nowMs'>;
  private readonly max: number;
  /** Only those that were used; the least recently used one comes first. */
  private readonly buckets = new Map<string, Bucket>();

  /** `max`: the number of keys; beyond it the least recently used one is forgotten, and is full again. */
  constructor(
    options: BucketRate & { readonly clock: Pick<Clock, 'nowMs'>; readonly max: number },
  ) {
    this.rate = options;
    this.clock = options.clock;
    this.max = options.max;
  }

  get size(): number {
    return this.buckets.size;
  }

  /** Returns whether there is a whole token. Nothing is taken. */
  has(key: string): boolean {
    return this.tokensOf(key) >= 1;
  }

  /** Whether nothing was taken lately. */
  isFull(key: string): boolean {
    return this.tokensOf(key) === this.rate.burst;
  }

  /** Takes one token, and returns whether there was one. */
  take(key: string): boolean {
    const has = this.has(key);
    this.spend(key, has ? 1 : 0);
    return has;
  }

  /** Takes tokens, more than there are if need be. */
  spend(key: string, tokens: number): void {
    const left = Math.max(this.tokensOf(key) - tokens, -this.rate.burst);
    putNewest(this.buckets, this.max, [key, { tokens: left, atMs: this.clock.nowMs() }]);
  }

  private tokensOf(key: string): number {
    const { perSecond, burst } = this.rate;
    const bucket = this.buckets.get(key);
    if (bucket === undefined) return burst;
    const seconds = (this.clock.nowMs() - bucket.atMs) / 1000;
    return Math.min(burst, bucket.tokens + seconds * perSecond);
  }
}
