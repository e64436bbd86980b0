// Numbers by chance from a text: the same text gives the same numbers everywhere, so that a case can be named by its
// seed, target and number, whatever ran before it.

import { SeededRandom } from '../../base/ports/seeded-random.ts';
import { shortHash } from '../../base/short-hash.ts';

export class Random extends SeededRandom {
  /** Texts that are alike begin far from one another. */
  constructor(text: string) {
    super(shortHash(text));
  }

  /** True in one of `cases` cases. */
  oneIn(cases: number): boolean {
    return this.below(cases) === 0;
  }

  /** `undefined` of nothing. */
  pick<T>(items: readonly T[]): T | undefined {
    return items.length === 0 ? undefined : items[this.below(items.length)];
  }
}
