// Decryption by ChaCha20-Poly1305 with a detached tag (RFC 8439). Only a native of Pact 4 needs it; its keys stand in
// plain sight of the program, so nothing here guards against timing.

import { concatBytes, equalBytes } from '../base/bytes.ts';

export type SealedMessage = {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** 12 bytes. */
  readonly nonce: Uint8Array;
  readonly associatedData: Uint8Array;
  readonly ciphertext: Uint8Array;
  /** 16 bytes. */
  readonly tag: Uint8Array;
};

export type Opened =
  | { readonly kind: 'opened'; readonly plaintext: Uint8Array }
  /** `computed` is the tag that the message should have. */
  | { readonly kind: 'forged'; readonly computed: Uint8Array };

export function openChaCha20Poly1305(message: SealedMessage): Opened {
  const { key, nonce, associatedData, ciphertext, tag } = message;
  const oneTimeKey = chaCha20(key, nonce, 0, new Uint8Array(64)).subarray(0, 32);
  const computed = poly1305(oneTimeKey, authenticated(associatedData, ciphertext));
  if (!equalBytes(computed, tag)) return { kind: 'forged', computed };
  return { kind: 'opened', plaintext: chaCha20(key, nonce, 1, ciphertext) };
}

/** The bytes combined with the key stream from a block on. */
function chaCha20(
  key: Uint8Array,
  nonce: Uint8Array,
  firstBlock: number,
  bytes: Uint8Array,
): Uint8Array {
  const state = new Uint32Array([
    ...[0x61707865, 0x3320646e, 0x79622d32, 0x6b206574],
    ...littleEndianWords(key),
    firstBlock,
    ...littleEndianWords(nonce),
  ]);
  const result = new Uint8Array(bytes.length);
  const stream = new Uint8Array(64);
  for (let at = 0; at < bytes.length; at += 64) {
    writeBlock(state, stream);
    state[12] = word(state, 12) + 1;
    const end = Math.min(at + 64, bytes.length);
    for (let i = at; i < end; i++) result[i] = (bytes[i] as number) ^ (stream[i - at] as number);
  }
  return result;
}

/** Columns, then diagonals, of the state. */
const quarterRounds = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;

function writeBlock(state: Uint32Array, block: Uint8Array): void {
  const mixed = state.slice();
  for (let doubleRound = 0; doubleRound < 10; doubleRound++) {
    for (const [a, b, c, d] of quarterRounds) {
      addAndRotate(mixed, a, b, d, 16);
      addAndRotate(mixed, c, d, b, 12);
      addAndRotate(mixed, a, b, d, 8);
      addAndRotate(mixed, c, d, b, 7);
    }
  }
  const view = new DataView(block.buffer);
  for (let i = 0; i < 16; i++) view.setUint32(4 * i, word(mixed, i) + word(state, i), true);
}

/** x += y, then z = (z xor x) rotated to the left. */
function addAndRotate(words: Uint32Array, x: number, y: number, z: number, by: number): void {
  words[x] = word(words, x) + word(words, y);
  const mixed = word(words, z) ^ word(words, x);
  words[z] = (mixed << by) | (mixed >>> (32 - by));
}

const word = (words: Uint32Array, at: number): number => words[at] as number;

function littleEndianWords(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(4 * i, true));
}

const prime = (1n << 130n) - 5n;
const clamp = 0x0ffffffc0ffffffc0ffffffc0fffffffn;

function poly1305(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const r = littleEndian(key, 0) & clamp;
  const s = littleEndian(key, 16);
  let sum = 0n;
  // What is authenticated is filled up to whole blocks.
  for (let at = 0; at < bytes.length; at += 16) {
    sum = ((sum + littleEndian(bytes, at) + (1n << 128n)) * r) % prime;
  }
  return littleEndianBytes(sum + s, 16);
}

/** Both parts filled up to blocks, then both lengths. */
function authenticated(associatedData: Uint8Array, ciphertext: Uint8Array): Uint8Array {
  return concatBytes([
    associatedData,
    fillUp(associatedData),
    ciphertext,
    fillUp(ciphertext),
    littleEndianBytes(BigInt(associatedData.length), 8),
    littleEndianBytes(BigInt(ciphertext.length), 8),
  ]);
}

function fillUp(bytes: Uint8Array): Uint8Array {
  return new Uint8Array((16 - (bytes.length % 16)) % 16);
}

/** The integer of 16 bytes. */
function littleEndian(bytes: Uint8Array, at: number): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.getBigUint64(at, true) | (view.getBigUint64(at + 8, true) << 64n);
}

/** The lowest bytes. */
function littleEndianBytes(integer: bigint, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = Number((integer >> BigInt(8 * i)) & 0xffn);
  return bytes;
}
