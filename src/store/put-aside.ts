// What restores older states, out of memory: bundles of replaced documents that a place for bytes holds. They never change, so
// a bundle that was brought back for a question needs no second place.

import { StoreFault } from './fault.ts';
import { readReplaced, replacedBytes, type ReplacedDocument } from './memory-image.ts';

/** A place for bytes that are rarely asked for. */
export interface Aside {
  /** The place that has them; `undefined` where there is no room. */
  put(bytes: Uint8Array): number | undefined;
  /** Throws a `StoreFault` where they cannot be read. */
  get(place: number): Uint8Array;
  /** The place is free for others. */
  drop(place: number): void;
}

type Bundle = { readonly first: bigint; readonly last: bigint; readonly place: number };

export class PutAside {
  private readonly aside: Aside;
  /** Ascending by transaction. */
  private bundles: Bundle[] = [];
  /** The first bundles, which memory does not hold. */
  private out = 0;

  constructor(aside: Aside) {
    this.aside = aside;
  }

  /**
   * Takes what memory holds of transactions before one, in their order: how many documents memory can give up. Some of
   * them may have a place already.
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

  /** What memory lacks of this transaction and later ones, in their order; it is held from now on. */
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

  /** Everything that memory lacks. */
  *all(): Iterable<ReplacedDocument> {
    for (const bundle of this.bundles.slice(0, this.out)) yield* this.read(bundle);
  }

  /** Transactions from this one on were taken back; it was brought back before. */
  rewind(transaction: bigint): void {
    for (let last = this.bundles.at(-1); last !== undefined; last = this.bundles.at(-1)) {
      if (last.last < transaction) return;
      this.bundles.pop();
      this.aside.drop(last.place);
    }
  }

  /** The states before this transaction are given up. */
  forget(transaction: bigint): void {
    let count = 0;
    while ((this.bundles[count]?.last ?? transaction) < transaction) count++;
    for (const { place } of this.bundles.splice(0, count)) this.aside.drop(place);
    this.out = Math.max(0, this.out - count);
  }

  private read({ place }: Bundle): ReplacedDocument[] {
    const read = readReplaced(this.aside.get(place));
    if (read !== undefined) return [...read];
    throw new StoreFault('damaged', 'what restores an older state cannot be read from the disk');
  }
}
