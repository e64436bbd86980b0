// One kind of stored thing, by key: what the open transaction has written, what was lately used, and
// the documents below. Values must not change once they are given.

import { compareText } from '../base/text.ts';
import { mergedKeys } from '../lang/session/store.ts';
import { Cache, type CacheRoom } from './cache.ts';
import type { Entry, EntrySource } from './entries.ts';
import { StoreFault } from './fault.ts';

export type Codec<T> = {
  /** What the thing is called in a message. */
  readonly what: string;
  readonly encode: (value: T) => Uint8Array;
  /** `undefined` where the bytes are no such document. */
  readonly decode: (document: Uint8Array, key: string) => T | undefined;
};

type Written<T> = { readonly value: T; readonly document: Uint8Array };

/** A space as far as the end of a transaction looks at it. */
export interface WrittenSpace {
  /** Adds what the transaction leaves. */
  addEntries(to: Entry[]): void;
  /** The entries are stored now. */
  keep(): void;
  discard(): void;
}

export class Space<T> implements WrittenSpace {
  readonly number: number;
  private readonly codec: Codec<T>;
  private readonly source: EntrySource;
  private readonly cache: Cache<T>;
  /** What the open transaction has written; writes to one key keep the last. */
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

  /** Bytes of the document. */
  size(key: string): number | undefined {
    return this.written?.get(key)?.document.length ?? this.stored(key)?.size;
  }

  /** Ascending by code point. */
  keys(): readonly string[] {
    const stored = this.source.keys(this.number);
    if (this.written === undefined) return stored;
    return mergedKeys(stored, [...this.written.keys()].sort(compareText));
  }

  /** Written by the open transaction; the answer is the document. */
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

  /** What is stored under the key has changed below. */
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
