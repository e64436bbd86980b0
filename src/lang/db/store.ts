// One keyed collection of the in-memory database, whose writes can be undone.

import { KeyOrder } from './key-order.ts';

/** Undoes the writes of a transaction, the last write first. */
export class UndoLog {
  private readonly steps: (() => void)[] = [];
  private readonly stepsWhenKept: (() => void)[] = [];

  push(step: () => void): void {
    this.steps.push(step);
  }

  /** Adds a step that runs once the transaction is committed and cannot be undone any more. */
  whenKept(step: () => void): void {
    this.stepsWhenKept.push(step);
  }

  keep(): void {
    for (const step of this.stepsWhenKept) step();
  }

  undo(): void {
    for (let step = this.steps.pop(); step !== undefined; step = this.steps.pop()) step();
  }
}

/** The part of a collection that is stored in images: its entries. */
export abstract class StoredEntries<V> {
  /** Grows with every change: a stored copy is valid while it stays the same. */
  changes = 0;
  abstract readonly size: number;
  /** Each entry is valid until the next change. */
  abstract entries(): Iterable<readonly [string, V]>;
}

/** Values must not change once they are stored. */
export class Store<V> extends StoredEntries<V> {
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

  /** Replaces a value by an equivalent one. */
  replace(key: string, convert: (value: V) => V): void {
    const entries = this.filled();
    const value = entries.get(key);
    if (value !== undefined) entries.set(key, convert(value));
  }

  /** Replaces all values by equivalent ones. */
  convert(convert: (value: V) => V): void {
    const entries = this.filled();
    for (const [key, value] of entries) entries.set(key, convert(value));
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
