// Random numbers from a seed: the same seed gives the same numbers on every machine.

import { SeededRandom } from '../../src/base/ports/random.ts';

export class Random extends SeededRandom {
  /** Returns true with a probability of 1 in `cases`. */
  oneIn(cases: number): boolean {
    return this.below(cases) === 0;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('there is nothing to pick');
    return item;
  }
}
