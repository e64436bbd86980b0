// A pseudo-random generator seeded by a text: the same text gives the same numbers everywhere, so a case is identified by
// its seed, target and number, independent of earlier cases.

import { SeededRandom } from '../../../base/ports/random.ts';
import { shortHash } from '../../../base/bytes.ts';

export class Random extends SeededRandom {
  /** Similar texts give unrelated numbers. */
  constructor(text: string) {
    super(shortHash(text));
  }

  /** Returns true with probability 1 / `cases`. */
  oneIn(cases: number): boolean {
    return this.below(cases) === 0;
  }

  /** Returns a random item; `undefined` if there are none. */
  pick<T>(items: readonly T[]): T | undefined {
    return items.length === 0 ? undefined : items[this.below(items.length)];
  }
}
