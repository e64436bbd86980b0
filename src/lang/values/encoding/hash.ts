// Hashes are stored as base64url strings, which are compared, printed and used as keys.

import { fromBase64Url, toBase64Url } from '../../../base/base64url.ts';
import { assert } from '../../../base/assert.ts';
import { utf8 } from '../../../base/bytes.ts';

/** Unpadded base64url of the bytes, 43 characters for the usual 32 bytes. */
export type Hash = string;

export function hashFromBytes(bytes: Uint8Array): Hash {
  return toBase64Url(bytes);
}

export function hashBytes(hash: Hash): Uint8Array {
  const bytes = fromBase64Url(hash);
  assert(bytes !== undefined, `a hash is base64url: ${hash}`);
  return bytes;
}

/** The number of bytes of the hash. */
export function hashLength(hash: Hash): number {
  return Math.floor((hash.length * 3) / 4);
}

// While a module is resolved its own hash is not known, so these bytes are hashed in its place.
// Source: IR/ModuleHashing.hs, section 4.5.
export const modulePlaceholder: Hash = toBase64Url(utf8('#placeholder'));
export const interfacePlaceholder: Hash = toBase64Url(utf8('placeholder'));
/** Hash of the pseudo-module `#repl`, to which definitions at the REPL's top level belong. */
export const replHash: Hash = toBase64Url(utf8('#repl'));
/** BLAKE2b-256 of nothing: the transaction hash of a fresh REPL. */
export const emptyHash: Hash = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';
