// Checks which points are on the prime curves of NIST (FIPS 186-4, D.1.2), for the format of keys.
// Separate from signatures, so that a program which only reads keysets does not load a curve library.

export type EllipticCurve = 'P-256' | 'P-384' | 'P-521';

type Curve = {
  /** Length of a coordinate. */
  readonly bytes: number;
  readonly prime: bigint;
  /** y^2 = x^3 - 3x + b. */
  readonly b: bigint;
};

const curves: Readonly<Record<EllipticCurve, Curve>> = {
  'P-256': {
    bytes: 32,
    prime: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
    b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  },
  'P-384': {
    bytes: 48,
    prime: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
    b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
  },
  'P-521': {
    bytes: 66,
    prime: 2n ** 521n - 1n,
    b: 0x51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00n,
  },
};

/** A point's coordinates, most significant byte first. */
export type EllipticPoint = { readonly x: Uint8Array; readonly y: Uint8Array };

/**
 * Whether both coordinates have the curve's length, are below its prime and satisfy its equation
 * (`isPointValid` of the reference's crypto library; infinity cannot be represented like this).
 */
export function isOnCurve(curve: EllipticCurve, point: EllipticPoint): boolean {
  const { bytes, prime, b } = curves[curve];
  if (point.x.length !== bytes || point.y.length !== bytes) return false;
  const [x, y] = [bigEndian(point.x), bigEndian(point.y)];
  return x < prime && y < prime && (y * y - (x * x - 3n) * x - b) % prime === 0n;
}

/** Converts bytes, most significant first, to an integer. */
export function bigEndian(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}
