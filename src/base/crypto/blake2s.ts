// BLAKE2s with a digest of 32 bytes and no key (RFC 7693), as a WebAssembly function: nodes compute one for each header
// they receive. If WebAssembly is absent or forbidden, `createBlake2s256` returns `undefined` and `hashes.ts` uses the
// portable implementation.

import { blake2Function, digestBytes, type Blake2Parts, type Compress } from './blake2.ts';
import { i32, instantiate, op, signed, unsigned } from './webassembly.ts';

const blockBytes = 64;

/** Returns a hash function with its own memory, or `undefined` if WebAssembly is not available. */
export function createBlake2s256(): ((bytes: Uint8Array) => Uint8Array) | undefined {
  const engine = createBlake2sEngine();
  return engine && blake2Function(engine.memory, engine);
}

export type Blake2sEngine = Blake2Parts & { readonly memory: Uint8Array };

/** Returns the compression function with its own memory, which begins with the state. */
export function createBlake2sEngine(): Blake2sEngine | undefined {
  const body = [1, ...unsigned(localCount), i32, ...compressBody()];
  const engine = instantiate<Compress>([i32, i32, i32], body);
  if (engine === undefined) return undefined;
  const { memory, call: compress } = engine;
  return { memory, compress, initial: initialState(), blockBytes };
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
