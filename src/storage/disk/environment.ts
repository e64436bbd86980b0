// One LMDB environment: a file of tables, each from keys to values in the order of the keys' bytes. One thread writes; any
// number of threads of the process read snapshots. The writes of one step are stored together or not at all. A write is
// visible to its thread at once, and to others when its step is committed. After a failed write nothing more is written.
//
// Each stored value begins with a checksum of its key and its content, so that a damaged one is found when it is read. A
// damaged key cannot be found under its true name; where a key seems to be missing, its neighbours are checked: a search
// that a damaged key misleads ends beside it.

import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { open, type Database, type RootDatabase } from 'lmdb';
import { compareBytes, equalBytes } from '../../base/bytes.ts';
import { StoreFault } from '../entries/index.ts';
import { diskFault, readAt } from '../file/index.ts';
import { PendingWrites } from './pending-writes.ts';

export type EnvironmentOptions = {
  /** The path of the file. Beside it is a file of locks, with `-lock` after its name. */
  readonly path: string;
  readonly tables: readonly string[];
  /** The content ends with the process: nothing waits for the disk. */
  readonly isPassing?: boolean;
  /** Another thread of this process writes. */
  readonly isReading?: boolean;
  /** Called once, with a sentence, when the disk refuses writes. */
  readonly onFault?: (sentence: string) => void;
};

export type TableRange = {
  /** The first key. */
  readonly from: Uint8Array;
  /** The key before which the range ends. */
  readonly to: Uint8Array;
  /** From the last key to the first (default: false). */
  readonly isReverse?: boolean;
};

export type TableEntry = { readonly key: Uint8Array; readonly value: Uint8Array };

const checksumBytes = 4;

export class Environment {
  readonly path: string;
  private readonly root: RootDatabase<Uint8Array, Uint8Array>;
  private readonly tables: ReadonlyMap<string, DiskTable>;
  private readonly isPassing: boolean;
  private readonly onFault: (sentence: string) => void;
  /** The identity of the file when it was opened. */
  private readonly file: string | undefined;
  private pending = new PendingWrites();
  private broken: StoreFault | undefined;
  /** Settles when all ended steps are committed; never rejects. */
  private committing: Promise<void> = Promise.resolve();
  private flushing: Promise<void> | undefined;
  /** The numbers of the last ended and the last durable step. */
  private ended = 0;
  private synced = 0;
  private isClosed = false;

  /** Opens or creates the file. Throws a `StoreFault` if the disk refuses, or if the file is of another kind. */
  constructor({ path, tables, isPassing = false, isReading = false, onFault }: EnvironmentOptions) {
    this.path = path;
    this.isPassing = isPassing;
    this.onFault = onFault ?? (() => undefined);
    try {
      enforceKind(path);
      if (!isReading) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      this.root = open({
        path,
        noSubdir: true,
        maxDbs: tables.length + 1,
        maxReaders: 1_000,
        keyEncoding: 'binary',
        encoding: 'binary',
        cache: false,
        noSync: isPassing,
        readOnly: isReading,
      });
      const shared = { keyEncoding: 'binary', encoding: 'binary', cache: false } as const;
      this.tables = new Map(
        tables.map((name) => {
          const stored = this.root.openDB<Uint8Array, Uint8Array>({ name, ...shared });
          return [name, new DiskTable(name, stored, () => this.pending)];
        }),
      );
    } catch (error) {
      throw openingFault(path, error);
    }
    this.file = fileIdentity(path);
  }

  /** Returns one of the tables that were named when the environment was opened. */
  table(name: string): DiskTable {
    const table = this.tables.get(name);
    if (table === undefined) throw new RangeError(`there is no table ${name}`);
    return table;
  }

  /** The reason why nothing more is written. */
  get fault(): string | undefined {
    return this.broken?.message;
  }

  /** Bytes of writes that are not committed yet. */
  get pendingBytes(): number {
    return this.pending.bytes;
  }

  /** Ends the step: what was written since the last one is stored together or not at all. */
  endStep(): void {
    const step = this.pending.endStep();
    if (step === undefined || this.broken !== undefined) return;
    this.ended++;
    const number = this.ended;
    const committed = this.root
      .batch(() => {
        for (const { table, key, value } of step) table.write(key, value);
      })
      .then(
        () => {
          this.root.resetReadTxn();
          this.pending.committed(number);
        },
        (error: unknown) => this.failBy(error),
      );
    this.committing = committed;
  }

