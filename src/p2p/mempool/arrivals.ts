// The order in which pending transactions arrived: each has a number. Readers of a mempool continue from a number, whatever
// was removed meanwhile.

import { countLeading } from '../../base/sorted.ts';

/** Removed ones are forgotten when they are more than those that are left, and this number. */
const slack = 1_024;

export class Arrivals {
  /** Identifies this process to readers: numbers of another one mean nothing. */
  readonly nonce: bigint;
  private numbers: number[] = [];
  private keys: string[] = [];
  private next = 0;

  constructor(nonce: bigint) {
    this.nonce = nonce;
  }

  /** The number that the next arrival gets. */
  get mark(): number {
    return this.next;
  }

  add(requestKey: string): number {
    this.numbers.push(this.next);
    this.keys.push(requestKey);
    return this.next++;
  }

  /** Yields arrivals from a number on, ascending; some may have been removed since. */
  *from(mark: number): Iterable<readonly [number, string]> {
    const { numbers, keys } = this;
    const first = countLeading(numbers.length, (i) => (numbers[i] as number) < mark);
    for (let i = first; i < numbers.length; i++) yield [numbers[i] as number, keys[i] as string];
  }

  /** Forgets removed ones, if they are many. `left`: how many are not removed. */
  tidy(left: number, isThere: (requestKey: string, number: number) => boolean): void {
    if (this.keys.length <= 2 * left + slack) return;
    const there = [...this.from(0)].filter(([number, key]) => isThere(key, number));
    this.numbers = there.map(([number]) => number);
    this.keys = there.map(([, key]) => key);
  }
}
