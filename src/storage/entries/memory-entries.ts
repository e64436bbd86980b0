// Entries in memory with the versions that transactions replaced: the fastest engine. Old versions can be moved out of
// memory.

import { countLeading } from '../../base/sorted.ts';
import { equalBytes } from '../../base/bytes.ts';
import { compareText } from '../../base/text.ts';
import { KeyOrder, mergedKeys } from '../../lang/session/store.ts';
import { type Change, type Entry, StoreFault, type VersionedEntries, spaces } from './entries.ts';
import { imageBytes, readImage, type Documents, type ReplacedDocument } from './memory-image.ts';
import { PutAside, type Aside } from './put-aside.ts';
import { ReceiptLog } from './receipt-log.ts';

type Version = { readonly transaction: bigint; readonly old: Uint8Array | undefined };

class MemorySpace {
  readonly documents = new Map<string, Uint8Array>();
  /** Versions by key, oldest first. */
  readonly versions = new Map<string, Version[]>();
  readonly order = new KeyOrder();
}

type Mark = { readonly height: number; readonly transaction: bigint };

/** A key, and the first transaction that replaced it. */
type Replaced = { readonly transaction: bigint; readonly space: MemorySpace; readonly key: string };

/** The number of transactions whose versions stay in memory, and of those that are moved out together. */
const recent = 32n;
const together = 16;

export class MemoryEntries implements VersionedEntries {
  private readonly spaces = new Map<number, MemorySpace>();
  /** Documents of the receipts space that are written only once. */
  private readonly receipts: ReceiptLog;
  private replaced: Replaced[] = [];
  private marks: Mark[] = [];
  private firstKept = 0n;
  private next = 0n;
  private readonly older: PutAside | undefined;
  /** The number of writes since versions were moved out. */
  private writes = 0;

  /** `aside`: the storage for old versions; by default all are in memory. */
  constructor(aside?: Aside) {
    this.older = aside && new PutAside(aside);
    this.receipts = new ReceiptLog(aside);
  }

  /** Creates entries from the result of `image`; returns `undefined` for other bytes. */
  static ofImage(bytes: Uint8Array, aside?: Aside): MemoryEntries | undefined {
    const content = readImage(bytes);
    if (content === undefined) return undefined;
    const entries = new MemoryEntries(aside);
    const added = writtenOnce(content.replaced);
    const isReceipt = new Set<string>();
    for (const [number, documents] of content.documents) {
      const space = entries.spaceOf(number);
      for (const [key, document] of documents) {
        const transaction = added.get(key) ?? longAgo;
        const mayBeReceipt = number === spaces.receipts && transaction !== 'often';
        if (mayBeReceipt && entries.receipts.add(key, document, transaction)) {
          isReceipt.add(key);
          continue;
        }
        space.documents.set(key, document);
        space.order.add(key);
      }
    }
    for (const { transaction, space: number, key, old } of content.replaced) {
      if (number === spaces.receipts && isReceipt.has(key)) continue;
      const space = entries.spaceOf(number);
      versionsOf(space, key).push({ transaction, old });
      entries.replaced.push({ transaction, space, key });
    }
    entries.next = content.next;
    entries.firstKept = content.firstKept;
    entries.putAside();
    return entries;
  }

  /** Returns everything except marks, as bytes. */
  image(): Uint8Array {
    return imageBytes({
      next: this.next,
      firstKept: this.firstKept,
      documents: this.allDocuments(),
      replaced: this.allReplaced(),
    });
  }

  get nextTransaction(): bigint {
    return this.next;
  }

  document(space: number, key: string): Uint8Array | undefined {
    const document = this.spaces.get(space)?.documents.get(key);
    if (document !== undefined || space !== spaces.receipts) return document;
    return this.receipts.get(key);
  }

  keys(space: number): string[] {
    const found = this.spaces.get(space);
    const keys = found === undefined ? [] : [...found.order.of(() => found.documents.keys())];
    if (space !== spaces.receipts) return keys;
    const receipts = [...this.receipts.entries()].map(([key]) => key).sort(compareText);
    return mergedKeys(receipts, keys);
  }

