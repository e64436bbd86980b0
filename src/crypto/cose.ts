// COSE public keys as WebAuthn hands them out, read with the reference's verdict
// (`Pact/Crypto/WebAuthn/Cose`): a CBOR map with exactly the parameters of its key type, in
// ascending order of their keys, each integer and length in its shortest form. Bytes after the map
// are ignored. Only the two algorithms that the reference lets pass are known here: -7 and -8.

import { isOnCurve, type EllipticCurve, type EllipticPoint } from './nist-curves.ts';

export type CoseKey =
  /** Algorithm -7: ECDSA with SHA-256. Nothing ties the hash to the size of the curve. */
  | {
      readonly kind: 'ES256';
      readonly curve: EllipticCurve;
      readonly publicKey: EllipticPoint;
    }
  /** Algorithm -8, curve Ed25519. The point is not checked before a signature is. */
  | { readonly kind: 'EdDSA'; readonly publicKey: Uint8Array };

/** `undefined` where the bytes are no such key. Never throws. */
export function parseCoseKey(bytes: Uint8Array): CoseKey | undefined {
  const input = new CborInput(bytes);
  const parameters = input.mapLength();
  if (!input.expect(label.keyType)) return undefined;
  const keyType = input.integer();
  if (!input.expect(label.algorithm)) return undefined;
  const algorithm = input.integer();
  if (algorithm === -7 && keyType === 2 && parameters === 5) return readEllipticKey(input);
  if (algorithm === -8 && keyType === 1 && parameters === 4) return readEdwardsKey(input);
  return undefined;
}

const label = { keyType: 1, algorithm: 3, curve: -1, x: -2, y: -3 } as const;
const ed25519CurveNumber = 6;
const ellipticCurves = new Map<number | undefined, EllipticCurve>([
  [1, 'P-256'],
  [2, 'P-384'],
  [3, 'P-521'],
]);

function readEllipticKey(input: CborInput): CoseKey | undefined {
  if (!input.expect(label.curve)) return undefined;
  const curve = ellipticCurves.get(input.integer());
  if (curve === undefined || !input.expect(label.x)) return undefined;
  const x = input.byteString();
  if (x === undefined || !input.expect(label.y)) return undefined;
  const y = input.byteString();
  if (y === undefined || !isOnCurve(curve, { x, y })) return undefined;
  return { kind: 'ES256', curve, publicKey: { x, y } };
}

function readEdwardsKey(input: CborInput): CoseKey | undefined {
  if (!input.expect(label.curve) || !input.expect(ed25519CurveNumber)) return undefined;
  if (!input.expect(label.x)) return undefined;
  const publicKey = input.byteString();
  return publicKey?.length === 32 ? { kind: 'EdDSA', publicKey } : undefined;
}

/**
 * The part of canonical CBOR (RFC 8949) that a key needs; each reader answers `undefined` on else.
 */
class CborInput {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  mapLength(): number | undefined {
    const head = this.head();
    return head?.major === 5 ? head.argument : undefined;
  }

  integer(): number | undefined {
    const head = this.head();
    if (head?.major === 0) return head.argument;
    return head?.major === 1 ? -1 - head.argument : undefined;
  }

  expect(value: number): boolean {
    return this.integer() === value;
  }

  byteString(): Uint8Array | undefined {
    const head = this.head();
    if (head?.major !== 2 || head.argument > this.bytes.length - this.at) return undefined;
    this.at += head.argument;
    return this.bytes.slice(this.at - head.argument, this.at);
  }

  /** Arguments of 8 bytes stand for nothing that a key holds and are refused. */
  private head(): { readonly major: number; readonly argument: number } | undefined {
    const first = this.bytes[this.at++];
    if (first === undefined) return undefined;
    const [major, short] = [first >> 5, first & 31];
    if (short < 24) return { major, argument: short };
    const width = { 24: 1, 25: 2, 26: 4 }[short];
    if (width === undefined || this.at + width > this.bytes.length) return undefined;
    let argument = 0;
    for (let i = 0; i < width; i++) argument = argument * 256 + (this.bytes[this.at++] as number);
    // The shortest form: a wider argument must not fit in the next narrower one.
    const least = { 1: 24, 2: 0x100, 4: 0x10000 }[width] as number;
    return argument >= least ? { major, argument } : undefined;
  }
}
