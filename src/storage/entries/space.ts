// One kind of stored item, by key: the writes of the open transaction, a cache, and the documents below. Values must not
// be modified once they are passed in or returned.

import { compareText } from '../../base/text.ts';
import { mergedKeys } from '../../lang/session/store.ts';
import { Cache, type CacheRoom } from './cache.ts';
import { type Entry, type EntrySource, StoreFault } from './entries.ts';

export type Codec<T> = {
  /** The name of the item in messages. */
  readonly what: string;
  readonly encode: (value: T) => Uint8Array;
  /** Returns `undefined` if the bytes are not such a document. */
  readonly decode: (document: Uint8Array, key: string) => T | undefined;
};

type Written<T> = { readonly value: T; readonly document: Uint8Array };

/** A space as seen by the end of a transaction. */
export interface WrittenSpace {
  /** Adds the entries that the transaction writes. */
  addEntries(to: Entry[]): void;
  /** Called after the entries were stored. */
  keep(): void;
  discard(): void;
}

export class Space<T> implements WrittenSpace {
  readonly number: number;
  private readonly codec: Codec<T>;
  private readonly source: EntrySource;
  private readonly cache: Cache<T>;
  /** The writes of the open transaction; the last write to a key counts. */
  private written: Map<string, Written<T>> | undefined = undefined;

  constructor(number: number, codec: Codec<T>, source: EntrySource, room: CacheRoom) {
    this.number = number;
    this.codec = codec;
    this.source = source;
    this.cache = new Cache(room);
  }

  get(key: string): T | undefined {
    const written = this.written?.get(key);
    return written === undefined ? this.stored(key)?.value : written.value;
  }

  /** Returns the bytes of the document. */
  size(key: string): number | undefined {
    return this.written?.get(key)?.document.length ?? this.stored(key)?.size;
  }

  /** Returns the keys, ascending by code point. */
  keys(): readonly string[] {
    const stored = this.source.keys(this.number);
    if (this.written === undefined) return stored;
    return mergedKeys(stored, [...this.written.keys()].sort(compareText));
  }

  /** Writes a value in the open transaction; returns the document. */
  write(key: string, value: T): Uint8Array {
    const document = this.codec.encode(value);
    this.written ??= new Map();
    this.written.set(key, { value, document });
    return document;
  }

  addEntries(to: Entry[]): void {
    const { written, number: space } = this;
    if (written === undefined) return;
    for (const [key, { document }] of written) to.push({ space, key, document });
  }

  keep(): void {
    const { written, cache } = this;
    if (written === undefined) return;
    for (const [key, { value, document }] of written) {
      cache.set(key, { value, size: document.length });
    }
    this.written = undefined;
  }

  discard(): void {
    this.written = undefined;
  }

  /** Drops the cached value of a key, because the stored entry has changed. */
  forget(key: string): void {
    this.cache.delete(key);
  }

  private stored(key: string): { readonly value: T; readonly size: number } | undefined {
    const cached = this.cache.get(key);
    if (cached !== undefined) return cached;
    const document = this.source.document(this.number, key);
    if (document === undefined) return undefined;
    const value = this.codec.decode(document, key);
    if (value === undefined) {
      throw new StoreFault('damaged', `the stored ${this.codec.what} "${key}" cannot be read`);
    }
    const entry = { value, size: document.length };
    this.cache.set(key, entry);
    return entry;
  }
}
