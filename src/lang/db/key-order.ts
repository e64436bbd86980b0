// The sorted keys of a collection. The order is kept, so that a new key does not require sorting all of them.

import { compareText } from '../../base/text.ts';

/** With more new keys, sorting all keys is as fast. */
const mostAdded = 10_000;

export class KeyOrder {
  /** The keys when they were last requested; `undefined` after keys were undone. */
  private sorted: readonly string[] | undefined;
  /** The few keys that were added since. */
  private added: string[] = [];

  /** Adds a new key. */
  add(key: string): void {
    if (this.sorted !== undefined && this.added.push(key) > mostAdded) this.forget();
  }

  /** Call after keys were undone. */
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

/** Merges two ascending lists without duplicates. `right` is the shorter one. */
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

/** Returns the first index, from `start`, of a key that is not less than `key`. */
function firstFrom(keys: readonly string[], key: string, start: number): number {
  let [low, high] = [start, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareText(keys[middle] as string, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
