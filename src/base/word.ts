// Machine words: signed 64-bit numbers, which hold most integers.

export function isWord(integer: bigint): boolean {
  return BigInt.asIntN(64, integer) === integer;
}
