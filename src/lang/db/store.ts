// One keyed collection of the in-memory database, whose writes can be undone.

import { compareText } from '../../base/text.ts';

/** What undoes the writes of a transaction, the last write first. */
export class UndoLog {
  private readonly steps: (() => void)[] = [];

  push(step: () => void): void {
    this.steps.push(step);
  }

  undo(): void {
    for (let step = this.steps.pop(); step !== undefined; step = this.steps.pop()) step();
  }
}

/** Beyond this, sorting all keys is as well. */
const mostAdded = 10_000;

/** Values must not change once they are stored. */
export class Store<V> {
  /** Grows with every change: what was kept of the store holds as long as it has not. */
  changes = 0;
  private kept = new Map<string, V>();
  /** Keys in order as of when they were last asked for; `undefined` where some were taken back. */
  private sorted: readonly string[] | undefined;
  /** Keys that were added since; few. */
  private added: string[] = [];
  /** Gives the entries when they are first asked for. */
  private fill: (() => Map<string, V>) | undefined;

  /** A store whose entries are made when somebody looks at them. */
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
    if (isNew) this.addKey(key);
    entries.set(key, value);
    if (undo === undefined) return;
    if (isNew) {
      undo.push(() => {
        this.changes++;
        entries.delete(key);
        this.forgetOrder();
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
    const { added } = this;
    if (this.sorted === undefined) this.sorted = [...this.filled().keys()].sort(compareText);
    else if (added.length > 0) this.sorted = mergedKeys(this.sorted, added.sort(compareText));
    this.added = [];
    return this.sorted;
  }

  get size(): number {
    return this.filled().size;
  }

  /** Puts another in the place of a value, which means the same. */
  replace(key: string, convert: (value: V) => V): void {
    const entries = this.filled();
    const value = entries.get(key);
    if (value !== undefined) entries.set(key, convert(value));
  }

  /** Puts others in the place of all values, which mean the same. */
  convert(convert: (value: V) => V): void {
    const entries = this.filled();
    for (const [key, value] of entries) entries.set(key, convert(value));
  }

  /** A store of the same entries; with `convert`, each value is turned into another. */
  copy(convert: (value: V) => V = (value) => value): Store<V> {
    const copy = new Store<V>();
    for (const [key, value] of this.filled()) copy.kept.set(key, convert(value));
    copy.sorted = this.sorted;
    copy.added = [...this.added];
    return copy;
  }

  private addKey(key: string): void {
    if (this.sorted !== undefined && this.added.push(key) > mostAdded) this.forgetOrder();
  }

  private forgetOrder(): void {
    this.sorted = undefined;
    this.added = [];
  }

  private filled(): Map<string, V> {
    if (this.fill !== undefined) {
      this.kept = this.fill();
      this.fill = undefined;
    }
    return this.kept;
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