  apply(change: Change): void {
    switch (change.kind) {
      case 'write':
        for (const entry of change.entries) this.write(entry);
        this.next = change.nextTransaction;
        if (++this.writes >= together) this.putAside();
        return;
      case 'mark':
        this.marks = this.marks.filter(({ height }) => height !== change.height);
        this.marks.push({ height: change.height, transaction: this.next });
        return;
      case 'rewind':
        return this.rewind(change.transaction, change.height);
      case 'forget':
        return this.forget(change.transaction);
    }
  }

  documentBefore(transaction: bigint, space: number, key: string): Uint8Array | undefined {
    this.enforceKept(transaction);
    this.reach(transaction);
    const isReceipt = space === spaces.receipts;
    if (isReceipt && this.receipts.isFrom(transaction, key)) return undefined;
    const found = this.spaces.get(space);
    const version = found === undefined ? undefined : versionFrom(found, key, transaction);
    if (version !== undefined) return version.old;
    const document = found?.documents.get(key);
    return document ?? (isReceipt ? this.receipts.get(key) : undefined);
  }

  keysBefore(transaction: bigint, space: number): string[] {
    this.enforceKept(transaction);
    return this.keys(space).filter(
      (key) => this.documentBefore(transaction, space, key) !== undefined,
    );
  }

  /** Returns the transaction after a marked height. */
  transactionAfter(height: number): bigint {
    const mark = this.marks.find((each) => each.height === height);
    if (mark !== undefined) return mark.transaction;
    throw new StoreFault('not-kept', `the state of height ${height} is not kept`);
  }

  private write({ space: number, key, document }: Entry): void {
    const isReceipt = number === spaces.receipts;
    const known = this.spaces.get(number)?.documents.get(key);
    if (isReceipt && known === undefined && this.receipts.add(key, document, this.next)) return;
    const space = this.spaceOf(number);
    const old = known ?? (isReceipt ? this.receipts.get(key) : undefined);
    const versions = versionsOf(space, key);
    if (versions.at(-1)?.transaction !== this.next) {
      versions.push({ transaction: this.next, old });
      this.replaced.push({ transaction: this.next, space, key });
    }
    if (known === undefined) space.order.add(key);
    space.documents.set(key, document);
  }

  private *allDocuments(): Iterable<readonly [space: number, Documents]> {
    const { receipts } = this;
    const others = this.spaces.get(spaces.receipts)?.documents ?? new Map<string, Uint8Array>();
    for (const [number, { documents }] of this.spaces) {
      if (number !== spaces.receipts) yield [number, documents];
    }
    const entries = function* () {
      for (const entry of receipts.entries()) if (!others.has(entry[0])) yield entry;
      yield* others;
    };
    const hidden = [...others.keys()].filter((key) => receipts.get(key) !== undefined).length;
    const size = receipts.size + others.size - hidden;
    yield [spaces.receipts, { size, [Symbol.iterator]: entries }];
  }

  /** Yields all replaced documents in the order of transactions. */
  private *allReplaced(): Iterable<ReplacedDocument> {
    const { receipts, firstKept } = this;
    const written = receipts.since(firstKept)[Symbol.iterator]();
    let receipt = written.next();
    for (const older of [this.older?.all() ?? [], this.heldBefore(this.next)]) {
      for (const replaced of older) {
        for (; !receipt.done && receipt.value.transaction <= replaced.transaction;) {
          yield { ...receipt.value, space: spaces.receipts, old: undefined };
          receipt = written.next();
        }
        yield replaced;
      }
    }
    for (; !receipt.done; receipt = written.next()) {
      yield { ...receipt.value, space: spaces.receipts, old: undefined };
    }
  }

  /** Yields replaced documents in memory, up to a transaction. */
  private *heldBefore(last: bigint): Iterable<ReplacedDocument> {
    const numbers = new Map([...this.spaces].map(([number, space]) => [space, number]));
    for (const { transaction, space, key } of this.replaced) {
      if (transaction > last) return;
      const old = space.versions.get(key)?.find((each) => each.transaction === transaction)?.old;
      yield { transaction, space: numbers.get(space) ?? 0, key, old };
    }
  }

