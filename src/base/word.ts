// Machine words: signed numbers of 64 bits, which most integers are.

export function isWord(integer: bigint): boolean {
  return BigInt.asIntN(64, integer) === integer;
}
