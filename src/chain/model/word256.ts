// Unsigned numbers of 256 bits, which the chain writes as 32 bytes, least significant first.

import { assert } from '../../base/assert.ts';
import { fromBase64Url, toBase64Url } from '../../base/base64url.ts';
import { fromHex, toHex } from '../../base/bytes.ts';

export const maxWord256 = 2n ** 256n - 1n;

export function word256Bytes(value: bigint): Uint8Array {
  assert(value >= 0n && value <= maxWord256, 'a word of 256 bits');
  const bytes = fromHex(value.toString(16).padStart(64, '0'));
  assert(bytes !== undefined, 'digits are hexadecimal');
  return bytes.reverse();
}

export function word256Of(bytes: Uint8Array): bigint {
  return BigInt(`0x${toHex(bytes.slice().reverse())}`);
}

/** base64url of the 32 bytes, as JSON has targets and weights. */
export function word256Text(value: bigint): string {
  return toBase64Url(word256Bytes(value));
}

export function parseWord256(text: string): bigint | undefined {
  const bytes = fromBase64Url(text);
  return bytes?.length === 32 ? word256Of(bytes) : undefined;
}
