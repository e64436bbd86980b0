// Signature checks in the background and on this thread give the same verdict.

import { describe, expect, it, test } from 'vitest';
import { fromHex, utf8 } from '../../../../src/base/bytes.ts';
import {
  checkClaim,
  claimOf,
  commandHash,
  readKeyPair,
  signHash,
  type Reading,
  type SignatureClaim,
  type UserSignature,
} from '../../../../src/chain/command/index.ts';
import {
  BackgroundSignatures,
  verifyHere,
} from '../../../../src/node/signatures/background-signatures.ts';
import { ed25519PublicKey, signEd25519 } from '../../../../src/base/crypto/ed25519.ts';
import { vectorTest } from '../../base/crypto/vectors.ts';

const ways: readonly (readonly [string, BackgroundSignatures])[] = [
  ['in the pool of Node', new BackgroundSignatures()],
  ['in the thread that asks', new BackgroundSignatures({ verify: verifyHere })],
];
const bytes = (hex: string): Uint8Array => fromHex(hex)!;

function valueOf<T>(reading: Reading<T>): T {
  if (!reading.ok) throw new Error(reading.fault.sentence);
  return reading.value;
}

const hash = commandHash('text');
const secretKey = '8693e641ae2bbe9ea802c736f42027b03f86afe63cae315e7169c9c496c17332';
const edwards =
  'a4010103272006215820ba54b224d1924dd98403f5c751abdd10de6cd81b0121800bf7bdbdcfaec7388d';
const one = `${'00'.repeat(31)}01`;
const elliptic =
  'a50102032620012158206b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
  '2258204fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';

const plain = valueOf(readKeyPair({ secretKey }));
const edwardsPair = valueOf(readKeyPair({ scheme: 'WebAuthn', publicKey: edwards, secretKey }));
const ellipticPair = valueOf(
  readKeyPair({ scheme: 'WebAuthn', publicKey: elliptic, secretKey: one }),
);

const signer = { address: undefined, capabilities: [] };
const claimBy = (
  pair: typeof plain,
  change: (signature: UserSignature) => UserSignature = (same) => same,
  of = hash,
): SignatureClaim => {
  const scheme = pair.kind === 'ed25519' ? 'ED25519' : 'WebAuthn';
  const signature = change(valueOf(signHash(hash, pair)));
  return claimOf(of, { ...signer, scheme, publicKey: pair.publicKey }, signature);
};

/** Changes the last byte; of DER, a byte of the number s. */
const otherSignature = (signature: UserSignature): UserSignature => {
  if (signature.kind === 'ed25519') {
    return {
      kind: 'ed25519',
      hex: signature.hex.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    };
  }
  const buffer = Buffer.from(signature.signature.signature, 'base64');
  buffer[buffer.length - 1]! ^= 1;
  return {
    kind: 'webauthn',
    signature: { ...signature.signature, signature: buffer.toString('base64') },
  };
};

/** Encodes a signature as only the reference's reader accepts it: followed by an end-of-contents mark. */
const laxDer = (signature: UserSignature): UserSignature => {
  if (signature.kind === 'ed25519') return signature;
  const buffer = Buffer.from(signature.signature.signature, 'base64');
  const longer = Buffer.concat([buffer, Buffer.from([0, 0])]).toString('base64');
  return { kind: 'webauthn', signature: { ...signature.signature, signature: longer } };
};

