import { createPublicKey, verify } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { concatBytes, fromHex, toHex, utf8 } from '../../../../src/base/bytes.ts';
import {
  isEd25519PublicKey,
  isExceptionalPoint,
  ed25519PublicKey,
  signEd25519,
  verifyEd25519,
} from '../../../../src/base/crypto/ed25519.ts';
import { sha512 } from '../../../../src/base/crypto/hashes.ts';
import { nodeRelease } from '../../../support/node-release.ts';
import { vectorTest } from './vectors.ts';

const bytes = (hex: string): Uint8Array => fromHex(hex)!;

test('RFC 8032, 7.1, test 2', () => {
  const secretKey = bytes('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb');
  const publicKey = ed25519PublicKey(secretKey)!;
  expect(toHex(publicKey)).toBe('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c');
  const message = bytes('72');
  const signature = signEd25519(secretKey, message)!;
  expect(toHex(signature)).toBe(
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
      '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  );
  expect(verifyEd25519({ publicKey, message, signature })).toBe(true);
  expect(verifyEd25519({ publicKey, message: bytes('73'), signature })).toBe(false);
});

test('the reference suite derives this public key', () => {
  const secretKey = bytes('8693e641ae2bbe9ea802c736f42027b03f86afe63cae315e7169c9c496c17332');
  expect(toHex(ed25519PublicKey(secretKey)!)).toBe(
    'ba54b224d1924dd98403f5c751abdd10de6cd81b0121800bf7bdbdcfaec7388d',
  );
});

test.each([0, 31, 33, 64])('a key of %i bytes is refused without an exception', (length) => {
  const wrong = new Uint8Array(length);
  expect(ed25519PublicKey(wrong)).toBeUndefined();
  expect(signEd25519(wrong, utf8('m'))).toBeUndefined();
  const signature = new Uint8Array(64);
  expect(verifyEd25519({ publicKey: wrong, message: utf8('m'), signature })).toBe(false);
});

test.each([0, 63, 65])('a signature of %i bytes is refused without an exception', (length) => {
  const publicKey = ed25519PublicKey(new Uint8Array(32))!;
  const signature = new Uint8Array(length);
  expect(verifyEd25519({ publicKey, message: utf8('m'), signature })).toBe(false);
});

type Wycheproof = {
  readonly testGroups: readonly {
    readonly publicKey: { readonly pk: string };
    readonly tests: readonly {
      readonly tcId: number;
      readonly comment: string;
      readonly msg: string;
      readonly sig: string;
      readonly result: 'valid' | 'invalid';
    }[];
  }[];
};

vectorTest('wycheproof-ed25519.json', 'Wycheproof: 151 of 151', (text) => {
  const { testGroups } = JSON.parse(text) as Wycheproof;
  let count = 0;
  for (const group of testGroups) {
    const publicKey = bytes(group.publicKey.pk);
    for (const { tcId, comment, msg, sig, result } of group.tests) {
      const claim = { publicKey, message: bytes(msg), signature: bytes(sig) };
      expect(verifyEd25519(claim), `${tcId} ${comment}`).toBe(result === 'valid');
      count++;
    }
  }
  expect(count).toBe(151);
});

type SpecCheck = readonly { message: string; pub_key: string; signature: string }[];

vectorTest('ed25519-speccheck.json', 'Taming the many EdDSAs', (text) => {
  const cases = JSON.parse(text) as SpecCheck;
  const accepted = cases.flatMap(({ message, pub_key, signature }, i) =>
    verifyEd25519({
      publicKey: bytes(pub_key),
      message: bytes(message),
      signature: bytes(signature),
    })
      ? [i]
      : [],
  );
  expect(accepted).toEqual([0, 1, 2, 3, 11]);
});

// OpenSSL as the reference uses it: since release 24, Node itself refuses points of small order.
const refusesExceptional = nodeRelease >= 24;

// Verifiers differ on keys and commitments with a torsion part.
test('crafted signatures have the verdict of Node', () => {
  const { Point } = ed25519;
  const order8 = Point.fromHex(
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    true,
  );
  const encodings = fc
    .constantFrom(
      '0100000000000000000000000000000000000000000000000000000000000000', // y = 1
      '0100000000000000000000000000000000000000000000000000000000000080', // y = 1 with a sign
      'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f', // y = p + 1
      'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', // y = p with a sign
      '0200000000000000000000000000000000000000000000000000000000000000', // no point
    )
    .map(bytes);
  const torsion = fc.nat({ max: 7 });
  const scalar = fc.bigInt({ min: 0n, max: Point.Fn.ORDER - 1n });
  const plus = (point: InstanceType<typeof Point>, i: number): Uint8Array =>
    point.add(order8.multiplyUnsafe(BigInt(i))).toBytes();

  fc.assert(
    fc.property(
      fc.record({ a: scalar, r: scalar, inA: torsion, inR: torsion, message: fc.uint8Array() }),
      fc.option(encodings),
      fc.boolean(),
      ({ a, r, inA, inR, message }, encodedKey, overflow) => {
        const publicKey = encodedKey ?? plus(Point.BASE.multiplyUnsafe(a), inA);
        const commitment = plus(Point.BASE.multiplyUnsafe(r), inR);
        const challenge = littleEndian(sha512(concatBytes([commitment, publicKey, message])));
        if (refusesExceptional && [publicKey, commitment].some(isExceptionalPoint)) return;
        const exponent = encodedKey === null ? a : 0n;
        const response = (r + challenge * exponent) % Point.Fn.ORDER;
        const encoded = encodeScalar(overflow ? response + Point.Fn.ORDER : response);
        const signature = concatBytes([commitment, encoded]);
        expect(verifyEd25519({ publicKey, message, signature })).toBe(
          nodeVerdict(publicKey, message, signature),
        );
      },
    ),
    { numRuns: 60 },
  );
});

function nodeVerdict(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(publicKey) };
  return verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), signature);
}

function littleEndian(data: Uint8Array): bigint {
  return data.reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
}

function encodeScalar(scalar: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, i) => Number((scalar >> BigInt(8 * i)) & 255n));
}

test('public keys are points that somebody can have made', () => {
  const own = ed25519PublicKey(bytes('11'.repeat(32)))!;
  expect(isEd25519PublicKey(own)).toBe(true);
  const ofOrder4 = ed25519.Point.fromBytes(new Uint8Array(32));
  const mixed = ed25519.Point.fromBytes(own).add(ofOrder4).toBytes();
  const others = [mixed, ofOrder4.toBytes(), bytes('ff'.repeat(32)), own.slice(1)];
  expect(others.map(isEd25519PublicKey)).toEqual([false, false, false, false]);
});
