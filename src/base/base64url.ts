// Base64 in both alphabets. base64url like the reference's libraries: written without padding, read with or without
// padding, but only canonical input (no unused bits, no other alphabet).

import { lazily } from './deferred.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const codes = Uint8Array.from(alphabet, (character) => character.charCodeAt(0));
/** The digit of each character below 128, or -1. */
const digitOf = Int8Array.from({ length: 128 }, (_, code) =>
  alphabet.indexOf(String.fromCharCode(code)),
);
const asciiDecoder = lazily(() => new TextDecoder());

export function toBase64Url(bytes: Uint8Array): string {
  const digits = new Uint8Array(Math.ceil((bytes.length * 4) / 3));
  let held = 0;
  let heldBits = 0;
  let at = 0;
  for (let i = 0; i < bytes.length; i++) {
    held = ((held << 8) | (bytes[i] as number)) & 0xffff;
    heldBits += 8;
    while (heldBits >= 6) {
      heldBits -= 6;
      digits[at++] = codes[(held >> heldBits) & 63] as number;
    }
  }
  if (heldBits > 0) digits[at] = codes[(held << (6 - heldBits)) & 63] as number;
  return asciiDecoder().decode(digits);
}

/** Returns `undefined` unless the string is canonical base64url. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  const length = unpaddedLength(text);
  if (length === undefined || length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let held = 0;
  let heldBits = 0;
  let at = 0;
  for (let i = 0; i < length; i++) {
    const digit = digitOf[text.charCodeAt(i)] ?? -1;
    if (digit < 0) return undefined;
    held = ((held << 6) | digit) & 0xffff;
    heldBits += 6;
    if (heldBits >= 8) {
      heldBits -= 8;
      bytes[at++] = (held >> heldBits) & 0xff;
    }
  }
  const leftover = held & ((1 << heldBits) - 1);
  return leftover === 0 ? bytes : undefined;
}

/** Returns the number of digits before the padding; padding must be absent or complete the last group of four. */
function unpaddedLength(text: string): number | undefined {
  if (!text.includes('=')) return text.length;
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : 1;
  return text.length - padding;
}

// Standard base64 (RFC 4648, 4) like the reference's library: padding is required, and only canonical
// input is accepted.

export function toBase64(bytes: Uint8Array): string {
  const digits = toBase64Url(bytes).replaceAll('-', '+').replaceAll('_', '/');
  return digits + '='.repeat((4 - (digits.length % 4)) % 4);
}

/** Returns `undefined` unless the string is canonical, padded base64. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || /[-_]/.test(text)) return undefined;
  return fromBase64Url(text.replaceAll('+', '-').replaceAll('/', '_'));
}
