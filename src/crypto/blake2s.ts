// BLAKE2s with a digest of 32 bytes and no key (RFC 7693), as a WebAssembly function: nodes compute one for each header
// that they meet. Where WebAssembly is absent or forbidden, `createBlake2s256` answers `undefined` and `hashes.ts` takes
// the portable implementation.

import { blake2s } from '@noble/hashes/blake2.js';
import { i32, instantiate, op, pageBytes, signed, unsigned } from './webassembly.ts';

const blockBytes = 64;
const digestBytes = 32;
// Memory: the eight words of the state, then the message.
const messageAt = 64;
const messageRoom = pageBytes - messageAt;

type Compress = (blockAt: number, bytesLow: number, lastBlockMask: number) => void;

/** A hash function with memory of its own, or `undefined` where WebAssembly cannot be used. */
export function createBlake2s256(): ((bytes: Uint8Array) => Uint8Array) | undefined {
  const body = [1, ...unsigned(localCount), i32, ...compressBody()];
  const engine = instantiate<Compress>([i32, i32, i32], body);
  if (engine === undefined) return undefined;
  const { memory, call: compress } = engine;
  const initial = initialState();

  return (bytes) => {
    memory.set(initial, 0);
    let done = 0;
    // The last block is compressed apart, even when it is full.
    while (bytes.length - done > blockBytes) {
      const whole = Math.floor((bytes.length - done - 1) / blockBytes) * blockBytes;
      const taken = Math.min(whole, messageRoom);
      memory.set(bytes.subarray(done, done + taken), messageAt);
      for (let at = 0; at < taken; at += blockBytes) {
        done += blockBytes;
        compress(messageAt + at, done, 0);
      }
    }
    memory.fill(0, messageAt, messageAt + blockBytes);
    memory.set(done === 0 ? bytes : bytes.subarray(done), messageAt);
    compress(messageAt, bytes.length, -1);
    return memory.slice(0, digestBytes);
  };
}

/** What is looked for: a nonce, 8 bytes at the end of a message, that makes the hash small. */
export type NonceSearch = {
  /** More than 8 bytes. */
  readonly message: Uint8Array;
  /** The hash, read as a number whose lowest byte comes first, must not be above this one: 32 bytes. */
  readonly target: Uint8Array;
  readonly from: bigint;
  readonly tries: number;
};

/**
 * Looks for a nonce. Everything before the last block of the message is compressed once for all tries, so that each costs
 * one compression, where hashing a whole header costs five. `undefined` where WebAssembly cannot be used.
 */
export function createNonceSearch(): ((search: NonceSearch) => bigint | undefined) | undefined {
  const body = [1, ...unsigned(localCount), i32, ...compressBody()];
  const engine = instantiate<Compress>([i32, i32, i32], body);
  if (engine === undefined) return undefined;
  const { memory, call: compress } = engine;
  const initial = initialState();
  const view = new DataView(memory.buffer, memory.byteOffset);

  return ({ message, target, from, tries }) => {
    const { length } = message;
    const lastStart = Math.floor((length - 1) / blockBytes) * blockBytes;
    const wholeBlocks = length - 8 < lastStart ? lastStart - blockBytes : lastStart;
    memory.set(initial, 0);
    memory.fill(0, messageAt, messageAt + 3 * blockBytes);
    for (let done = 0; done < wholeBlocks; done += blockBytes) {
      memory.set(message.subarray(done, done + blockBytes), messageAt);
      compress(messageAt, done + blockBytes, 0);
    }
    const middle = memory.slice(0, digestBytes);
    memory.fill(0, messageAt, messageAt + 3 * blockBytes);
    memory.set(message.subarray(wholeBlocks), messageAt);
    const nonceAt = messageAt + length - wholeBlocks - 8;
    const highest = new DataView(target.buffer, target.byteOffset).getUint32(28, true);
    view.setBigUint64(nonceAt, from, true);
    for (let i = 0; i < tries; i++) {
      memory.set(middle, 0);
      let at = messageAt;
      for (let done = wholeBlocks + blockBytes; done < length; done += blockBytes) {
        compress(at, done, 0);
        at += blockBytes;
      }
      compress(at, length, -1);
      if (view.getUint32(28, true) <= highest && isAtMost(memory, target)) {
        return view.getBigUint64(nonceAt, true);
      }
      const low = (view.getUint32(nonceAt, true) + 1) >>> 0;
      view.setUint32(nonceAt, low, true);
      if (low === 0) view.setUint32(nonceAt + 4, view.getUint32(nonceAt + 4, true) + 1, true);
    }
    return undefined;
  };
}