  private putAside(): void {
    this.writes = 0;
    const { older } = this;
    if (older !== undefined) this.drop(older.take([...this.heldBefore(this.next - recent)]));
  }

  /** Loads every version into memory that the state before a transaction needs. */
  private reach(transaction: bigint): void {
    const back = this.older?.bringBack(transaction) ?? [];
    if (back.length === 0) return;
    const replaced: Replaced[] = [];
    for (const { space: number, key, ...version } of [...back].reverse()) {
      const space = this.spaceOf(number);
      versionsOf(space, key).unshift(version);
      replaced.push({ transaction: version.transaction, space, key });
    }
    this.replaced = [...replaced.reverse(), ...this.replaced];
  }

  /** Drops the first replaced documents in memory. */
  private drop(count: number): void {
    for (const { space, key } of this.replaced.slice(0, count)) {
      const versions = space.versions.get(key);
      versions?.shift();
      if (versions?.length === 0) space.versions.delete(key);
    }
    if (count > 0) this.replaced = this.replaced.slice(count);
  }

  private spaceOf(number: number): MemorySpace {
    let space = this.spaces.get(number);
    if (space === undefined) {
      space = new MemorySpace();
      this.spaces.set(number, space);
    }
    return space;
  }

  private rewind(transaction: bigint, height: number | undefined): void {
    this.enforceKept(transaction);
    this.reach(transaction);
    this.older?.rewind(transaction);
    for (let last = this.replaced.at(-1); last !== undefined; last = this.replaced.at(-1)) {
      if (last.transaction < transaction) break;
      this.replaced.pop();
      this.takeBack(last);
    }
    this.receipts.rewind(transaction);
    this.marks = this.marks.filter(
      (mark) => mark.transaction <= transaction && (height === undefined || mark.height <= height),
    );
    this.next = transaction;
  }

  private takeBack({ space, key }: Replaced): void {
    const versions = space.versions.get(key);
    const version = versions?.pop();
    if (versions?.length === 0) space.versions.delete(key);
    // Documents in the receipt log are not stored twice.
    const isReceipt = space === this.spaces.get(spaces.receipts);
    const receipt = isReceipt ? this.receipts.get(key) : undefined;
    if (version?.old === undefined || (receipt && equalBytes(receipt, version.old))) {
      space.documents.delete(key);
      space.order.forget();
    } else {
      space.documents.set(key, version.old);
    }
  }

  private forget(transaction: bigint): void {
    const { replaced } = this;
    this.drop(countLeading(replaced.length, (i) => isOlder(replaced[i], transaction)));
    this.older?.forget(transaction);
    this.receipts.forget(transaction);
    this.marks = this.marks.filter((mark) => mark.transaction >= transaction);
    this.firstKept = transaction;
  }

  private enforceKept(transaction: bigint): void {
    if (this.firstKept <= transaction && transaction <= this.next) return;
    throw new StoreFault('not-kept', `the state before transaction ${transaction} is not kept`);
  }
}

function isOlder(replaced: Replaced | undefined, than: bigint): boolean {
  return replaced !== undefined && replaced.transaction < than;
}

function versionsOf(space: MemorySpace, key: string): Version[] {
  let versions = space.versions.get(key);
  if (versions === undefined) {
    versions = [];
    space.versions.set(key, versions);
  }
  return versions;
}

/** Returns the first version from a transaction on, which is the state before it. */
function versionFrom(space: MemorySpace, key: string, transaction: bigint): Version | undefined {
  return space.versions.get(key)?.find((each) => each.transaction >= transaction);
}

/** Returns the transaction that wrote each receipt, by key. */
function writtenOnce(replaced: Iterable<ReplacedDocument>): ReadonlyMap<string, bigint | 'often'> {
  const found = new Map<string, bigint | 'often'>();
  for (const { transaction, space, key, old } of replaced) {
    if (space !== spaces.receipts) continue;
    found.set(key, found.has(key) || old !== undefined ? 'often' : transaction);
  }
  return found;
}

/** For receipts that are older than every kept state. */
const longAgo = -1n;
