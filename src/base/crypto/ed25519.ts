// Ed25519 signatures with the same rules everywhere, those of the reference: ed25519-donna in its crypto
// library, called from `Command/Crypto.hs`. Verifiers differ in edge cases, so the rule is implemented
// here instead of using a library's default; Node's own crypto gives the same results.

import { ed25519 } from '@noble/curves/ed25519.js';
import { concatBytes, equalBytes } from '../bytes.ts';
import { sha512 } from './hashes.ts';

const keyBytes = 32;
const signatureBytes = 64;
const { Point } = ed25519;
/** L, the prime order of the base point. */
const groupOrder = Point.Fn.ORDER;

export type Ed25519Claim = {
  readonly publicKey: Uint8Array;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
};

/**
 * Returns whether `signature` (64 bytes, R then S) signs `message` under `publicKey` (32 bytes). The rule:
 * S < L; A decodes, where y >= p, a sign bit on x = 0 and small order are allowed; the encoding of
 * [S]B - [H(R, A, M)]A equals R byte for byte, without cofactor. A wrong length or an undecodable key
 * gives `false`.
 */
export function verifyEd25519({ publicKey, message, signature }: Ed25519Claim): boolean {
  if (publicKey.length !== keyBytes || signature.length !== signatureBytes) return false;
  const commitment = signature.subarray(0, 32);
  const response = littleEndian(signature.subarray(32));
  if (response >= groupOrder) return false;
  const key = decodePoint(publicKey);
  if (key === undefined) return false;
  const challenge =
    littleEndian(sha512(concatBytes([commitment, publicKey, message]))) % groupOrder;
  const expected = Point.BASE.multiplyUnsafe(response).subtract(key.multiplyUnsafe(challenge));
  return equalBytes(expected.toBytes(), commitment);
}

/**
 * Returns whether 32 bytes are a public key that somebody can have made: a point of the group of signatures, in its only encoding.
 * Others can be checked with, too, but nobody has their secret key, and of some anybody can forge signatures.
 */
export function isEd25519PublicKey(publicKey: Uint8Array): boolean {
  const point = publicKey.length === keyBytes ? decodePoint(publicKey) : undefined;
  return (
    point !== undefined &&
    equalBytes(point.toBytes(), publicKey) &&
    !point.isSmallOrder() &&
    point.isTorsionFree()
  );
}

/** Returns the public key (32 bytes) of a secret key (RFC 8032: a seed of 32 bytes); `undefined` for another length. */
export function ed25519PublicKey(secretKey: Uint8Array): Uint8Array | undefined {
  return secretKey.length === keyBytes ? ed25519.getPublicKey(secretKey) : undefined;
}

/** Signs a message with a secret key of 32 bytes; returns 64 bytes, or `undefined` for a key of another length. */
export function signEd25519(secretKey: Uint8Array, message: Uint8Array): Uint8Array | undefined {
  return secretKey.length === keyBytes ? ed25519.sign(message, secretKey) : undefined;
}

/** Returns `undefined` if no point has this y coordinate; y is taken modulo p (as in ZIP 215). */
function decodePoint(bytes: Uint8Array): InstanceType<typeof Point> | undefined {
  try {
    return Point.fromBytes(bytes, true);
  } catch {
    return undefined;
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let i = bytes.length - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i] as number);
  return value;
}

// Recognises encoded Ed25519 points on which verifiers disagree: points of small order, and points whose y is not below p.
// Like the reference, OpenSSL in Node 20 accepts them; since version 24, Node rejects the former.

/** y of the points of order 8, little-endian; points of lower order have 0, 1 or p - 1. */
const ofOrderEight: readonly (readonly number[])[] = [
  [
    0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
    0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
  ],
  [
    0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
    0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
  ],
];

/** Takes 32 bytes; ignores the sign of x. */
export function isExceptionalPoint(encoded: Uint8Array): boolean {
  const last = (encoded[31] as number) & 0x7f;
  const isMiddle = (byte: number): boolean =>
    encoded.subarray(1, 31).every((each) => each === byte);
  const first = encoded[0] as number;
  if (last === 0 && first <= 1 && isMiddle(0)) return true;
  if (last === 0x7f && first >= 0xec && isMiddle(0xff)) return true;
  return ofOrderEight.some(
    (y) => y[31] === last && y.every((byte, i) => i === 31 || byte === encoded[i]),
  );
}
