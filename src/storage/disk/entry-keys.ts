// The keys of entries on disk: the chain, the space, and the entry's own key as UTF-8, whose bytes have the order of code
// points. A long key is stored as its start and its hash; the whole key is then before the document in the value.

import { decodeUtf8, utf8 } from '../../base/bytes.ts';
import { blake2b256 } from '../../base/crypto/hashes.ts';
import { StoreFault } from '../entries/index.ts';
import { maxPlainKey } from './limits.ts';

/** Bytes before the entry's own key: the chain (4) and the space (4). */
const prefixBytes = 8;

export type StoredEntry = { readonly key: Uint8Array; readonly value: Uint8Array };

/** Returns the first key of a space, and with the next number the key before which it ends. */
export function spaceStart(chain: number, space: number): Uint8Array {
  const start = new Uint8Array(prefixBytes);
  const view = new DataView(start.buffer);
  view.setUint32(0, chain);
  view.setUint32(4, space);
  return start;
}

/** Returns the stored key of an entry. */
export function storedKey(chain: number, space: number, key: string): Uint8Array {
  return keyOf(chain, space, utf8(key));
}

/** Returns an entry in the form in which it is stored. */
export function storedEntry(
  chain: number,
  {
    space,
    key,
    document,
  }: { readonly space: number; readonly key: string; readonly document: Uint8Array },
): StoredEntry {
  const own = utf8(key);
  if (own.length <= maxPlainKey) return { key: keyOf(chain, space, own), value: document };
  const value = new Uint8Array(4 + own.length + document.length);
  new DataView(value.buffer).setUint32(0, own.length);
  value.set(own, 4);
  value.set(document, 4 + own.length);
  return { key: keyOf(chain, space, own), value };
}

/** Returns an entry's own key and its document. */
export function readEntry({ key, value }: StoredEntry): {
  readonly key: string;
  readonly document: Uint8Array;
} {
  const own = key.subarray(prefixBytes);
  if (own.length <= maxPlainKey) return { key: textOf(own), document: value };
  const length = value.length < 4 ? -1 : new DataView(value.buffer, value.byteOffset).getUint32(0);
  if (length < 0 || 4 + length > value.length) throw unreadable();
  return { key: textOf(value.subarray(4, 4 + length)), document: value.subarray(4 + length) };
}

/** Returns whether entries are stored with whole keys in their values. */
export function isLong({ key }: StoredEntry): boolean {
  return key.length > prefixBytes + maxPlainKey;
}

function keyOf(chain: number, space: number, own: Uint8Array): Uint8Array {
  if (own.length <= maxPlainKey) {
    const key = new Uint8Array(prefixBytes + own.length);
    writePrefix(key, chain, space);
    key.set(own, prefixBytes);
    return key;
  }
  const hash = blake2b256(own);
  const key = new Uint8Array(prefixBytes + maxPlainKey + hash.length);
  writePrefix(key, chain, space);
  key.set(own.subarray(0, maxPlainKey), prefixBytes);
  key.set(hash, prefixBytes + maxPlainKey);
  return key;
}

function writePrefix(key: Uint8Array, chain: number, space: number): void {
  const view = new DataView(key.buffer);
  view.setUint32(0, chain);
  view.setUint32(4, space);
}

function textOf(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw unreadable();
  return text;
}

function unreadable(): StoreFault {
  return new StoreFault('damaged', 'the key of an entry on the disk cannot be read');
}
