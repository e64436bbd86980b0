// The states that a watched run keeps between its runs, with a limit on their size. Files beyond the limit run without
// stored states: dropping the states of an earlier file of the same list would leave none for the next run.

import { cacheFolder, largestFolder, shrinkFolder } from '../cache/cache-folder.ts';
import type { StatesAnswer, StatesRequest } from './messages.ts';
import { History } from '../../../tools/repl/snapshot/history.ts';
import type { CacheFile } from '../cache/cache-file.ts';
import { historyIn, historyOf, type HistoryStore } from '../cache/cached-run.ts';

export type StatesWish = 'none' | 'on-disk' | 'in-memory';

export class Histories {
  private readonly wish: StatesWish;
  private readonly largest: number;
  /** States by file. */
  private readonly kept = new Map<string, Uint8Array<ArrayBuffer>>();
  private readonly sizes = new Map<string, number>();
  private total = 0;
  private isWritten = false;

  /** `largest`: the most bytes of the states of all files. */
  constructor(wish: StatesWish, largest = largestFolder) {
    this.wish = wish;
    this.largest = largest;
  }

  /** Returns the request for a run of the file; its states are transferred to the thread until it returns them. */
  requestFor(file: string): StatesRequest {
    if (this.wish === 'none' || this.total - this.sizeOf(file) >= this.largest)
      return { kind: 'none' };
    if (this.wish === 'on-disk') return { kind: 'on-disk' };
    const bytes = this.kept.get(file);
    this.kept.delete(file);
    return { kind: 'in-memory', bytes };
  }

  take(file: string, { size, isWritten, bytes }: StatesAnswer): void {
    this.total += size - this.sizeOf(file);
    this.sizes.set(file, size);
    if (bytes !== undefined) this.kept.set(file, bytes);
    this.isWritten ||= isWritten;
  }

  /** Called after a run of several files. */
  shrinkFolder(): void {
    if (!this.isWritten) return;
    this.isWritten = false;
    const folder = cacheFolder();
    if (folder !== undefined) shrinkFolder(folder);
  }

  private sizeOf(file: string): number {
    return this.sizes.get(file) ?? 0;
  }
}

/**
 * The stored states of a test file, as used by the thread that runs the file: on disk, and for a watched run also in
 * memory.
 */
export class KeptStates implements HistoryStore {
  private readonly given: Exclude<StatesRequest, { kind: 'none' }>;
  private readonly file: CacheFile | undefined;
  private history: History | undefined;
  private isWritten = false;

  private constructor(given: KeptStates['given'], file: CacheFile | undefined) {
    this.given = given;
    this.file = file;
  }

  /** `way`: the settings that the report depends on, besides the files. Returns `undefined` if nothing is stored. */
  static of(path: string, way: readonly string[], given: StatesRequest): KeptStates | undefined {
    if (given.kind === 'none') return undefined;
    const file = historyOf(path, ['test', ...way]);
    if (file === undefined && given.kind === 'on-disk') return undefined;
    return new KeptStates(given, file);
  }

  read(): History | undefined {
    const { given, file } = this;
    const isInMemory = given.kind === 'in-memory' && given.bytes !== undefined;
    this.history = isInMemory ? new History(given.bytes) : file && historyIn(file);
    return this.history;
  }

  write(history: History): void {
    this.history = history;
    this.file?.write(history.bytes);
    this.isWritten ||= this.file !== undefined;
  }

  discard(): void {
    this.history = undefined;
    this.file?.discard();
  }

  /** Called after the run. The history must not be read afterwards: its bytes are transferred to another thread. */
  get answer(): StatesAnswer {
    const { bytes } = this.history ?? new History();
    const { given, isWritten } = this;
    return {
      size: bytes.length,
      isWritten,
      bytes: given.kind === 'in-memory' ? ownBytes(bytes) : undefined,
    };
  }
}

/** Copies the bytes into their own buffer: transferring them transfers the whole buffer. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length;
  return isAlone ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
