import { p256 } from '@noble/curves/nist.js';
import { expect, test } from 'vitest';
import { toBase64, toBase64Url } from '../../../../src/base/base64url.ts';
import { concatBytes, fromHex, toHex, utf8 } from '../../../../src/base/bytes.ts';
import {
  parseCoseKey,
  isEd25519Key,
  isWebAuthnKey,
  parseWebAuthnKey,
} from '../../../../src/base/crypto/key-formats.ts';
import { ed25519PublicKey, signEd25519 } from '../../../../src/base/crypto/ed25519.ts';
import { sha256 } from '../../../../src/base/crypto/hashes.ts';
import {
  parseWebAuthnSignature,
  verifyWebAuthn,
  type WebAuthnSignature,
} from '../../../../src/base/crypto/webauthn.ts';
import { referenceTest } from './vectors.ts';

const secretKey = new Uint8Array(32).fill(7);
const edwards = toHex(ed25519PublicKey(secretKey)!);
const point = toHex(p256.getPublicKey(secretKey, false)).slice(2);
const [x, y] = [point.slice(0, 64), point.slice(64)];
const edwardsKey = `a4010103272006215820${edwards}`;
const ellipticKey = `a5010203262001215820${x}225820${y}`;

test.each([
  [edwardsKey, 'EdDSA'],
  [ellipticKey, 'ES256'],
  [`${edwardsKey}ff`, 'EdDSA, bytes after the map'],
  [`a4010103272006215820${'ff'.repeat(32)}`, 'EdDSA, whatever the 32 bytes are'],
])('%s: %s', (hex, kind) => {
  expect(isWebAuthnKey(`WEBAUTHN-${hex}`)).toBe(true);
  expect(parseWebAuthnKey(`WEBAUTHN-${hex}`)?.kind).toBe(kind.split(',')[0]);
});

test.each([
  ['', 'nothing'],
  [edwardsKey.slice(0, -2), 'cut short'],
  [edwardsKey.replace('a4', 'a5'), 'a wrong count of parameters'],
  [edwardsKey.replace('a4', 'b804'), 'a count not in its shortest form'],
  [edwardsKey.replace('5820', '590020'), 'a length not in its shortest form'],
  [edwardsKey.replace('0327', '033807'), 'an algorithm not in its shortest form'],
  [edwardsKey.replace('0101', '0102'), 'EdDSA with the key type of ECDSA'],
  [edwardsKey.replace('0327', '0326'), 'ECDSA with the key type of EdDSA'],
  [edwardsKey.replace('2006', '2005'), 'another curve'],
  [edwardsKey.replace('5820', '581f').slice(0, -2), '31 bytes'],
  [`a5010203382320032158${'42'.padEnd(134, '0')}`, 'ES512'],
  [ellipticKey.slice(0, -2) + (ellipticKey.endsWith('00') ? '01' : '00'), 'a point off the curve'],
  [`a5010203262001225820${y}215820${x}`, 'parameters in another order'],
  [`a4010203262001215820${x}`, 'no y'],
  [`a5010203262001215820${x}22f5`, 'a compressed y'],
  [`bf010103272006215820${edwards}ff`, 'a map of indefinite length'],
  [`${edwardsKey}f`, 'half a byte'],
  [edwardsKey.toUpperCase(), 'upper-case digits'],
])('%s, %s, is not a key', (hex) => {
  expect(isWebAuthnKey(`WEBAUTHN-${hex}`)).toBe(false);
});

test('the prefix is part of the format, but a signer may omit it', () => {
  expect(isWebAuthnKey(edwardsKey)).toBe(false);
  expect(isWebAuthnKey(`webauthn-${edwardsKey}`)).toBe(false);
  expect(parseCoseKey(fromHex(edwardsKey)!)?.kind).toBe('EdDSA');
});

test.each([
  [edwards, true],
  [edwards.toUpperCase(), false],
  [`${edwards}\n`, false],
  [edwards.slice(1), false],
  [`${edwards}0`, false],
  [`g${edwards.slice(1)}`, false],
  ['', false],
])('is %j an ED25519 key: %s', (text, expected) => {
  expect(isEd25519Key(text)).toBe(expected);
});

const hash = 'NAClnfjBbOj7GfnE86c2NeVGi0YRDJrYbuAtrhES2bc';

