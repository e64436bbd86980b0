// How many bits an integer has, as cost formulas count them.
// Source: Gas/TableGasModel.hs (numberOfBits, integerBits).

import { bitLengthOf } from '../../base/bit-length.ts';

/** Bits of the absolute value, at least 1. */
export function bitLength(integer: bigint): number {
  return Math.max(1, bitLengthOf(integer < 0n ? -integer : integer));
}

/** Machine words count as 64 whatever their value. */
export function wordBitLength(integer: bigint): number {
  return BigInt.asIntN(64, integer) === integer ? 64 : bitLength(integer);
}
