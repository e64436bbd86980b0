// Entries that are written once and never changed, with base64url hashes as keys: the block of each transaction. A chain
// has one for each of its transactions, so they are stored compactly in a table, whose order gives the transaction that
// wrote them.

import { fromBase64Url, toBase64Url } from '../../base/base64url.ts';
import { countLeading } from '../../base/sorted.ts';
import { HashTable } from '../../base/hash-table.ts';
import { receiptBytes } from './entries.ts';
import { PagedRows } from './paged-rows.ts';
import type { Aside } from './put-aside.ts';

/** Receipts written by one transaction: from a number on, up to the next group. */
type Group = { readonly transaction: bigint; readonly from: number };

export class ReceiptLog {
  private readonly table: HashTable;
  /** The groups, ascending. */
  private groups: Group[] = [];

  /** `aside`: the storage of all but the newest receipts; default: memory. */
  constructor(aside?: Aside) {
    this.table = new HashTable(receiptBytes, aside && ((width) => new PagedRows(width, aside)));
  }

  get size(): number {
    return this.table.size;
  }

  /** Adds a receipt; returns false if the key is not new, or key or document do not have the right form. */
  add(key: string, document: Uint8Array, transaction: bigint): boolean {
    const hash = document.length === receiptBytes ? hashOf(key) : undefined;
    if (hash === undefined || this.table.find(hash) !== undefined) return false;
    const last = this.groups.at(-1);
    if (last !== undefined && last.transaction > transaction) return false;
    if (last?.transaction !== transaction) this.groups.push({ transaction, from: this.table.size });
    this.table.set(hash, document);
    return true;
  }

  get(key: string): Uint8Array | undefined {
    const hash = hashOf(key);
    return hash && this.table.get(hash)?.slice();
  }

  /** Checks whether this transaction or a later one wrote it. */
  isFrom(transaction: bigint, key: string): boolean {
    const hash = hashOf(key);
    const at = hash && this.table.find(hash);
    return at !== undefined && at >= this.countBefore(transaction);
  }

  /** Yields all receipts in the order of their writes. */
  *entries(): Iterable<readonly [key: string, document: Uint8Array]> {
    for (let at = 0; at < this.table.size; at++) {
      yield [toBase64Url(this.table.keyAt(at)), this.table.valueAt(at).slice()];
    }
  }

  /** Yields the receipts written by transactions from this one on, in order. */
  *since(first: bigint): Iterable<{ readonly key: string; readonly transaction: bigint }> {
    for (const [i, { transaction, from }] of this.groups.entries()) {
      if (transaction < first) continue;
      const end = this.groups[i + 1]?.from ?? this.table.size;
      for (let at = from; at < end; at++) {
        yield { key: toBase64Url(this.table.keyAt(at)), transaction };
      }
    }
  }

  /** Removes the receipts of this transaction and later ones. */
  rewind(transaction: bigint): void {
    const count = this.countBefore(transaction);
    while ((this.groups.at(-1)?.transaction ?? -1n) >= transaction) this.groups.pop();
    this.table.cutTo(count);
  }

  /** Drops the data for states before this transaction. */
  forget(transaction: bigint): void {
    const kept = this.groupsBefore(transaction);
    if (kept > 1) this.groups = this.groups.slice(kept - 1);
  }

  private countBefore(transaction: bigint): number {
    return this.groups[this.groupsBefore(transaction)]?.from ?? this.table.size;
  }

  private groupsBefore(transaction: bigint): number {
    const { groups } = this;
    return countLeading(groups.length, (i) => (groups[i] as Group).transaction < transaction);
  }
}

/** Returns the 32 bytes of a hash in canonical base64url. */
function hashOf(key: string): Uint8Array | undefined {
  return key.length === hashText ? fromBase64Url(key) : undefined;
}

const hashText = 43;
