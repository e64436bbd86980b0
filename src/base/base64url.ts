// base64url as the reference's libraries read and write it: written without padding; read with or without,
// but only canonical texts (no stray bits, no other alphabet).

import { lazily } from './lazily.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const digitOf = new Map(
  Array.from(alphabet).map((character, value) => [character.charCodeAt(0), value]),
);
const asciiDecoder = lazily(() => new TextDecoder());

export function toBase64Url(bytes: Uint8Array): string {
  const digits = new Uint8Array(Math.ceil((bytes.length * 4) / 3));
  let held = 0;
  let heldBits = 0;
  let at = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff;
    heldBits += 8;
    while (heldBits >= 6) {
      heldBits -= 6;
      digits[at++] = alphabet.charCodeAt((held >> heldBits) & 63);
    }
  }
  if (heldBits > 0) digits[at] = alphabet.charCodeAt((held << (6 - heldBits)) & 63);
  return asciiDecoder().decode(digits);
}

/** `undefined` where the text is not canonical base64url. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  const length = unpaddedLength(text);
  if (length === undefined || length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let held = 0;
  let heldBits = 0;
  let at = 0;
  for (let i = 0; i < length; i++) {
    const digit = digitOf.get(text.charCodeAt(i));
    if (digit === undefined) return undefined;
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

/** Number of digits before the padding; padding must be absent or complete the last group of four. */
function unpaddedLength(text: string): number | undefined {
  if (!text.includes('=')) return text.length;
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : 1;
  return text.length - padding;
}
