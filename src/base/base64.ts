// Standard base64 (RFC 4648, 4) like the reference's library: padding is required, and only canonical
// input is accepted.

import { fromBase64Url, toBase64Url } from './base64url.ts';

export function toBase64(bytes: Uint8Array): string {
  const digits = toBase64Url(bytes).replaceAll('-', '+').replaceAll('_', '/');
  return digits + '='.repeat((4 - (digits.length % 4)) % 4);
}

/** Returns `undefined` unless the string is canonical, padded base64. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || /[-_]/.test(text)) return undefined;
  return fromBase64Url(text.replaceAll('+', '-').replaceAll('/', '_'));
}
