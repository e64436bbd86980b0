// The stored states of a test file, as used by the thread that runs the file: on disk, and for a watched run also in
// memory.

import { History } from '../../../tools/repl/snapshot/history.ts';
import type { CacheFile } from '../cache/cache-file.ts';
import { historyIn, historyOf, type HistoryStore } from '../cache/cached-run.ts';
import type { StatesAnswer, StatesRequest } from './messages.ts';

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
