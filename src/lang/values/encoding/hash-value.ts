// Hashes of values, for `hash` and for pact ids.
// Source: coreHash in IR/Eval/CEK/CoreBuiltin.hs, section 3.8.

import { utf8ForNow } from '../../../base/bytes.ts';
import { blake2b256 } from '../../../base/crypto/hashes.ts';
import { hashFromBytes, type Hash } from './hash.ts';
import { encodeStable } from './stable-json.ts';
import type { PactValue } from '../value.ts';

/** Hashes a string directly and any other value as JSON; throws `ValueTooLarge` beyond `limit` characters of JSON. */
export function hashValue(value: PactValue, limit?: number): Hash {
  return hashText(typeof value === 'string' ? value : encodeStable(value, limit));
}

/** BLAKE2b-256 of the UTF-8 form. */
export function hashText(text: string): Hash {
  return hashFromBytes(blake2b256(utf8ForNow(text)));
}
