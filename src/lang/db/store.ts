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

/** Values must not change once they are stored. */
export class Store<V> {
  private readonly entries = new Map<string, V>();
  private sorted: readonly string[] | undefined;

  get(key: string): V | undefined {
    return this.entries.get(key);
  }

  has(key: string): boolean {
    return this.entries.has(key);
  }

  set(key: string, value: V, undo: UndoLog | undefined): void {
    const { entries } = this;
    const previous = entries.get(key);
    const isNew = previous === undefined && !entries.has(key);
    if (isNew) this.sorted = undefined;
    entries.set(key, value);
    if (undo === undefined) return;
    if (isNew) {
      undo.push(() => {
        entries.delete(key);
        this.sorted = undefined;
      });
    } else undo.push(() => entries.set(key, previous as V));
  }

  /** Ascending by code point. */
  keys(): readonly string[] {
    this.sorted ??= [...this.entries.keys()].sort(compareText);
    return this.sorted;
  }

  /** A store of the same entries; with `convert`, each value is turned into another. */
  copy(convert: (value: V) => V = (value) => value): Store<V> {
    const copy = new Store<V>();
    for (const [key, value] of this.entries) copy.entries.set(key, convert(value));
    copy.sorted = this.sorted;
    return copy;
  }
}
