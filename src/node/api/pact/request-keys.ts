// Request keys as clients write them, with the reference's words about those that are none.

import { fromBase64Url } from '../../../base/base64url.ts';
import type { JsonValue } from '../../../base/json.ts';
import { parseHash } from '../hashes.ts';

/** What is wrong with a request key. */
export function keyFault(value: JsonValue): string | undefined {
  if (typeof value !== 'string') return 'it must be a string: a request key';
  if (parseHash(value) !== undefined) return undefined;
  if (fromBase64Url(value) === undefined) {
    return 'a request key must be base64url without padding';
  }
  return value.length === 43
    ? 'a request key must be written as nodes write it: its last character has bits that do not count'
    : `Invalid hash length ${value.length}`;
}