function assertion(
  kind: 'EdDSA' | 'ES256',
  clientData = `{"type":"webauthn.get","challenge":"${hash}","origin":"https://example.org"}`,
): WebAuthnSignature {
  const authenticatorData = fromHex('f9c371bab6e6bee2ab90028000')!;
  const message = concatBytes([authenticatorData, sha256(utf8(clientData))]);
  const signature =
    kind === 'EdDSA'
      ? signEd25519(secretKey, message)!
      : p256.sign(message, secretKey, { format: 'der' });
  return {
    clientDataJSON: toBase64Url(utf8(clientData)),
    authenticatorData: toBase64(authenticatorData),
    signature: toBase64(signature),
  };
}

const keys = {
  EdDSA: parseCoseKey(fromHex(edwardsKey)!)!,
  ES256: parseCoseKey(fromHex(ellipticKey)!)!,
};

test.each(['EdDSA', 'ES256'] as const)('an assertion signed with %s', (kind) => {
  const key = keys[kind];
  const signature = assertion(kind);
  const other = assertion(kind, `{"challenge":"${hash}"}`);
  expect(verifyWebAuthn({ key, hash, signature })).toBe('valid');
  // Of two challenges, the first counts.
  const twice = assertion(kind, `{"challenge":"${hash}","challenge":"other"}`);
  expect(verifyWebAuthn({ key, hash, signature: twice })).toBe('valid');
  // Padding is optional in base64url, but required in base64.
  const padded = { ...other, clientDataJSON: `${other.clientDataJSON}=` };
  expect(other.clientDataJSON.length % 4).toBe(3);
  expect(verifyWebAuthn({ key, hash, signature: padded })).toBe('valid');

  const verdicts: readonly [string, WebAuthnSignature][] = [
    ['malformed-signature', { ...signature, signature: signature.signature.replace(/.$/, '*') }],
    ['malformed-signature', { ...signature, signature: `${signature.signature}A` }],
    ['malformed-client-data', { ...signature, clientDataJSON: '+' }],
    ['malformed-authenticator-data', { ...signature, authenticatorData: 'AAA' }],
    ['signature-mismatch', { ...signature, authenticatorData: 'AAAA' }],
    ['signature-mismatch', { ...signature, signature: other.signature }],
    ['signature-mismatch', { ...signature, signature: '' }],
    ['no-challenge', assertion(kind, 'no JSON')],
    ['no-challenge', assertion(kind, '{"challenge":1}')],
    ['no-challenge', assertion(kind, `["${hash}"]`)],
    ['challenge-mismatch', assertion(kind, '{"challenge":"other"}')],
  ];
  for (const [verdict, claimed] of verdicts) {
    expect(verifyWebAuthn({ key, hash, signature: claimed }), verdict).toBe(verdict);
  }
  const otherKey = keys[kind === 'EdDSA' ? 'ES256' : 'EdDSA'];
  expect(verifyWebAuthn({ key: otherKey, hash, signature })).toBe('signature-mismatch');
});

test("a signature's text is a JSON object with three strings", () => {
  const { clientDataJSON, authenticatorData, signature } = assertion('EdDSA');
  const text = JSON.stringify({ signature, authenticatorData, clientDataJSON, userHandle: null });
  expect(parseWebAuthnSignature(text)).toEqual({ clientDataJSON, authenticatorData, signature });
  expect(parseWebAuthnSignature(JSON.stringify({ signature, clientDataJSON }))).toBeUndefined();
  expect(parseWebAuthnSignature(text.replace('null', ''))).toBeUndefined();
  expect(parseWebAuthnSignature(`"${toHex(secretKey)}"`)).toBeUndefined();
});

referenceTest(
  'pact-tests/Pact/Core/Test/SignatureSchemeTests.hs',
  'a signature made by a real authenticator',
  (source) => {
    const text = /parseWebAuthnSignature "(.*?[^\\])"\n/.exec(source)![1]!.replaceAll('\\"', '"');
    const key = parseCoseKey(fromHex(/B16\.decode "(a5[0-9a-f]+)"/.exec(source)![1]!)!)!;
    const signature = parseWebAuthnSignature(text)!;
    expect(verifyWebAuthn({ key, hash, signature })).toBe('valid');
    const otherHash = 'P7wJLbk1B1fiq09-6Xkr_NL1IgraWkvGhEh_YMYDQ2k';
    expect(verifyWebAuthn({ key, hash: otherHash, signature })).toBe('challenge-mismatch');
  },
);

referenceTest('pact-tests/pact-tests/webauthn.repl', 'the keys of webauthn.repl', (source) => {
  const texts = [...source.matchAll(/"k":\["([^"]+)"\]/g)].map((found) => found[1]!);
  expect(texts.map(isWebAuthnKey)).toEqual([true, false]);
});
