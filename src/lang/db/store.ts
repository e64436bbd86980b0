// One keyed collection of the in-memory database, whose writes can be undone. Its keys stay sorted, so that a new key does
// not require sorting all of them.

import { compareText } from '../../base/text.ts';

/** Undoes the writes of a transaction, the last write first. */
export class UndoLog {
  private readonly steps: (() => void)[] = [];

  push(step: () => void): void {
    this.steps.push(step);
  }

  undo(): void {
    for (let step = this.steps.pop(); step !== undefined; step = this.steps.pop()) step();
  }
}

/** Values must not change once they are stored. */
export class Store<V> {
  /** Grows with every change: a stored copy is valid while it stays the same. */
  changes = 0;
  private kept = new Map<string, V>();
  private order = new KeyOrder();
  /** Returns the entries on first use. */
  private fill: (() => Map<string, V>) | undefined;

  /** Returns a store whose entries are created on first use. */
  static filledBy<V>(fill: () => Map<string, V>): Store<V> {
    const store = new Store<V>();
    store.fill = fill;
    return store;
  }

  entries(): ReadonlyMap<string, V> {
    return this.filled();
  }

  get(key: string): V | undefined {
    return this.filled().get(key);
  }

  has(key: string): boolean {
    return this.filled().has(key);
  }

  set(key: string, value: V, undo: UndoLog | undefined): void {
    const entries = this.filled();
    this.changes++;
    const previous = entries.get(key);
    const isNew = previous === undefined && !entries.has(key);
    if (isNew) this.order.add(key);
    entries.set(key, value);
    if (undo === undefined) return;
    if (isNew) {
      undo.push(() => {
        this.changes++;
        entries.delete(key);
        this.order.forget();
      });
      return;
    }
    undo.push(() => {
      this.changes++;
      entries.set(key, previous as V);
    });
  }

  /** Ascending by code point. */
  keys(): readonly string[] {
    return this.order.of(() => this.filled().keys());
  }

  get size(): number {
    return this.filled().size;
  }

  /** Returns a store with the same entries, whose values are converted by `convert`. */
  copy(convert: (value: V) => V = (value) => value): Store<V> {
    const copy = new Store<V>();
    for (const [key, value] of this.filled()) copy.kept.set(key, convert(value));
    copy.order = this.order.copy();
    return copy;
  }

  private filled(): Map<string, V> {
    if (this.fill !== undefined) {
      this.kept = this.fill();
      this.fill = undefined;
    }
    return this.kept;
  }
}

/** With more new keys, sorting all keys is as fast. */
const maxAdded = 10_000;

export class KeyOrder {
  /** The keys when they were last requested; `undefined` after keys were undone. */
  private sorted: readonly string[] | undefined;
  /** The keys that were added since. */
  private added: string[] = [];

  /** Adds a new key. */
  add(key: string): void {
    if (this.sorted !== undefined && this.added.push(key) > maxAdded) this.forget();
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
