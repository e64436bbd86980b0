// Keeps the data for older states out of memory: bundles of replaced documents in an `Aside`. Bundles never change, so one
// that was read back does not need a second place.

import { StoreFault } from './entries.ts';
import { readReplaced, replacedBytes, type ReplacedDocument } from './memory-image.ts';

/** Storage for bytes that are rarely read. */
export interface Aside {
  /** Stores bytes; returns their place, or `undefined` if there is no room. */
  put(bytes: Uint8Array): number | undefined;
  /** Reads bytes; throws a `StoreFault` if that fails. */
  get(place: number): Uint8Array;
  /** Frees the place. */
  drop(place: number): void;
}

type Bundle = { readonly first: bigint; readonly last: bigint; readonly place: number };

export class PutAside {
  private readonly aside: Aside;
  /** The bundles, ascending by transaction. */
  private bundles: Bundle[] = [];
  /** The number of first bundles that are not in memory. */
  private out = 0;

  constructor(aside: Aside) {
    this.aside = aside;
  }

  /**
   * Stores documents of transactions before one, in order; returns the number that memory can drop. Some of them may have a
   * place already.
   */
  take(held: readonly ReplacedDocument[]): number {
    let count = 0;
    for (let next = this.bundles[this.out]; next !== undefined; next = this.bundles[this.out]) {
      const { last } = next;
      if ((held.at(-1)?.transaction ?? last - 1n) < last) return count;
      while (count < held.length && (held[count] as ReplacedDocument).transaction <= last) count++;
      this.out++;
    }
    const [first, last] = [held[count], held.at(-1)];
    if (first === undefined || last === undefined) return count;
    const place = this.aside.put(replacedBytes(held.slice(count)));
    if (place === undefined) return count;
    this.bundles.push({ first: first.transaction, last: last.transaction, place });
    this.out++;
    return held.length;
  }

  /** Returns the documents of this transaction and later ones that are not in memory, in order; the caller keeps them. */
  bringBack(transaction: bigint): readonly ReplacedDocument[] {
    const back: ReplacedDocument[][] = [];
    while (this.out > 0) {
      const bundle = this.bundles[this.out - 1] as Bundle;
      if (bundle.last < transaction) break;
      back.push(this.read(bundle));
      this.out--;
    }
    return back.reverse().flat();
  }

  /** Yields all documents that are not in memory. */
  *all(): Iterable<ReplacedDocument> {
    for (const bundle of this.bundles.slice(0, this.out)) yield* this.read(bundle);
  }

  /** Called after transactions from this one on were reverted; their documents were read back before. */
  rewind(transaction: bigint): void {
    for (let last = this.bundles.at(-1); last !== undefined; last = this.bundles.at(-1)) {
      if (last.last < transaction) return;
      this.bundles.pop();
      this.aside.drop(last.place);
    }
  }

  /** Drops the data for states before this transaction. */
  forget(transaction: bigint): void {
    let count = 0;
    while ((this.bundles[count]?.last ?? transaction) < transaction) count++;
    for (const { place } of this.bundles.splice(0, count)) this.aside.drop(place);
    this.out = Math.max(0, this.out - count);
  }

  private read({ place }: Bundle): ReplacedDocument[] {
    const read = readReplaced(this.aside.get(place));
    if (read !== undefined) return [...read];
    throw new StoreFault('damaged', 'the data of an older state cannot be read from the disk');
  }
}
