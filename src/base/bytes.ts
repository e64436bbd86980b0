// Byte strings: UTF-8, hexadecimal, concatenation, order, checksums. Works in browsers and in Node.

import { lazily } from './deferred.ts';

const encoder = new TextEncoder();
const strictDecoder = lazily(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }));

export function utf8(text: string): Uint8Array {
  const { length } = text;
  if (length > shortText) return encoder.encode(text);
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) return encoder.encode(text);
    bytes[i] = unit;
  }
  return bytes;
}

/** Like `utf8`, but the result is valid only until the next call, which avoids a buffer for bytes that are used immediately. */
export function utf8ForNow(text: string): Uint8Array {
  if (text.length > longestForNow) return utf8(text);
  return bytesForNow.subarray(0, encoder.encodeInto(text, bytesForNow).written);
}

const longestForNow = 1024;
/** UTF-8 takes at most three bytes per UTF-16 unit. */
const bytesForNow = new Uint8Array(3 * longestForNow);

/** Up to this length a loop over ASCII beats the encoder; most row keys are that short. */
const shortText = 80;

/** Returns `undefined` unless the bytes are valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}

/** The length of the UTF-8 form in bytes, without building it. */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) length += 1;
    else if (unit >= 0xd800 && unit <= 0xdbff && isLowSurrogate(text.charCodeAt(i + 1))) {
      length += 2;
      i++;
    } else length += 2;
  }
  return length;
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += hexOfByte[byte] as string;
  return text;
}

/** Returns `undefined` unless the string is an even number of hexadecimal digits. */
export function fromHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = (digitAt(text, 2 * i) << 4) | digitAt(text, 2 * i + 1);
  }
  return bytes;
}

/** The value of a hexadecimal digit: letters have bit 6 set, and their low four bits count from 1. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return (code & 15) + (code & 64 ? 9 : 0);
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  const { length } = left;
  if (length !== right.length) return false;
  for (let i = 0; i < length; i++) if (left[i] !== right[i]) return false;
  return true;
}

export function compareBytes(left: Uint8Array, right: Uint8Array): number {
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const difference = (left[i] as number) - (right[i] as number);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

// Copies of a few hundred bytes: JavaScript allocates separate memory for typed arrays of more than 64 bytes, which takes
// five times as long as the rest; small copies share a block of memory instead.

const blockBytes = 8_192;
/** A copy keeps its whole block alive, so larger copies have their own memory. */
const largestShared = 512;
const ownBytes = 64;

let block = new ArrayBuffer(blockBytes);
let used = 0;

/** Copies the bytes from `start` up to `end`. The copy is not shared, but its `buffer` contains other copies too. */
export function smallCopy(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const length = end - start;
  if (length <= ownBytes || length > largestShared) return bytes.slice(start, end);
  if (used + length > blockBytes) {
    block = new ArrayBuffer(blockBytes);
    used = 0;
  }
  const copy = new Uint8Array(block, used, length);
  used += length;
  copy.set(bytes.subarray(start, end));
  return copy;
}

// Short checksums, where an attacker gains nothing from a collision.

const remainders = Uint32Array.from({ length: 16 }, (_, bits) => {
  let remainder = bits;
  for (let i = 0; i < 4; i++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  return remainder;
});

/** The checksum of zlib and PNG, for small inputs: half a byte at a time, so that building the table takes no time. */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) {
    sum ^= bytes[i] as number;
    sum = (sum >>> 4) ^ (remainders[sum & 15] as number);
    sum = (sum >>> 4) ^ (remainders[sum & 15] as number);
  }
  return ~sum >>> 0;
}

export const hashSeed = 0x811c9dc5;

/** FNV-1a over the UTF-16 units of a string, in 32 bits. */
export function shortHash(text: string, seed: number = hashSeed): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
