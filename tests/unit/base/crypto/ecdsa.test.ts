import { p256, p384, p521 } from '@noble/curves/nist.js';
import { expect, test } from 'vitest';
import { fromHex, utf8 } from '../../../../src/base/bytes.ts';
import { readSignatureValue } from '../../../../src/base/crypto/der.ts';
import { verifyEcdsaSha256 } from '../../../../src/base/crypto/ecdsa.ts';
import { sha256 } from '../../../../src/base/crypto/hashes.ts';
import { isOnCurve } from '../../../../src/base/crypto/key-formats.ts';
import { vectorTest } from './vectors.ts';

const bytes = (hex: string): Uint8Array => fromHex(hex)!;

test.each([
  ['3006020101020102', { r: 1n, s: 2n }],
  ['300702010102020080', { r: 1n, s: 128n }],
  ['30060201ff020180', { r: -1n, s: -128n }],
  // Deviations of the reference's reader from DER.
  ['30060201010201020000', { r: 1n, s: 2n }],
  ['00003006020101020102', { r: 1n, s: 2n }],
  ['200030060201010201020000008105', { r: 1n, s: 2n }],
  ['3f1006020101020102', { r: 1n, s: 2n }],
  ['30071f0201010201' + '02', { r: 1n, s: 2n }],
  // A long tag that wraps around 64 bits.
  ['3f81808080808080808080' + '1006020101020102', { r: 1n, s: 2n }],
])('%s holds two integers', (hex, value) => {
  expect(readSignatureValue(bytes(hex))).toEqual(value);
});

test.each([
  ['', 'nothing'],
  ['30', 'half a header'],
  ['300602010102', 'an unfinished integer'],
  ['3003020101', 'one integer'],
  ['3009020101020102020103', 'three integers'],
  ['300602010102010200', 'half a header after the value'],
  ['30060201010201020500', 'another value after it'],
  ['3005020101020102', 'a sequence that ends inside an integer'],
  ['3007020101020102', 'a sequence longer than the bytes'],
  ['300602010102010200', 'a lone zero after it'],
  ['30080201010201020000', 'end-of-contents inside the sequence'],
  ['3080020101020102' + '0000', 'an indefinite length'],
  ['308106020101020102', 'a long length that could be short'],
  ['3082000602010102' + '0102', 'a long length with a leading zero'],
  ['3007020200010201' + '02', 'a padded integer'],
  ['30070202ff80020102', 'a padded negative integer'],
  ['30050200020102', 'an empty integer'],
  ['31060201010201' + '02', 'a set'],
  ['10060201010201' + '02', 'a primitive sequence'],
  ['3006220101020102', 'a constructed integer'],
  ['3f80100602010102' + '0102', 'a long tag that starts with zero'],
])('%s, %s, is refused', (hex) => {
  expect(readSignatureValue(bytes(hex))).toBeUndefined();
});

test.each([
  ['P-256', p256, 32],
  ['P-384', p384, 48],
  ['P-521', p521, 66],
] as const)(
  'signatures of %s are valid, in both spellings of s, and nothing else is',
  (curve, scheme, size) => {
    const secretKey = new Uint8Array(size).fill(1);
    const publicKey = scheme.getPublicKey(secretKey, false);
    const [x, y] = [publicKey.slice(1, 1 + size), publicKey.slice(1 + size)];
    const message = utf8('message');
    const verify = (signature: Uint8Array, signed = message): boolean =>
      verifyEcdsaSha256({ curve, publicKey: { x, y }, message: signed, signature });

    const compact = scheme.sign(sha256(message), secretKey, { prehash: false });
    const { r, s } = scheme.Signature.fromBytes(compact, 'compact');
    const opposite = scheme.Point.Fn.ORDER - s;
    expect(verify(new scheme.Signature(r, s).toBytes('der'))).toBe(true);
    expect(verify(new scheme.Signature(r, opposite).toBytes('der'))).toBe(true);
    expect(verify(new scheme.Signature(s, r).toBytes('der'))).toBe(false);
    expect(verify(new scheme.Signature(r, s).toBytes('der'), utf8('Message'))).toBe(false);
    expect(isOnCurve(curve, { x, y })).toBe(true);
    expect(isOnCurve(curve, { x: y, y: x })).toBe(false);
    const publicKeyOffCurve = { x: y, y: x };
    const signature = new scheme.Signature(r, s).toBytes('der');
    expect(verifyEcdsaSha256({ curve, publicKey: publicKeyOffCurve, message, signature })).toBe(
      false,
    );
  },
);

test.each([
  ['P-256', p256],
  ['P-384', p384],
  ['P-521', p521],
] as const)(
  '%s: a coordinate that is valid only modulo p, or has another length, is refused',
  (curve, scheme) => {
    const { Fp } = scheme.Point;
    const { p, a, b } = scheme.Point.CURVE();
    const encode = (value: bigint, length = Fp.BYTES): Uint8Array =>
      bytes(value.toString(16).padStart(2 * length, '0'));
    let x = 1n;
    let y: bigint | undefined;
    for (; y === undefined; x++) y = squareRoot(x ** 3n + a * x + b);
    x--;
    expect(isOnCurve(curve, { x: encode(x), y: encode(y) })).toBe(true);
    expect(isOnCurve(curve, { x: encode(x), y: encode(p - y) })).toBe(true);
    expect(isOnCurve(curve, { x: encode(x), y: encode(y + 1n) })).toBe(false);
    expect(isOnCurve(curve, { x: encode(x + p), y: encode(y) })).toBe(false);
    expect(isOnCurve(curve, { x: encode(x, Fp.BYTES + 1), y: encode(y) })).toBe(false);

    function squareRoot(square: bigint): bigint | undefined {
      try {
        return Fp.sqrt(Fp.create(square));
      } catch {
        return undefined;
      }
    }
  },
);

type Wycheproof = {
  readonly testGroups: readonly {
    readonly publicKey: { readonly uncompressed: string };
    readonly tests: readonly {
      readonly tcId: number;
      readonly comment: string;
      readonly msg: string;
      readonly sig: string;
      readonly result: 'valid' | 'invalid';
    }[];
  }[];
};

// Encodings that Wycheproof refuses and the reference's ASN.1 reader accepts: trailing end-of-contents, tags in their long
// form.
const takenByTheReference = new Set([25, 472, 473, 474]);

vectorTest(
  'wycheproof-ecdsa-p256-sha256.json',
  'Wycheproof: 484 cases, 4 encodings apart',
  (text) => {
    const { testGroups } = JSON.parse(text) as Wycheproof;
    let count = 0;
    for (const group of testGroups) {
      const key = bytes(group.publicKey.uncompressed);
      for (const { tcId, comment, msg, sig, result } of group.tests) {
        const verdict = verifyEcdsaSha256({
          curve: 'P-256',
          publicKey: { x: key.slice(1, 33), y: key.slice(33) },
          message: bytes(msg),
          signature: bytes(sig),
        });
        const expected = result === 'valid' || takenByTheReference.has(tcId);
        expect(verdict, `${tcId} ${comment}`).toBe(expected);
        count++;
      }
    }
    expect(count).toBe(484);
  },
);
