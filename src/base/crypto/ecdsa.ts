// ECDSA signatures over the NIST curves with SHA-256, as WebAuthn keys use them.
// The reference: `WebAuthn/Cose/Verify.hs` over its crypto library's `PubKey.ECC.ECDSA`. Both
// halves of the malleable pair (r, s) and (r, n - s) count as valid there, so they do here.

import { p256, p384, p521 } from '@noble/curves/nist.js';
import { concatBytes, equalBytes } from '../bytes.ts';
import { readSignatureValue } from './der.ts';
import { sha256 } from './hashes.ts';
import { bigEndian, isOnCurve, type EllipticCurve, type EllipticPoint } from './key-formats.ts';

export type EcdsaClaim = {
  readonly curve: EllipticCurve;
  readonly publicKey: EllipticPoint;
  readonly message: Uint8Array;
  /** DER of SEQUENCE { r INTEGER, s INTEGER }. */
  readonly signature: Uint8Array;
};

const points = { 'P-256': p256.Point, 'P-384': p384.Point, 'P-521': p521.Point } as const;

/** Verifies a signature; also `false` if the key is not on its curve or the signature is malformed. */
export function verifyEcdsaSha256({ curve, publicKey, message, signature }: EcdsaClaim): boolean {
  const value = readSignatureValue(signature);
  if (value === undefined || !isOnCurve(curve, publicKey)) return false;
  const Point = points[curve];
  const n = Point.Fn.ORDER;
  const { r, s } = value;
  if (r < 1n || r >= n || s < 1n || s >= n) return false;
  // The digest is never longer than these orders, so it is not truncated.
  const digest = bigEndian(sha256(message));
  const w = Point.Fn.inv(s);
  const key = Point.fromAffine({ x: bigEndian(publicKey.x), y: bigEndian(publicKey.y) });
  const sum = Point.BASE.multiplyUnsafe((digest * w) % n).add(key.multiplyUnsafe((r * w) % n));
  return !sum.is0() && sum.x % n === r;
}

/** Returns the DER of a signature by a P-256 key; `undefined` if the secret key does not belong to the public key. */
export function signEcdsaSha256(
  { curve, publicKey }: Pick<EcdsaClaim, 'curve' | 'publicKey'>,
  secretKey: Uint8Array,
  message: Uint8Array,
): Uint8Array | undefined {
  if (curve !== 'P-256' || !p256.utils.isValidSecretKey(secretKey)) return undefined;
  const derived = p256.getPublicKey(secretKey, false);
  if (!equalBytes(derived.subarray(1), concatBytes([publicKey.x, publicKey.y]))) return undefined;
  return p256.sign(sha256(message), secretKey, { prehash: false, format: 'der' });
}
