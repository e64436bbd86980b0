// Reads COSE public keys of WebAuthn, and accepts the same ones as the reference
// (`Pact/Crypto/WebAuthn/Cose`): a CBOR map with exactly the parameters of its key type, in ascending
// order of their keys, each integer and length in its shortest form. Bytes after the map are ignored.
// Only the two algorithms that the reference accepts are supported: -7 and -8.

import { readCanonicalCbor, type CborReader } from '../cbor-reader.ts';
import { isOnCurve, type EllipticCurve, type EllipticPoint } from './nist-curves.ts';

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