  /** Resolves when other threads can read all ended steps. Rejects with a `StoreFault`. */
  async committed(): Promise<void> {
    await this.committing;
    if (this.broken !== undefined) throw this.broken;
  }

  /** Resolves when all ended steps survive a loss of power. Rejects with a `StoreFault`. */
  async durable(): Promise<void> {
    while (this.synced < this.ended && this.broken === undefined) {
      // Everyone who arrives during a flush shares the next one.
      this.flushing ??= this.flush();
      await this.flushing;
    }
    if (this.broken !== undefined) throw this.broken;
  }

  /** From now on, reads see everything that was committed until now: for threads that only read. */
  refresh(): void {
    this.root.resetReadTxn();
  }

  /** Copies the content of all committed steps to a new file, without unused space. */
  async copyTo(path: string): Promise<void> {
    await this.committed();
    try {
      await this.root.backup(path, true);
    } catch (error) {
      throw diskFault('write', path, error);
    }
  }

  /** Waits for all writes. Nothing may be used afterwards. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.durable().catch(() => undefined);
    await this.root.close();
  }

  private async flush(): Promise<void> {
    try {
      const number = this.ended;
      await this.committing;
      if (this.broken !== undefined) return;
      if (!this.isPassing) await this.root.flushed;
      if (fileIdentity(this.path) !== this.file) throw new MissingFile();
      this.synced = Math.max(this.synced, number);
    } catch (error) {
      this.fail(error);
    } finally {
      this.flushing = undefined;
    }
  }

  /** A failed commit has its reason in a promise of its own. */
  private async failBy(error: unknown): Promise<void> {
    const { commitError: reason = error } = error as { readonly commitError?: unknown };
    try {
      await reason;
      this.fail(error);
    } catch (cause) {
      this.fail(cause);
    }
  }

  private fail(error: unknown): void {
    if (this.broken !== undefined) return;
    this.broken = writingFault(this.path, error);
    this.onFault(this.broken.message);
  }
}

/** A table of an environment. Keys have at least one byte. */
export class DiskTable {
  readonly name: string;
  private readonly stored: Database<Uint8Array, Uint8Array>;
  private readonly pending: () => PendingWrites;

  constructor(
    name: string,
    stored: Database<Uint8Array, Uint8Array>,
    pending: () => PendingWrites,
  ) {
    this.name = name;
    this.stored = stored;
    this.pending = pending;
  }

  /** Returns a value that the caller may keep. Throws a `StoreFault` if it is damaged. */
  get(key: Uint8Array): Uint8Array | undefined {
    const pending = this.pending().get(this, key);
    if (pending !== undefined) return pending.value;
    const value = this.reading(() => this.stored.getBinaryFast(key));
    if (value !== undefined) return this.checked(key, value);
    this.enforceAbsent(key);
    return undefined;
  }

  /** Yields the entries of a range in order. The table must not be written to meanwhile. */
  *range(range: TableRange): Generator<TableEntry> {
    if (compareBytes(range.from, range.to) >= 0) return;
    const pending = this.pending().inRange(this, range);
    let next = 0;
    const sign = range.isReverse === true ? -1 : 1;
    for (const { key, value } of this.storedRange(range)) {
      for (let early = pending[next]; early !== undefined; early = pending[next]) {
        const order = sign * compareBytes(early.key, key);
        if (order >= 0) break;
        next++;
        if (early.value !== undefined) yield { key: early.key, value: early.value };
      }
      const replacement = pending[next];
      if (replacement === undefined || !equalBytes(replacement.key, key)) {
        yield { key, value: this.checked(key, value) };
        continue;
      }
      next++;
      if (replacement.value !== undefined) yield { key, value: replacement.value };
    }
    for (const { key, value } of pending.slice(next)) {
      if (value !== undefined) yield { key, value };
    }
  }

  /** Writes a value in the current step. Neither key nor value may be changed afterwards. */
  put(key: Uint8Array, value: Uint8Array): void {
    this.pending().add({ table: this, key, value });
  }

  remove(key: Uint8Array): void {
    this.pending().add({ table: this, key, value: undefined });
  }