describe.each(ways)('the verdict %s equals that of this thread', (_way, background) => {
  it.each<[string, SignatureClaim, string | undefined]>([
    ['ED25519', claimBy(plain), undefined],
    ['ED25519, changed', claimBy(plain, otherSignature), 'invalid ed25519 signature'],
    [
      'ED25519, of another command',
      claimBy(plain, undefined, commandHash('')),
      'invalid ed25519 signature',
    ],
    ['WebAuthn with EdDSA', claimBy(edwardsPair), undefined],
    [
      'WebAuthn with EdDSA, changed',
      claimBy(edwardsPair, otherSignature),
      'webauthn signature check: the key did not sign these data',
    ],
    ['WebAuthn with ES256', claimBy(ellipticPair), undefined],
    ['WebAuthn with ES256, spelled loosely', claimBy(ellipticPair, laxDer), undefined],
    [
      'WebAuthn with ES256, changed',
      claimBy(ellipticPair, otherSignature),
      'webauthn signature check: the key did not sign these data',
    ],
    [
      'WebAuthn, of another command',
      claimBy(ellipticPair, undefined, commandHash('')),
      'Hash mismatch, signature signs for the wrong transaction',
    ],
    [
      'WebAuthn that is not base64',
      claimBy(edwardsPair, () => ({
        kind: 'webauthn',
        signature: { signature: '!', clientDataJSON: '', authenticatorData: '' },
      })),
      'signature: it is not base64',
    ],
    [
      'of the wrong kind',
      claimBy(plain, () => valueOf(signHash(hash, edwardsPair))),
      'scheme of Just ED25519 does not match signature type WebAuthn',
    ],
  ])('%s', async (_, claim, verdict) => {
    expect(checkClaim(claim)).toBe(verdict);
    expect(await background.check(claim)).toBe(verdict);
    // A second time, with the key cached.
    expect(await background.check(claim)).toBe(verdict);
  });
});

test('more keys than the cache holds', async () => {
  const checker = new BackgroundSignatures({ maxKeys: 2 });
  const message = utf8('message');
  for (const byte of [1, 2, 3, 4, 1]) {
    const secret = new Uint8Array(32).fill(byte);
    const publicKey = ed25519PublicKey(secret)!;
    const signature = signEd25519(secret, message)!;
    expect(await checker.check({ kind: 'ed25519', publicKey, message, signature })).toBeUndefined();
  }
});

type Case = {
  readonly publicKey: Uint8Array;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
};

async function compare(cases: readonly Case[]): Promise<number> {
  let valid = 0;
  for (const each of cases) {
    const claim: SignatureClaim = { kind: 'ed25519', ...each };
    const verdict = checkClaim(claim);
    for (const [way, background] of ways) {
      expect([way, await background.check(claim)]).toEqual([way, verdict]);
    }
    if (verdict === undefined) valid++;
  }
  return valid;
}

test('points of small order, on which versions of Node differ', async () => {
  const identity = `01${'00'.repeat(31)}`;
  const base = `58${'66'.repeat(31)}`;
  const zero = '00'.repeat(32);
  const one = `01${'00'.repeat(31)}`;
  const cases = [
    [identity, base + one],
    [identity, identity + zero],
    [identity, identity + one],
    [base, identity + zero],
    [`${identity.slice(0, 62)}80`, base + one],
    [`ee${'ff'.repeat(30)}7f`, base + one],
    [zero, base + one],
  ].map(([publicKey = '', signature = '']) => ({
    publicKey: bytes(publicKey),
    message: utf8('a hash has thirty-two characters'),
    signature: bytes(signature),
  }));
  expect(await compare(cases)).toBeGreaterThanOrEqual(3);
});

type Wycheproof = {
  readonly testGroups: readonly {
    readonly publicKey: { readonly pk: string };
    readonly tests: readonly {
      readonly msg: string;
      readonly sig: string;
      readonly result: string;
    }[];
  }[];
};

vectorTest('wycheproof-ed25519.json', 'Wycheproof, in the background', async (text) => {
  const { testGroups } = JSON.parse(text) as Wycheproof;
  const expected = testGroups.flatMap(({ tests }) => tests.map(({ result }) => result));
  const cases = testGroups.flatMap(({ publicKey, tests }) =>
    tests.map(({ msg, sig }) => ({
      publicKey: bytes(publicKey.pk),
      message: bytes(msg),
      signature: bytes(sig),
    })),
  );
  expect(cases).toHaveLength(151);
  expect(await compare(cases)).toBe(expected.filter((each) => each === 'valid').length);
});

type SpecCheck = readonly { message: string; pub_key: string; signature: string }[];

vectorTest('ed25519-speccheck.json', 'Taming the many EdDSAs, in the background', async (text) => {
  const cases = (JSON.parse(text) as SpecCheck).map(({ message, pub_key, signature }) => ({
    publicKey: bytes(pub_key),
    message: bytes(message),
    signature: bytes(signature),
  }));
  expect(await compare(cases)).toBe(5);
});
