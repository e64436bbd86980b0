// One LMDB environment: a file of tables, each from keys to values in the order of the keys' bytes. One thread writes; any
// number of threads of the process read snapshots. The writes of one step are stored together or not at all. A write is
// visible to its thread at once, and to others when its step is committed. Steps that end during a commit wait for it and
// are committed together, so that no step is stored without those before it. After a failed write nothing more is written.
//
// A thread that only reads may draft steps for the thread that writes. It sees its own steps at once.

import { closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Database, open, type RootDatabase } from 'lmdb';
import { assert } from '../../base/assert.ts';
import { equalBytes } from '../../base/bytes.ts';
import { makeFolder } from '../../base/platform/disk/files.ts';
import { StoreFault } from '../entries/index.ts';
import { diskFault, ownFile, readAt } from '../file/index.ts';
import { DiskTable, emptyTable, textOf } from './disk-table.ts';
import { PendingWrites, type Write } from './pending-writes.ts';
import { readStep, stepBytes } from './step-bytes.ts';

export type EnvironmentOptions = {
  /** The path of the file. Beside it is a file of locks, with `-lock` after its name. */
  readonly path: string;
  readonly tables: readonly string[];
  /** The content ends with the process: nothing waits for the disk. */
  readonly isPassing?: boolean;
  /** Another thread of this process writes. */
  readonly isReading?: boolean;
  /** For a thread that only reads: takes each step that it ends, to be added by the thread that writes. */
  readonly onStep?: (step: Uint8Array, number: number) => void;
  /** Called once, with a sentence, when the disk refuses writes. */
  readonly onFault?: (sentence: string) => void;
};

/** What threads share of an environment: the numbers of the last step that ended, and of the last one that is durable. */
export const progressPlaces = { ended: 0, synced: 1 } as const;

export class Environment {
  readonly path: string;
  /** For other threads, by `progressPlaces`: all that they can read is durable if both are equal afterwards. */
  readonly progress = new BigInt64Array(new SharedArrayBuffer(16));
  private readonly root: RootDatabase<Uint8Array, Uint8Array>;
  private readonly tables: ReadonlyMap<string, DiskTable>;
  private readonly isPassing: boolean;
  private readonly isReading: boolean;
  private readonly onStep: EnvironmentOptions['onStep'];
  private readonly onFault: (sentence: string) => void;
  /** The identity of the file when it was opened. */
  private readonly file: string | undefined;
  private pending = new PendingWrites();
  private broken: StoreFault | undefined;
  /** Ends the wait for a flush: what the library promises about it never settles after a failed write. */
  private endFlush: () => void = () => undefined;
  /** Ended steps that wait for the commit before them. */
  private waiting: (readonly Write[])[] = [];
  /** The commit in progress; never rejects. */
  private committing: Promise<void> | undefined;
  private flushing: Promise<void> | undefined;
  /** The numbers of the last ended, the last committed and the last durable step. */
  private ended = 0;
  private stored = 0;
  private synced = 0;
  private isClosed = false;

