// BLAKE2b with a digest of 32 bytes and no key (RFC 7693), as a WebAssembly function. Unlike JavaScript,
// WebAssembly has 64-bit arithmetic: measured 17 to 20 times faster than the portable implementation
// (0.3 instead of 5 microseconds for one block, 700 instead of 37 MB/s). If WebAssembly is absent or
// forbidden, `createBlake2b256` returns `undefined` and `hashes.ts` uses the portable implementation.

import { blake2Function, digestBytes, type Compress } from './blake2.ts';
import { constant, i32, i64, instantiate, load, op, store, unsigned } from './webassembly.ts';

const blockBytes = 128;

/** Returns a hash function with its own memory, or `undefined` if WebAssembly is not available. */
export function createBlake2b256(): ((bytes: Uint8Array) => Uint8Array) | undefined {
  const body = [1, ...unsigned(localCount), i64, ...compressBody()];
  const engine = instantiate<Compress>([i32, i32, i32], body);
  if (engine === undefined) return undefined;
  const { memory, call: compress } = engine;
  const initial = initialChain();
  return blake2Function(memory, { compress, initial, blockBytes });
}

// RFC 7693, 2.6 and 2.7.
const initialWords = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
] as const;
/** Message words per round, in hexadecimal; rounds 10 and 11 repeat the first two. */
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
const rounds = 12;
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

function initialChain(): Uint8Array {
  const bytes = new Uint8Array(64);
  const view = new DataView(bytes.buffer);
  // The parameter block: digest length, no key, fanout 1, depth 1.
  const parameters = BigInt(0x01010000 | digestBytes);
  initialWords.forEach((word, i) => {
    view.setBigUint64(8 * i, i === 0 ? word ^ parameters : word, true);
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

/** The compression function F with its rounds unrolled, so that every message word is a local. */
function compressBody(): number[] {
  const code: number[] = [];
  for (let i = 0; i < 16; i++) {
    code.push(op.localGet, blockParameter, ...load(8 * i), op.localSet, messageWord(i));
  }
  for (let i = 0; i < 8; i++) {
    code.push(op.i32Const, 0, ...load(8 * i), op.localSet, vector(i));
    code.push(...constant(initialWords[i] as bigint));
    if (i === 4) code.push(op.localGet, bytesParameter, op.extendUnsigned, op.i64Xor);
    if (i === 6) code.push(op.localGet, lastParameter, op.extendSigned, op.i64Xor);
    code.push(op.localSet, vector(8 + i));
  }
  for (let round = 0; round < rounds; round++) {
    const order = schedule[round % schedule.length] as string;
    mixes.forEach((words, i) => {
      const [x, y] = [order.charAt(2 * i), order.charAt(2 * i + 1)];
      code.push(...halfMix(words, parseInt(x, 16), 32n, 24n));
      code.push(...halfMix(words, parseInt(y, 16), 16n, 63n));
    });
  }
  for (let i = 0; i < 8; i++) {
    code.push(op.i32Const, 0, op.i32Const, 0, ...load(8 * i));
    code.push(op.localGet, vector(i), op.i64Xor, op.localGet, vector(8 + i), op.i64Xor);
    code.push(...store(8 * i));
  }
  code.push(op.end);
  return code;
}

/** Half of G: a += b + m; d = (d ^ a) >>> first; c += d; b = (b ^ c) >>> second. */
function halfMix(
  [aIndex, bIndex, cIndex, dIndex]: readonly [number, number, number, number],
  message: number,
  first: bigint,
  second: bigint,
): number[] {
  const [a, b, c, d] = [vector(aIndex), vector(bIndex), vector(cIndex), vector(dIndex)];
  return [
    ...[op.localGet, a, op.localGet, b, op.i64Add],
    ...[op.localGet, messageWord(message), op.i64Add, op.localTee, a],
    ...[op.localGet, d, op.i64Xor, ...constant(first), op.i64RotateRight, op.localTee, d],
    ...[op.localGet, c, op.i64Add, op.localTee, c],
    ...[op.localGet, b, op.i64Xor, ...constant(second), op.i64RotateRight, op.localSet, b],
  ];
}
