// Signatures over secp256k1: the addresses of Ethereum signers, and signatures by compressed keys.
// The reference: kadena-ethereum-bridge, Crypto/Secp256k1.hs, and `PubKey.ECC.ECDSA` of its crypto library.

import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak256 } from './keccak256.ts';

const { Point } = secp256k1;
const order = Point.Fn.ORDER;
const prime = Point.Fp.ORDER;

export type RecoveredAddress =
  /** 20 bytes. */
  | { readonly kind: 'address'; readonly address: Uint8Array }
  /** No key can create such a signature. */
  | { readonly kind: 'none' }
  /** The bytes do not have the form of a signature: r (32), s (32), v (1: 27 to 30, or 37 to 40). */
  | { readonly kind: 'malformed' };

/** Returns the address of the key that signed a digest of 32 bytes. As in the reference, r and s are taken modulo the order. */
export function recoverEthereumAddress(
  digest: Uint8Array,
  signature: Uint8Array,
): RecoveredAddress {
  const recovery = recoveryOf(signature);
  if (recovery === undefined) return { kind: 'malformed' };
  const r = numberOf(signature.subarray(0, 32)) % order;
  const s = numberOf(signature.subarray(32, 64)) % order;
  const x = recovery >= 2 ? (r + order) % prime : r;
  const point = pointAt(x, recovery % 2 === 1);
  if (point === undefined || r === 0n) return { kind: 'none' };
  const inverse = Point.Fn.inv(r);
  const ofSignature = (s * inverse) % order;
  const ofDigest = (order - (((numberOf(digest) % order) * inverse) % order)) % order;
  const key = point.multiplyUnsafe(ofSignature).add(Point.BASE.multiplyUnsafe(ofDigest));
  if (key.is0()) return { kind: 'none' };
  return { kind: 'address', address: keccak256(key.toBytes(false).subarray(1)).subarray(12) };
}

/**
 * Checks a signature (r and s, 64 bytes) over a digest of 32 bytes by a compressed key (33 bytes). Returns `undefined`
 * if the key or the signature does not have that form.
 */
export function verifySecp256k1(claim: {
  readonly digest: Uint8Array;
  readonly signature: Uint8Array;
  readonly publicKey: Uint8Array;
}): boolean | undefined {
  const { digest, signature, publicKey } = claim;
  if (signature.length !== 64 || !isCompressedKey(publicKey)) return undefined;
  const r = numberOf(signature.subarray(0, 32));
  const s = numberOf(signature.subarray(32));
  if (r === 0n || r >= order || s === 0n || s >= order) return false;
  return secp256k1.verify(signature, digest, publicKey, { prehash: false, lowS: false });
}

const firstRecoveries = [27, 37] as const;

/** Bit 0: y is odd; bit 1: x is r plus the order. */
function recoveryOf(signature: Uint8Array): number | undefined {
  const v = signature[64];
  if (signature.length !== 65 || v === undefined) return undefined;
  const first = firstRecoveries.find((each) => v >= each && v < each + 4);
  return first === undefined ? undefined : v - first;
}

function pointAt(x: bigint, isOdd: boolean): InstanceType<typeof Point> | undefined {
  const bytes = new Uint8Array(33);
  bytes[0] = isOdd ? 3 : 2;
  bytes.set(Point.Fp.toBytes(x), 1);
  return pointOf(bytes);
}

function isCompressedKey(bytes: Uint8Array): boolean {
  return bytes.length === 33 && (bytes[0] === 2 || bytes[0] === 3) && pointOf(bytes) !== undefined;
}

function pointOf(bytes: Uint8Array): InstanceType<typeof Point> | undefined {
  try {
    return Point.fromBytes(bytes);
  } catch {
    return undefined;
  }
}

function numberOf(bytes: Uint8Array): bigint {
  let number = 0n;
  for (const byte of bytes) number = (number << 8n) | BigInt(byte);
  return number;
}
