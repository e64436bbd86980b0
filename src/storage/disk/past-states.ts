// How states of the past differ from the present: for each of a few of them, the first record since then that replaced a
// key. The differences are extended when the present moves on, so that a question to the past reads no record twice.

import { putNewest } from '../../base/newest.ts';
import { maxPastStates } from './limits.ts';
import { addReplaced, type Replaced } from './undo-records.ts';

type Difference = {
  /** By `placeOf`. */
  readonly replaced: Map<string, Replaced>;
  /** The present up to which records were read; `undefined`: none yet. */
  next: bigint | undefined;
};

export class PastStates {
  private readonly replacedFrom: (transaction: bigint) => Iterable<Replaced>;
  /** By transaction; the least recently used one first. */
  private readonly differences = new Map<bigint, Difference>();

  /** `replacedFrom`: yields what this transaction and later ones replaced, in order. */
  constructor(replacedFrom: (transaction: bigint) => Iterable<Replaced>) {
    this.replacedFrom = replacedFrom;
  }

  /** Returns, by `placeOf`, what the keys were before a transaction that were written since. `next`: the present. */
  since(transaction: bigint, next: bigint): ReadonlyMap<string, Replaced> {
    const found = this.differences.get(transaction) ?? { replaced: new Map(), next: undefined };
    putNewest(this.differences, maxPastStates, [transaction, found]);
    if (found.next !== next) {
      addReplaced(found.replaced, this.replacedFrom(found.next ?? transaction));
      found.next = next;
    }
    return found.replaced;
  }

  clear(): void {
    this.differences.clear();
  }
}