/** The same search without WebAssembly. */
export function portableNonceSearch({
  message,
  target,
  from,
  tries,
}: NonceSearch): bigint | undefined {
  const tried = message.slice();
  const view = new DataView(tried.buffer);
  for (let i = 0; i < tries; i++) {
    const nonce = BigInt.asUintN(64, from + BigInt(i));
    view.setBigUint64(tried.length - 8, nonce, true);
    if (isAtMost(blake2s(tried), target)) return nonce;
  }
  return undefined;
}

function isAtMost(hash: Uint8Array, target: Uint8Array): boolean {
  for (let i = digestBytes - 1; i >= 0; i--) {
    const difference = (hash[i] as number) - (target[i] as number);
    if (difference !== 0) return difference < 0;
  }
  return true;
}

// RFC 7693, 2.6 and 2.7.
const initialWords = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const;
/** Message words per round, in hexadecimal. */
const schedule = [
  '0123456789abcdef',
  'ea489fd61c02b753',
  'b8c052fdae367194',
  '7931dcbe265a40f8',
  '905724afe1bc683d',
  '2c6a0b834d75fe19',
  'c51fed4a0763928b',
  'db7ec13950f4862a',
  '6fe9b308c2d714a5',
  'a2847615fb9e3cd0',
] as const;
/** Columns, then diagonals, of the working vector. */
const mixes = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;

function initialState(): Uint8Array {
  const bytes = new Uint8Array(blockBytes);
  const view = new DataView(bytes.buffer);
  // The parameter block: digest length, no key, fanout 1, depth 1.
  const parameters = 0x01010000 | digestBytes;
  initialWords.forEach((word, i) => {
    view.setUint32(4 * i, i === 0 ? word ^ parameters : word, true);
  });
  return bytes;
}

// The function's parameters and locals.
const blockParameter = 0;
const bytesParameter = 1;
const lastParameter = 2;
const vector = (i: number): number => 3 + i;
const messageWord = (i: number): number => 19 + i;
const localCount = 32;

const constant = (word: number): number[] => [op.i32Const, ...signed(BigInt(word | 0))];
const fourByteAlignment = 2;
const load = (offset: number): number[] => [op.i32Load, fourByteAlignment, ...unsigned(offset)];
const store = (offset: number): number[] => [op.i32Store, fourByteAlignment, ...unsigned(offset)];

/** The compression function with its rounds unrolled; messages have less than 4 GiB. */
function compressBody(): number[] {
  const code: number[] = [];
  for (let i = 0; i < 16; i++) {
    code.push(op.localGet, blockParameter, ...load(4 * i), op.localSet, messageWord(i));
  }
  for (let i = 0; i < 8; i++) {
    code.push(op.i32Const, 0, ...load(4 * i), op.localSet, vector(i));
    code.push(...constant(initialWords[i] as number));
    if (i === 4) code.push(op.localGet, bytesParameter, op.i32Xor);
    if (i === 6) code.push(op.localGet, lastParameter, op.i32Xor);
    code.push(op.localSet, vector(8 + i));
  }
  for (const order of schedule) {
    mixes.forEach((words, i) => {
      const [x, y] = [order.charAt(2 * i), order.charAt(2 * i + 1)];
      code.push(...halfMix(words, parseInt(x, 16), [16, 12]));
      code.push(...halfMix(words, parseInt(y, 16), [8, 7]));
    });
  }
  for (let i = 0; i < 8; i++) {
    code.push(op.i32Const, 0, op.i32Const, 0, ...load(4 * i));
    code.push(op.localGet, vector(i), op.i32Xor, op.localGet, vector(8 + i), op.i32Xor);
    code.push(...store(4 * i));
  }
  code.push(op.end);
  return code;
}

/** Half of G: a += b + m; d = (d ^ a) >>> first; c += d; b = (b ^ c) >>> second. */
function halfMix(
  [aIndex, bIndex, cIndex, dIndex]: readonly [number, number, number, number],
  message: number,
  [first, second]: readonly [number, number],
): number[] {
  const [a, b, c, d] = [vector(aIndex), vector(bIndex), vector(cIndex), vector(dIndex)];
  return [
    ...[op.localGet, a, op.localGet, b, op.i32Add],
    ...[op.localGet, messageWord(message), op.i32Add, op.localTee, a],
    ...[op.localGet, d, op.i32Xor, ...constant(first), op.i32RotateRight, op.localTee, d],
    ...[op.localGet, c, op.i32Add, op.localTee, c],
    ...[op.localGet, b, op.i32Xor, ...constant(second), op.i32RotateRight, op.localSet, b],
  ];
}