  /** Hands a write to LMDB. For the environment. */
  write(key: Uint8Array, value: Uint8Array | undefined): void {
    if (value === undefined) {
      void this.stored.remove(key);
      return;
    }
    const stored = new Uint8Array(checksumBytes + value.length);
    new DataView(stored.buffer).setUint32(0, checksum(key, value));
    stored.set(value, checksumBytes);
    void this.stored.put(key, stored);
  }

  private *storedRange({ from, to, isReverse = false }: TableRange): Generator<TableEntry> {
    // LMDB begins a reverse range at its start, inclusively, and ends it before its end.
    const bounds = isReverse ? { start: to, end: from, reverse: true } : { start: from, end: to };
    try {
      for (const { key, value } of this.stored.getRange(bounds)) {
        if (!isReverse || !equalBytes(key, to)) yield { key, value };
      }
    } catch (error) {
      throw this.readingFault(error);
    }
    if (!isReverse) return;
    const first = this.reading(() => this.stored.getBinaryFast(from));
    if (first !== undefined) yield { key: from, value: first };
  }

  /** Throws if a key next to the missing one is damaged: then the missing one may be that key. */
  private enforceAbsent(key: Uint8Array): void {
    for (const reverse of [false, true]) {
      const [beside] = this.reading(() => [
        ...this.stored.getRange({ start: key, limit: 1, reverse }),
      ]);
      if (beside !== undefined) this.checked(beside.key, beside.value);
    }
  }

  private checked(key: Uint8Array, stored: Uint8Array): Uint8Array {
    // A copy: the library uses its buffer again. The buffer may be larger than the value: only `length` is right.
    const content = new Uint8Array(stored.subarray(checksumBytes, stored.length));
    if (stored.length >= checksumBytes) {
      const expected = new DataView(stored.buffer, stored.byteOffset, checksumBytes).getUint32(0);
      if (checksum(key, content) === expected) return content;
    }
    throw new StoreFault('damaged', `an entry of ${this.name} on the disk is damaged`);
  }

  private reading<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw this.readingFault(error);
    }
  }

  private readingFault(error: unknown): StoreFault {
    return new StoreFault('damaged', `${this.name} cannot be read from the disk: ${textOf(error)}`);
  }
}

function checksum(key: Uint8Array, value: Uint8Array): number {
  return crc32(value, crc32(key));
}

/** The start of a file of LMDB: the magic number and the version of its form, in the first of its two heads. */
const magicAt = 24;
const magic = [0xde, 0xc0, 0xef, 0xbe, 2, 0, 0, 0];
const headBytes = 8192;

/** Throws a `StoreFault` for a file that LMDB did not write: opening one would end the process. */
function enforceKind(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return;
  const file = openSync(path, 'r');
  try {
    const head = readAt(file, magicAt, magic.length);
    if (size >= headBytes && equalBytes(head, Uint8Array.from(magic))) return;
    throw new StoreFault('foreign', `${path} is not a file of pact, or its beginning is damaged`);
  } finally {
    closeSync(file);
  }
}

class MissingFile extends Error {}

/** Returns a text that changes when the path leads to another file; `undefined` if there is none. */
function fileIdentity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found && `${found.dev} ${found.ino}`;
}

function openingFault(path: string, error: unknown): StoreFault {
  return diskFault('open', path, withCode(error));
}

function writingFault(path: string, error: unknown): StoreFault {
  if (error instanceof MissingFile) {
    return new StoreFault('unwritable', `${path} was removed or replaced while it was in use`);
  }
  return diskFault('write to', path, withCode(error));
}

/** LMDB's errors have the system's text without its code. */
function withCode(error: unknown): unknown {
  const text = textOf(error);
  for (const [code, words] of systemTexts) {
    if (text.includes(words)) return Object.assign(new Error(text), { code });
  }
  return error;
}

const systemTexts = [
  ['ENOSPC', 'No space left on device'],
  ['EACCES', 'Permission denied'],
  ['EROFS', 'Read-only file system'],
  ['EFBIG', 'File too large'],
  ['EIO', 'Input/output error'],
  ['EDQUOT', 'Disk quota exceeded'],
  ['ENOTDIR', 'Not a directory'],
  ['ENOENT', 'No such file or directory'],
  ['EISDIR', 'Is a directory'],
  ['EMFILE', 'Too many open files'],
] as const;

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
