// Numbers drawn from the port of randomness.

import { assert } from '../base/assert.ts';
import type { Random } from '../base/ports/random.ts';

export class Draws {
  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  /** Returns an integer of at least 0 and below the bound, each equally likely. The bound is at most 2^32. */
  below(bound: number): number {
    assert(bound >= 1 && bound <= 2 ** 32, 'the bound of a draw has 32 bits');
    const fair = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
      const [a = 0, b = 0, c = 0, d = 0] = this.random.bytes(4);
      const drawn = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
      if (drawn < fair) return drawn % bound;
    }
  }

  /** Returns an integer of at least the first and at most the second. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** Returns one of the items; `undefined` if there are none. */
  oneOf<T>(items: readonly T[]): T | undefined {
    return items.length === 0 ? undefined : items[this.below(items.length)];
  }

  /** Returns up to so many of the items, in a drawn order. */
  someOf<T>(items: readonly T[], count: number): readonly T[] {
    const left = [...items];
    const drawn: T[] = [];
    while (drawn.length < count && left.length > 0) {
      drawn.push(...left.splice(this.below(left.length), 1));
    }
    return drawn;
  }

  bytes(length: number): Uint8Array {
    return this.random.bytes(length);
  }
}
