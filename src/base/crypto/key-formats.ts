// Checks which strings in a keyset are keys: `ed25519HexFormat` and `webAuthnFormat` of the reference's
// `Pact.Core.Guards`. Used by `read-keyset` under the flag EnforceKeyFormats.

import { fromHex } from '../bytes.ts';
import { readCanonicalCbor, type CborReader } from '../cbor-reader.ts';

/** The prefix that distinguishes WebAuthn keys from ED25519 keys in keysets and signers. */
export const webAuthnPrefix = 'WEBAUTHN-';

/** An ED25519 key in a keyset: 64 lower-case hexadecimal digits. */
export function isEd25519Key(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/**
 * A WebAuthn key in a keyset: the prefix, then a COSE key in lower-case hexadecimal.
 */
export function isWebAuthnKey(text: string): boolean {
  return parseWebAuthnKey(text) !== undefined;
}

/** Returns `undefined` unless `isWebAuthnKey` is true. */
export function parseWebAuthnKey(text: string): CoseKey | undefined {
  if (!text.startsWith(webAuthnPrefix)) return undefined;
  const digits = text.slice(webAuthnPrefix.length);
  const bytes = /^[0-9a-f]*$/.test(digits) ? fromHex(digits) : undefined;
  return bytes === undefined ? undefined : parseCoseKey(bytes);
}

// Reads COSE public keys of WebAuthn, and accepts the same ones as the reference
// (`Pact/Crypto/WebAuthn/Cose`): a CBOR map with exactly the parameters of its key type, in ascending
// order of their keys, each integer and length in its shortest form. Bytes after the map are ignored.
// Only the two algorithms that the reference accepts are supported: -7 and -8.

export type CoseKey =
  /** Algorithm -7: ECDSA with SHA-256, on a curve of any size. */
  | {
      readonly kind: 'ES256';
      readonly curve: EllipticCurve;
      readonly publicKey: EllipticPoint;
    }
  /** Algorithm -8, curve Ed25519. The point is checked only when a signature is checked. */
  | { readonly kind: 'EdDSA'; readonly publicKey: Uint8Array };

/** Returns `undefined` if the bytes are not such a key. Never throws. */
export function parseCoseKey(bytes: Uint8Array): CoseKey | undefined {
  return readCanonicalCbor(bytes, (input) => {
    const parameters = input.mapHead();
    if (input.int() !== label.keyType) return undefined;
    const keyType = input.int();
    if (input.int() !== label.algorithm) return undefined;
    const algorithm = input.int();
    if (algorithm === -7n && keyType === 2n && parameters === 5) return readEllipticKey(input);
    if (algorithm === -8n && keyType === 1n && parameters === 4) return readEdwardsKey(input);
    return undefined;
  });
}

const label = { keyType: 1n, algorithm: 3n, curve: -1n, x: -2n, y: -3n } as const;
const ed25519CurveNumber = 6n;
const ellipticCurves = new Map<bigint, EllipticCurve>([
  [1n, 'P-256'],
  [2n, 'P-384'],
  [3n, 'P-521'],
]);

function readEllipticKey(input: CborReader): CoseKey | undefined {
  if (input.int() !== label.curve) return undefined;
  const curve = ellipticCurves.get(input.int());
  if (curve === undefined || input.int() !== label.x) return undefined;
  const x = input.bytes();
  if (input.int() !== label.y) return undefined;
  const y = input.bytes();
  if (!isOnCurve(curve, { x, y })) return undefined;
  return { kind: 'ES256', curve, publicKey: { x, y } };
}

function readEdwardsKey(input: CborReader): CoseKey | undefined {
  if (input.int() !== label.curve || input.int() !== ed25519CurveNumber) return undefined;
  if (input.int() !== label.x) return undefined;
  const publicKey = input.bytes();
  return publicKey.length === 32 ? { kind: 'EdDSA', publicKey } : undefined;
}

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
 * Returns whether both coordinates have the curve's length, are below its prime and satisfy its equation
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
