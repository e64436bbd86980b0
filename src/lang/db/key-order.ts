// The keys of a collection in order. Kept from one time to the next: a new key does not sort all of them.

import { compareText } from '../../base/text.ts';

/** Beyond this, sorting all keys is as well. */
const mostAdded = 10_000;

export class KeyOrder {
  /** As of when they were last asked for; `undefined` where some were taken back. */
  private sorted: readonly string[] | undefined;
  /** Keys that were added since; few. */
  private added: string[] = [];

  /** Of a key that was not there. */
  add(key: string): void {
    if (this.sorted !== undefined && this.added.push(key) > mostAdded) this.forget();
  }

  /** Keys were taken back. */
  forget(): void {
    this.sorted = undefined;
    this.added = [];
  }

  /** Ascending by code point. */
  of(keys: () => Iterable<string>): readonly string[] {
    const { added } = this;
    if (this.sorted === undefined) this.sorted = [...keys()].sort(compareText);
    else if (added.length > 0) this.sorted = mergedKeys(this.sorted, added.sort(compareText));
    this.added = [];
    return this.sorted;
  }

  copy(): KeyOrder {
    const copy = new KeyOrder();
    copy.sorted = this.sorted;
    copy.added = [...this.added];
    return copy;
  }
}

/** Both ascend; a key of both comes once. `right` is the shorter one. */
export function mergedKeys(left: readonly string[], right: readonly string[]): string[] {
  const merged: string[] = [];
  let at = 0;
  for (const key of right) {
    const end = firstFrom(left, key, at);
    for (; at < end; at++) merged.push(left[at] as string);
    if (left[at] === key) at++;
    merged.push(key);
  }
  for (; at < left.length; at++) merged.push(left[at] as string);
  return merged;
}

/** The first place, from `start`, of a key that does not come before `key`. */
function firstFrom(keys: readonly string[], key: string, start: number): number {
  let [low, high] = [start, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareText(keys[middle] as string, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
