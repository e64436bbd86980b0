// The bit length of integers for cost formulas.
// Source: Gas/TableGasModel.hs (numberOfBits, integerBits).

import { bitLengthOf, isWord } from '../../base/integers.ts';

// A machine word and its halves, which are many times faster to read than a bigint.
const word = new BigInt64Array(1);
const halves = new Int32Array(word.buffer);
word[0] = 1n;
const lowAt = halves[0] === 1 ? 0 : 1;
const highAt = 1 - lowAt;

/** Returns the number of bits of the absolute value, at least 1. */
export function bitLength(integer: bigint): number {
  if (isWord(integer)) return wordLength(integer);
  return bitLengthOf(integer < 0n ? -integer : integer);
}

function wordLength(integer: bigint): number {
  word[0] = integer;
  let high = halves[highAt] as number;
  let low = halves[lowAt] as number;
  if (high < 0) {
    // The magnitude in two halves: invert all bits and add one.
    low = -low | 0;
    high = low === 0 ? -high | 0 : ~high;
  }
  return high === 0 ? Math.max(1, 32 - Math.clz32(low)) : 64 - Math.clz32(high);
}

/** Returns 64 for every machine word, otherwise the bit length. */
export function wordBitLength(integer: bigint): number {
  return isWord(integer) ? 64 : bitLength(integer);
}
