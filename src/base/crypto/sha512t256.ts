// SHA-512/256 (FIPS 180-4) as a WebAssembly function: a block header has some twenty such hashes, and JavaScript has no
// 64-bit arithmetic. If WebAssembly is absent or forbidden, `createSha512t256` returns `undefined` and `hashes.ts` uses
// the portable implementation.

import { lazily } from '../deferred.ts';
import {
  constant,
  i32,
  i64,
  instantiate,
  load,
  op,
  pageBytes,
  store,
  unsigned,
} from './webassembly.ts';

const blockBytes = 128;
const digestBytes = 32;
/** The bytes at the end of a message: its length in bits. */
const lengthBytes = 16;

// Memory: the eight words of the state, the same words as bytes of the digest, then the message.
const digestAt = 64;
const messageAt = 128;
const messageRoom = Math.floor((pageBytes - messageAt) / blockBytes) * blockBytes;

type Compress = (blockAt: number) => void;

/** Returns a hash function with its own memory, or `undefined` if WebAssembly is not available. */
export function createSha512t256(): ((bytes: Uint8Array) => Uint8Array) | undefined {
  const body = [1, ...unsigned(localCount), i64, ...compressBody()];
  const engine = instantiate<Compress>([i32], body);
  if (engine === undefined) return undefined;
  const { memory, call: compress } = engine;

  /** Adds a message to the state in memory. */
  const absorb = (bytes: Uint8Array): void => {
    let done = 0;
    while (bytes.length - done >= blockBytes) {
      const whole = bytes.length - done - ((bytes.length - done) % blockBytes);
      const taken = Math.min(whole, messageRoom);
      memory.set(bytes.subarray(done, done + taken), messageAt);
      for (let at = 0; at < taken; at += blockBytes) compress(messageAt + at);
      done += taken;
    }
    const rest = bytes.length - done;
    const blocks = rest + 1 + lengthBytes > blockBytes ? 2 : 1;
    memory.fill(0, messageAt, messageAt + blocks * blockBytes);
    memory.set(done === 0 ? bytes : bytes.subarray(done), messageAt);
    memory[messageAt + rest] = 0x80;
    let bits = bytes.length * 8;
    for (let at = messageAt + blocks * blockBytes - 1; bits > 0; at--) {
      memory[at] = bits % 256;
      bits = Math.floor(bits / 256);
    }
    for (let block = 0; block < blocks; block++) compress(messageAt + block * blockBytes);
  };

  // FIPS 180-4, 5.3.6: the initial state is a digest of the function's own name.
  memory.set(
    stateOf(
      primes()
        .slice(0, 8)
        .map((prime) => fractionOfRoot(prime, 2n) ^ 0xa5a5a5a5a5a5a5a5n),
    ),
    0,
  );
  absorb(Uint8Array.from('SHA-512/256', (character) => character.charCodeAt(0)));
  const initial = memory.slice(0, digestAt);

  /** Hashes a message of one block, such as a node of a Merkle tree. */
  const absorbShort = (bytes: Uint8Array): void => {
    const end = messageAt + bytes.length;
    memory.fill(0, end, messageAt + blockBytes - 2);
    memory.set(bytes, messageAt);
    memory[end] = 0x80;
    memory[messageAt + blockBytes - 2] = bytes.length >> 5;
    memory[messageAt + blockBytes - 1] = (bytes.length << 3) & 0xff;
    compress(messageAt);
  };

  return (bytes) => {
    memory.set(initial, 0);
    if (bytes.length < blockBytes - lengthBytes) absorbShort(bytes);
    else absorb(bytes);
    return memory.slice(digestAt, digestAt + digestBytes);
  };
}

const wordBits = 64n;

/** The first eighty primes; the constants are the fractional parts of their roots (FIPS 180-4, 4.2.3 and 5.3.5). */
const primes = lazily(() => firstPrimes(80));

function firstPrimes(count: number): readonly bigint[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found.map(BigInt);
}

/** Returns the first 64 bits after the binary point. */
function fractionOfRoot(value: bigint, degree: bigint): bigint {
  const scaled = value << (wordBits * degree);
  let root = 0n;
  for (let bit = 1n << (wordBits + 5n); bit > 0n; bit >>= 1n) {
    if ((root | bit) ** degree <= scaled) root |= bit;
  }
  return BigInt.asUintN(64, root);
}

function stateOf(words: readonly bigint[]): Uint8Array {
  const bytes = new Uint8Array(8 * words.length);
  const view = new DataView(bytes.buffer);
  words.forEach((word, i) => {
    view.setBigUint64(8 * i, word, true);
  });
  return bytes;
}