  /** Opens or creates the file. Throws a `StoreFault` if the disk refuses, or if the file is of another kind. */
  constructor(options: EnvironmentOptions) {
    const { path, tables, isPassing = false, isReading = false, onFault, onStep } = options;
    this.path = path;
    this.isPassing = isPassing;
    this.isReading = isReading;
    this.onStep = onStep;
    this.onFault = onFault ?? (() => undefined);
    try {
      enforceKind(path);
      if (!isReading) {
        makeFolder(dirname(path), 0o700);
        // A copy, or one that another program made, may be readable for others.
        for (const each of [path, `${path}-lock`]) ownFile(each);
      }
      this.root = open({
        path,
        noSubdir: true,
        maxDbs: tables.length + 1,
        maxReaders: 1_000,
        keyEncoding: 'binary',
        encoding: 'binary',
        cache: false,
        // Each step is handed over whole: the library's thread must not wait for one that a process ends within, and
        // its own batches have promises that nothing handles when a commit fails.
        eventTurnBatching: false,
        noSync: isPassing,
        readOnly: isReading,
      });
      const shared = { keyEncoding: 'binary', encoding: 'binary', cache: false } as const;
      this.tables = new Map(
        tables.map((name) => {
          const stored = this.root.openDB<Uint8Array, Uint8Array>({ name, ...shared }) as
            | Database<Uint8Array, Uint8Array>
            // A file that an older version wrote, and that is only read, lacks newer tables.
            | undefined;
          return [name, new DiskTable(name, stored ?? emptyTable, () => this.pending)];
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

  /** Whether the path still leads to the file. */
  get isInPlace(): boolean {
    return fileIdentity(this.path) === this.file;
  }

  /** Bytes of writes that are not committed yet. */
  get pendingBytes(): number {
    return this.pending.bytes;
  }

  /** Bytes of the file. */
  get fileBytes(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Whether everything that was written is durable. */
  get isSettled(): boolean {
    return this.synced === this.ended;
  }

  /** Ends the step: what was written since the last one is stored together or not at all. */
  endStep(): void {
    const step = this.pending.endStep();
    if (step === undefined || this.broken !== undefined) return;
    this.ended++;
    Atomics.store(this.progress, progressPlaces.ended, BigInt(this.ended));
    if (this.onStep !== undefined) return this.onStep(stepBytes(step), this.ended);
    this.waiting.push(step);
    this.committing ??= this.commit();
  }

  /** Empties tables at once: all of them, or none. Nothing may wait to be written. */
  clear(names: readonly string[]): void {
    assert(this.pending.bytes === 0, 'tables are emptied before anything is written');
    try {
      this.root.transactionSync(() => {
        for (const name of names) this.table(name).clear();
      });
    } catch (error) {
      throw writingFault(this.path, error);
    }
  }

  /** Adds a drafted step to the current one. */
  addStep(step: Uint8Array): void {
    for (const { name, key, value } of readStep(step)) {
      if (value === undefined) this.table(name).remove(key);
      else this.table(name).put(key, value);
    }
  }

  /** For the thread that drafted them: the steps up to this one were committed. */
  settleSteps(number: number): void {
    this.root.resetReadTxn();
    this.pending.committed(number);
  }

  /** Resolves when other threads can read all steps that have ended until now. Rejects with a `StoreFault`. */
  async committed(): Promise<void> {
    const { pending } = this;
    await this.commitUpTo(this.ended);
    this.enforceUnbroken(pending);
  }

  /** Resolves when all steps that have ended until now survive a loss of power. Rejects with a `StoreFault`. */
  async durable(): Promise<void> {
    const { pending, ended: number } = this;
    while (this.pending === pending && this.synced < number && this.broken === undefined) {
      // Everyone who arrives during a flush shares the next one.
      this.flushing ??= this.flush();
      await this.flushing;
    }
    this.enforceUnbroken(pending);
  }

  /** After a fault: writes again, without the steps that have not been stored. Their promises are rejected. */
  async recover(): Promise<void> {
    while (this.committing !== undefined) await this.committing;
    await this.flushing;
    if (this.broken === undefined) return;
    this.pending = new PendingWrites();
    this.waiting = [];
    this.ended = 0;
    this.stored = 0;
    this.synced = 0;
    this.progress.fill(0n);
    this.broken = undefined;
    this.root.resetReadTxn();
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
    if (!this.isReading) await this.durable().catch(() => undefined);
    const closed = this.root.close();
    // After a failed write the library waits for ever.
    if (this.broken === undefined) await closed;
  }

  /** Throws if a step that was written over `pending` may not be stored. */
  private enforceUnbroken(pending: PendingWrites): void {
    if (this.broken !== undefined) throw this.broken;
    if (this.pending !== pending)
      throw new StoreFault('unwritable', `${this.path} was not written`);
  }

  private async commitUpTo(number: number): Promise<void> {
    while (this.stored < number && this.broken === undefined) await this.committing;
  }

  /** Commits the steps that wait, as one batch. */
  private async commit(): Promise<void> {
    const steps = this.waiting;
    this.waiting = [];
    const number = this.ended;
    try {
      await this.root.batch(() => handOver(steps));
      this.root.resetReadTxn();
      this.pending.committed(number);
      this.stored = number;
    } catch (error) {
      await this.failBy(error);
    }
    const isOver = this.waiting.length === 0 || this.broken !== undefined;
    this.committing = isOver ? undefined : this.commit();
  }

  private async flush(): Promise<void> {
    try {
      const number = this.ended;
      await this.commitUpTo(number);
      if (this.broken !== undefined) return;
      const broken = new Promise<void>((resolve) => (this.endFlush = resolve));
      if (!this.isPassing) await Promise.race([this.root.flushed, broken]);
      if (this.fault !== undefined) return;
      if (!this.isInPlace) throw new MissingFile();
      this.synced = Math.max(this.synced, number);
      Atomics.store(this.progress, progressPlaces.synced, BigInt(this.synced));
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
    this.endFlush();
    this.onFault(this.broken.message);
  }
}

/** The promise of the batch tells whether it failed; a rejection of the others would end the process. */
function handOver(steps: readonly (readonly Write[])[]): void {
  let last: Promise<boolean> | undefined;
  for (const step of steps) {
    for (const { table, key, value } of step) {
      const written = table.write(key, value);
      if (written !== last) written.catch(() => undefined);
      last = written;
    }
  }
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
