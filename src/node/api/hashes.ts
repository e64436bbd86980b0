// Hashes of blocks and payloads as clients write them: 43 characters of base64url.

import { fromBase64Url, toBase64Url } from '../../base/base64url.ts';
import type { Hash } from '../../chain/model/header.ts';

/** Returns `undefined` unless the string is the canonical base64url of 32 bytes. */
export function parseHash(text: string): Hash | undefined {
  if (text.length !== 43) return undefined;
  const bytes = fromBase64Url(text);
  if (bytes?.length !== 32) return undefined;
  // Four spellings decode to the same bytes: only the one without stray bits is valid.
  return toBase64Url(bytes) === text ? bytes : undefined;
}

export const hashText = (hash: Hash): string => toBase64Url(hash);
