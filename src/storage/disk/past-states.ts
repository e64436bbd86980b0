// How states of the past differ from the present: for each of a few of them, the first record since then that replaced a
// key. The differences are extended when the present moves on, so that a question to the past reads no record twice.

import type { EntryKey } from '../entries/index.ts';
import type { State, UndoRecord } from './disk-entries.ts';
import { maxPastStates } from './limits.ts';
import { placeOf, type Replaced } from './undo-records.ts';

type Difference = {
  /** By `placeOf`. */
  readonly replaced: Map<string, Replaced>;
  /** The present up to which records were read; `undefined`: none yet. */
  next: bigint | undefined;
};

export class PastStates {
  private readonly recordsFrom: (transaction: bigint) => Iterable<UndoRecord>;
  /** By transaction; the least recently used one first. */
  private readonly differences = new Map<bigint, Difference>();

  /** `recordsFrom`: yields the records of this transaction and later ones, in order. */
  constructor(recordsFrom: (transaction: bigint) => Iterable<UndoRecord>) {
    this.recordsFrom = recordsFrom;
  }

  /** Returns what was the entry of a key before a transaction, or `undefined` if it has not been written since. */
  replacedSince(transaction: bigint, present: State, key: EntryKey): Replaced | undefined {
    return this.difference(transaction, present).replaced.get(placeOf(key));
  }

  /** Returns the keys of a space that did not exist before a transaction. */
  addedSince(transaction: bigint, present: State, space: number): ReadonlySet<string> {
    const added = new Set<string>();
    for (const each of this.difference(transaction, present).replaced.values()) {
      if (each.space === space && each.old === undefined) added.add(each.key);
    }
    return added;
  }

  clear(): void {
    this.differences.clear();
  }

  private difference(transaction: bigint, { next }: State): Difference {
    const found = this.differences.get(transaction) ?? { replaced: new Map(), next: undefined };
    this.differences.delete(transaction);
    this.differences.set(transaction, found);
    for (const oldest of this.differences.keys()) {
      if (this.differences.size <= maxPastStates) break;
      this.differences.delete(oldest);
    }
    if (found.next === next) return found;
    for (const { replaced } of this.recordsFrom(found.next ?? transaction)) {
      for (const each of replaced) {
        const place = placeOf(each);
        if (!found.replaced.has(place)) found.replaced.set(place, each);
      }
    }
    found.next = next;
    return found;
  }
}
