// Keccak-256, the hash of other chains, with the original padding (0x01), so it differs from the later SHA3-256. The
// permutation is a WebAssembly function, several times faster than the portable implementation, which is used if
// WebAssembly is not available. The reference: `Crypto/Hash/Keccak256.hs`; the permutation: FIPS 202, section 3.

import { keccak_256 } from '@noble/hashes/sha3.js';
import {
  constant,
  i32,
  i64,
  instantiate,
  load,
  noResult,
  op,
  pageBytes,
  signed,
  store,
} from './webassembly.ts';

let fast: ((bytes: Uint8Array) => Uint8Array) | undefined;

/** 32 bytes. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  // Assembled at the first hash, so that programs without hashes do not pay for it.
  fast ??= createKeccak256() ?? portableKeccak256;
  return fast(bytes);
}

/** The same function without WebAssembly. */
export function portableKeccak256(bytes: Uint8Array): Uint8Array {
  return keccak_256(bytes);
}

const digestBytes = 32;
const lanes = 25;
const blockLanes = 17;
const blockBytes = 8 * blockLanes;
const rounds = 24;
/** The memory contains the state, the round constants, then as many whole blocks as fit. */
const constantsAt = 8 * lanes;
const messageAt = constantsAt + 8 * rounds;
const messageRoom = Math.floor((pageBytes - messageAt) / blockBytes) * blockBytes;

type Absorb = (blockAt: number) => void;

/** Returns a hash function with its own memory, or `undefined` if WebAssembly is not available. */
export function createKeccak256(): ((bytes: Uint8Array) => Uint8Array) | undefined {
  const engine = instantiate<Absorb>([i32], absorbBody());
  if (engine === undefined) return undefined;
  const { memory, call: absorb } = engine;
  const view = new DataView(memory.buffer);
  roundConstants().forEach((each, i) => view.setBigUint64(constantsAt + 8 * i, each, true));

  return (bytes) => {
    memory.fill(0, 0, constantsAt);
    let done = 0;
    while (bytes.length - done >= blockBytes) {
      const whole = Math.floor((bytes.length - done) / blockBytes) * blockBytes;
      const taken = Math.min(whole, messageRoom);
      memory.set(bytes.subarray(done, done + taken), messageAt);
      for (let at = 0; at < taken; at += blockBytes) absorb(messageAt + at);
      done += taken;
    }
    memory.fill(0, messageAt, messageAt + blockBytes);
    memory.set(bytes.subarray(done), messageAt);
    const [first, last] = [messageAt + bytes.length - done, messageAt + blockBytes - 1];
    memory[first] = (memory[first] as number) ^ 0x01;
    memory[last] = (memory[last] as number) ^ 0x80;
    absorb(messageAt);
    return memory.slice(0, digestBytes);
  };
}

/** Step iota: bits of a linear feedback shift register. */
function roundConstants(): readonly bigint[] {
  let register = 1;
  return Array.from({ length: rounds }, () => {
    let word = 0n;
    for (let bit = 0; bit < 7; bit++) {
      if ((register & 1) === 1) word |= 1n << BigInt(2 ** bit - 1);
      register = (register << 1) ^ ((register >> 7) * 0x171);
    }
    return word;
  });
}

// The function's parameter and locals.
const blockParameter = 0;
const lane = (i: number): number => 1 + i;
const moved = (i: number): number => 26 + i;
const column = (x: number): number => 51 + (x % 5);
const mixed = 56;
const round = 57;

/** Adds a block to the state and permutes it. */
function absorbBody(): number[] {
  const code: number[] = [2, 56, i64, 1, i32];
  for (let i = 0; i < lanes; i++) {
    code.push(op.i32Const, 0, ...load(8 * i));
    if (i < blockLanes) code.push(op.localGet, blockParameter, ...load(8 * i), op.i64Xor);
    code.push(op.localSet, lane(i));
  }
  code.push(op.loop, noResult, ...thetaRhoPi(), ...chi());
  code.push(op.localGet, lane(0), op.localGet, round, ...load(constantsAt), op.i64Xor);
  code.push(op.localSet, lane(0));
  code.push(op.localGet, round, op.i32Const, 8, op.i32Add, op.localTee, round);
  code.push(op.i32Const, ...signed(BigInt(8 * rounds)), op.i32NotEqual, op.branchIf, 0, op.end);
  for (let i = 0; i < lanes; i++) code.push(op.i32Const, 0, op.localGet, lane(i), ...store(8 * i));
  code.push(op.end);
  return code;
}

function thetaRhoPi(): number[] {
  const code: number[] = [];
  for (let x = 0; x < 5; x++) {
    code.push(op.localGet, lane(x));
    for (let i = x + 5; i < lanes; i += 5) code.push(op.localGet, lane(i), op.i64Xor);
    code.push(op.localSet, column(x));
  }
  const rotations = laneRotations();
  for (let x = 0; x < 5; x++) {
    code.push(op.localGet, column(x + 4), op.localGet, column(x + 1), ...constant(1n));
    code.push(op.i64RotateLeft, op.i64Xor, op.localSet, mixed);
    for (let y = 0; y < 5; y++) {
      const i = x + 5 * y;
      code.push(op.localGet, lane(i), op.localGet, mixed, op.i64Xor);
      code.push(...constant(BigInt(rotations[i] as number)), op.i64RotateLeft);
      code.push(op.localSet, moved(y + 5 * ((2 * x + 3 * y) % 5)));
    }
  }
  return code;
}

/** Step rho: the number of bits by which each lane is rotated. */
function laneRotations(): readonly number[] {
  const rotations = Array<number>(lanes).fill(0);
  let [x, y] = [1, 0];
  for (let t = 0; t < 24; t++) {
    rotations[x + 5 * y] = (((t + 1) * (t + 2)) / 2) % 64;
    [x, y] = [y, (2 * x + 3 * y) % 5];
  }
  return rotations;
}

function chi(): number[] {
  const code: number[] = [];
  for (let y = 0; y < lanes; y += 5) {
    for (let x = 0; x < 5; x++) {
      code.push(op.localGet, moved(y + x), op.localGet, moved(y + ((x + 1) % 5)), ...constant(-1n));
      code.push(op.i64Xor, op.localGet, moved(y + ((x + 2) % 5)), op.i64And, op.i64Xor);
      code.push(op.localSet, lane(y + x));
    }
  }
  return code;
}
