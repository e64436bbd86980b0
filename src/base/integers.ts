// Sizes of integers.

const view = new DataView(new ArrayBuffer(8));
/** Numbers from this size on are larger than the largest double. */
const beyondDoubles = 1n << 1023n;

/** Returns the number of bits of a non-negative integer; 0 for 0. */
export function bitLengthOf(magnitude: bigint): number {
  if (magnitude <= 0xffffffffn) return 32 - Math.clz32(Number(magnitude));
  return magnitude < beyondDoubles ? bitsByDouble(magnitude) : bitsByDigits(magnitude);
}

/** The nearest double has the exponent, unless rounding reached the next power of two. */
function bitsByDouble(magnitude: bigint): number {
  view.setFloat64(0, Number(magnitude));
  const high = view.getUint32(0);
  const exponent = (high >>> 20) - 1023;
  const isPower = (high & 0xfffff) === 0 && view.getUint32(4) === 0;
  if (isPower && magnitude >> BigInt(exponent) === 0n) return exponent;
  return exponent + 1;
}

function bitsByDigits(magnitude: bigint): number {
  const digits = magnitude.toString(16);
  return 4 * (digits.length - 1) + (32 - Math.clz32(parseInt(digits.charAt(0), 16)));
}

/** Returns whether the integer is a machine word: a signed 64-bit number, which most are. */
export function isWord(integer: bigint): boolean {
  return BigInt.asIntN(64, integer) === integer;
}
