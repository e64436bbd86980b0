// Reads the request keys that clients send; faults use the reference's wording.

import { fromBase64Url } from '../../../base/base64url.ts';
import type { JsonValue } from '../../../base/json.ts';
import { parseHash } from '../hashes.ts';

/** Returns what is wrong with a request key, if anything. */
export function keyFault(value: JsonValue): string | undefined {
  if (typeof value !== 'string') return 'it must be a string: a request key';
  if (parseHash(value) !== undefined) return undefined;
  if (fromBase64Url(value) === undefined) {
    return 'a request key must be base64url without padding';
  }
  return value.length === 43
    ? 'a request key must be canonical base64url: its last character has unused bits that are not zero'
    : `Invalid hash length ${value.length}`;
}
