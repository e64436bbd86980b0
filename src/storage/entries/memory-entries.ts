// Entries in memory with the versions that transactions replaced: for tests, replays and states that end with a process.

import { countLeading } from '../../base/sorted.ts';
import { KeyOrder } from '../../lang/session/store.ts';
import { type Change, type Entry, StoreFault, type VersionedEntries } from './entries.ts';

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

export class MemoryEntries implements VersionedEntries {
  private readonly spaces = new Map<number, MemorySpace>();
  private replaced: Replaced[] = [];
  private marks: Mark[] = [];
  private firstKept = 0n;
  private next = 0n;

  get nextTransaction(): bigint {
    return this.next;
  }

  document(space: number, key: string): Uint8Array | undefined {
    return this.spaces.get(space)?.documents.get(key);
  }

  keys(space: number): string[] {
    const found = this.spaces.get(space);
    return found === undefined ? [] : [...found.order.of(() => found.documents.keys())];
  }

  apply(change: Change): void {
    switch (change.kind) {
      case 'write':
        for (const entry of change.entries) this.write(entry);
        this.next = change.nextTransaction;
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
    const found = this.spaces.get(space);
    const version = found === undefined ? undefined : versionFrom(found, key, transaction);
    return version === undefined ? found?.documents.get(key) : version.old;
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
    const space = this.spaceOf(number);
    const old = space.documents.get(key);
    const versions = versionsOf(space, key);
    if (versions.at(-1)?.transaction !== this.next) {
      versions.push({ transaction: this.next, old });
      this.replaced.push({ transaction: this.next, space, key });
    }
    if (old === undefined) space.order.add(key);
    space.documents.set(key, document);
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
    for (let last = this.replaced.at(-1); last !== undefined; last = this.replaced.at(-1)) {
      if (last.transaction < transaction) break;
      this.replaced.pop();
      takeBack(last);
    }
    this.marks = this.marks.filter(
      (mark) => mark.transaction <= transaction && (height === undefined || mark.height <= height),
    );
    this.next = transaction;
  }

  private forget(transaction: bigint): void {
    const { replaced } = this;
    const count = countLeading(replaced.length, (i) => isOlder(replaced[i], transaction));
    for (const { space, key } of replaced.slice(0, count)) {
      const versions = space.versions.get(key);
      versions?.shift();
      if (versions?.length === 0) space.versions.delete(key);
    }
    this.replaced = replaced.slice(count);
    this.marks = this.marks.filter((mark) => mark.transaction >= transaction);
    this.firstKept = transaction;
  }

  private enforceKept(transaction: bigint): void {
    if (this.firstKept <= transaction && transaction <= this.next) return;
    throw new StoreFault('not-kept', `the state before transaction ${transaction} is not kept`);
  }
}

function takeBack({ space, key }: Replaced): void {
  const versions = space.versions.get(key);
  const version = versions?.pop();
  if (versions?.length === 0) space.versions.delete(key);
  if (version?.old !== undefined) {
    space.documents.set(key, version.old);
    return;
  }
  space.documents.delete(key);
  space.order.forget();
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
