// How many bits an integer has, as cost formulas count them.
// Source: Gas/TableGasModel.hs (numberOfBits, integerBits).

/** Bits of the absolute value, at least 1. */
export function bitLength(integer: bigint): number {
  const magnitude = integer < 0n ? -integer : integer;
  if (magnitude <= 0xffffffffn) return Math.max(1, 32 - Math.clz32(Number(magnitude)));
  const digits = magnitude.toString(16);
  const first = parseInt(digits.charAt(0), 16);
  return 4 * (digits.length - 1) + (32 - Math.clz32(first));
}

/** Machine words count as 64 whatever their value. */
export function wordBitLength(integer: bigint): number {
  return BigInt.asIntN(64, integer) === integer ? 64 : bitLength(integer);
}