// The function's parameter and locals: the working words, sixteen words of the schedule, and two for intermediate sums.
const blockParameter = 0;
const working = (i: number): number => 1 + (i & 7);
const scheduled = (i: number): number => 9 + (i & 15);
const sum = 25;
const swapped = 26;
const localCount = 26;

/** The compression function with its rounds unrolled. */
function compressBody(): number[] {
  const code: number[] = [];
  for (let i = 0; i < 16; i++) {
    code.push(
      op.localGet,
      blockParameter,
      ...load(8 * i),
      ...swapBytes(),
      op.localSet,
      scheduled(i),
    );
  }
  for (let i = 0; i < 8; i++) code.push(op.i32Const, 0, ...load(8 * i), op.localSet, working(i));
  primes().forEach((prime, i) => {
    if (i >= 16) code.push(...schedule(i));
    code.push(...mix(i, fractionOfRoot(prime, 3n)));
  });
  for (let i = 0; i < 8; i++) {
    code.push(op.i32Const, 0, op.i32Const, 0, ...load(8 * i));
    code.push(op.localGet, working(i), op.i64Add, op.localTee, sum, ...store(8 * i));
    code.push(op.i32Const, 0, op.localGet, sum, ...swapBytes(), ...store(digestAt + 8 * i));
  }
  code.push(op.end);
  return code;
}

/** The word on the stack with its eight bytes in the opposite order. */
function swapBytes(): number[] {
  return [
    ...[op.localTee, swapped, ...constant(8n), op.i64RotateLeft],
    ...[...constant(0xff00ff00ff00ff00n), op.i64And],
    ...[op.localGet, swapped, ...constant(8n), op.i64RotateRight],
    ...[...constant(0x00ff00ff00ff00ffn), op.i64And, op.i64Or],
    ...[op.localTee, swapped, ...constant(16n), op.i64RotateLeft],
    ...[...constant(0xffff0000ffff0000n), op.i64And],
    ...[op.localGet, swapped, ...constant(16n), op.i64RotateRight],
    ...[...constant(0x0000ffff0000ffffn), op.i64And, op.i64Or],
    ...[...constant(32n), op.i64RotateLeft],
  ];
}

/** w[i] = s1(w[i-2]) + w[i-7] + s0(w[i-15]) + w[i-16]. */
function schedule(i: number): number[] {
  return [
    ...scatter(scheduled(i - 2), { rotations: [19n, 61n], shift: 6n }),
    ...[op.localGet, scheduled(i - 7), op.i64Add],
    ...scatter(scheduled(i - 15), { rotations: [1n, 8n], shift: 7n }),
    ...[op.i64Add, op.localGet, scheduled(i - 16), op.i64Add, op.localSet, scheduled(i)],
  ];
}

/** One round. From round to round, words change their names, not their places. */
function mix(round: number, roundConstant: bigint): number[] {
  const word = (name: number): number => working(name - round + 80);
  const [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7].map(word) as [
    ...[number, number, number, number],
    ...[number, number, number, number],
  ];
  return [
    ...[op.localGet, h, ...scatter(e, { rotations: [14n, 18n, 41n] }), op.i64Add],
    // Choice: g ^ (e & (f ^ g)).
    ...[op.localGet, f, op.localGet, g, op.i64Xor, op.localGet, e, op.i64And],
    ...[op.localGet, g, op.i64Xor, op.i64Add],
    ...[...constant(roundConstant), op.i64Add, op.localGet, scheduled(round), op.i64Add],
    ...[op.localTee, sum, op.localGet, d, op.i64Add, op.localSet, d],
    ...[op.localGet, sum, ...scatter(a, { rotations: [28n, 34n, 39n] }), op.i64Add],
    // Majority: (a & b) | (c & (a | b)).
    ...[op.localGet, a, op.localGet, b, op.i64And],
    ...[op.localGet, a, op.localGet, b, op.i64Or, op.localGet, c, op.i64And, op.i64Or],
    ...[op.i64Add, op.localSet, h],
  ];
}

/** The exclusive or of rotations, and of a shift, to the right. */
function scatter(
  local: number,
  { rotations, shift }: { readonly rotations: readonly bigint[]; readonly shift?: bigint },
): number[] {
  const code: number[] = [];
  for (const [i, by] of rotations.entries()) {
    code.push(op.localGet, local, ...constant(by), op.i64RotateRight);
    if (i > 0) code.push(op.i64Xor);
  }
  if (shift !== undefined) {
    code.push(op.localGet, local, ...constant(shift), op.i64ShiftRight, op.i64Xor);
  }
  return code;
}
