import { describe, expect, it } from 'vitest';
import { readJson } from '../../../../src/base/json-reader.ts';
import { jsonNull } from '../../../../src/base/json.ts';
import {
  anyMeta,
  checkClaim,
  commandHash,
  encodeCommand,
  publicMeta,
  readCommand,
  readCommandJson,
  readKeyPair,
  readProgram,
  signCommand,
  signHash,
  signatureText,
  verifyCommand,
  verifyInBackground,
  type Command,
  type KeyPair,
  type Reading,
} from '../../../../src/chain/command/index.ts';
import { referenceTest } from '../../base/crypto/vectors.ts';

function valueOf<T>(reading: Reading<T>): T {
  if (!reading.ok) throw new Error(reading.fault.sentence);
  return reading.value;
}

const secret = '8693e641ae2bbe9ea802c736f42027b03f86afe63cae315e7169c9c496c17332';
const publicKey = 'ba54b224d1924dd98403f5c751abdd10de6cd81b0121800bf7bdbdcfaec7388d';
const pair = valueOf(readKeyPair({ secretKey: secret }));
const coseKey = `a4010103272006215820${publicKey}`;
const webAuthn = valueOf(
  readKeyPair({ scheme: 'WebAuthn', publicKey: coseKey, secretKey: secret }),
);
const ellipticKey =
  'a50102032620012158206b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
  '2258204fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';
const one = `${'00'.repeat(31)}01`;
const elliptic = valueOf(
  readKeyPair({ scheme: 'WebAuthn', publicKey: ellipticKey, secretKey: one }),
);

const cmdFor = (signers: string, code = '(+ 1 2)'): string =>
  `{"networkId":null,"payload":{"exec":{"data":null,"code":${JSON.stringify(code)}}},"signers":[${signers}],"meta":null,"nonce":"n"}`;
const plainSigner = `{"pubKey":"${publicKey}"}`;
const signed = (cmd: string, ...pairs: readonly KeyPair[]): Command =>
  valueOf(signCommand(cmd, pairs));
const verdict = (command: Command): string => {
  const answer = verifyCommand(command, { meta: anyMeta });
  return answer.ok ? 'valid' : answer.fault.sentence;
};

describe('a command', () => {
  it('may have a hundred signatures, and no more', () => {
    const many = (count: number): string =>
      verdict(
        signed(cmdFor(Array(count).fill(plainSigner).join()), ...Array<KeyPair>(count).fill(pair)),
      );
    expect(many(100)).toBe('valid');
    expect(many(101)).toBe(
      'Invalid command: Signature list size too big: 101 signatures, 100 are the most',
    );
  });

  it('is encoded as it was read', () => {
    const text = encodeCommand(signed(cmdFor(`${plainSigner},${plainSigner}`), pair, webAuthn));
    expect(encodeCommand(valueOf(readCommand(text)))).toBe(text);
    const json = readJson(text);
    if (json.kind === 'fault') throw new Error(json.fault);
    expect(readCommandJson(json.value)).toEqual(readCommand(text));
  });

  it('is identified by the BLAKE2b-256 of its text', () => {
    expect(commandHash('')).toBe('DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g');
  });

  it('may have more members than it needs', () => {
    const text = `{"cmd":"","hash":"${commandHash('')}=","sigs":[{"sig":"ab","pubKey":"k"}],"x":1}`;
    expect(readCommand(text)).toMatchObject({
      value: { hash: commandHash(''), signatures: [{ kind: 'ed25519', hex: 'ab' }] },
    });
  });

  const hash = commandHash('');
  it.each([
    ['nonsense', 'the command is not JSON: unexpected character at character 0'],
    ['{}', 'cmd is missing: it must be a string'],
    [`{"cmd":{},"hash":"${hash}","sigs":[]}`, 'cmd must be a string, but it is an object'],
    [`{"cmd":"","hash":"${hash}","sigs":[null]}`, 'sigs[0] must be an object, but it is null'],
    [
      `{"cmd":"","hash":"${hash}","sigs":[{"sig":null}]}`,
      'sigs[0].sig must be a string, but it is null',
    ],
    ['{"cmd":"","hash":"abc","sigs":[]}', 'hash must be a hash: 43 characters of base64url'],
  ])('%s is refused', (text, sentence) => {
    expect(readCommand(text)).toMatchObject({ ok: false, fault: { sentence } });
  });

  it('reports its position in a larger document', () => {
    expect(readCommandJson(jsonNull, 'cmds[2]')).toMatchObject({
      ok: false,
      fault: { sentence: 'cmds[2] must be an object, but it is null' },
    });
  });
});

describe('a signed command is valid', () => {
  const scheme = (of: string): string => `{"scheme":"WebAuthn","pubKey":"${of}"}`;
  it.each([
    ['nobody', cmdFor(''), []],
    ['an ED25519 key', cmdFor(plainSigner), [pair]],
    ['a key with its address', cmdFor(`{"pubKey":"${publicKey}","addr":"${publicKey}"}`), [pair]],
    ['a WebAuthn key, EdDSA', cmdFor(scheme(coseKey)), [webAuthn]],
    ['a WebAuthn key, ES256', cmdFor(scheme(ellipticKey)), [elliptic]],
    ['a WebAuthn key with its prefix', cmdFor(scheme(`WEBAUTHN-${coseKey}`)), [webAuthn]],
    ['two keys', cmdFor(`${plainSigner},${scheme(coseKey)}`), [pair, webAuthn]],
  ])('with %s', async (_, cmd, pairs) => {
    const command = signed(cmd, ...pairs);
    expect(verdict(command)).toBe('valid');
    const checker = {
      check: (claim: Parameters<typeof checkClaim>[0]) => Promise.resolve(checkClaim(claim)),
    };
    const later = await verifyInBackground(command, { meta: anyMeta }, checker);
    expect(later).toEqual(verifyCommand(command, { meta: anyMeta }));
  });
});

describe('a command is refused', () => {
  const good = signed(cmdFor(plainSigner), pair);
  const [first] = good.signatures;
  const hex = first?.kind === 'ed25519' ? first.hex : '';
  const withHex = (changed: string): Command => ({
    ...good,
    signatures: [{ kind: 'ed25519', hex: changed }],
  });
  const signer = (text: string): string => `Invalid sig(s) found: signer 0 (${publicKey}): ${text}`;
  const other = commandHash('other');

  it.each<[string, Command, string]>([
    ['an invalid payload', signed('{}'), 'payload is missing: it must be an object'],
    [
      'code that cannot be read',
      signed(cmdFor('', '1\n  (+ 1')),
      "Expected: [')'] (line 2, column 3 of the code)",
    ],
    [
      'another hash',
      { ...good, hash: other },
      `Hash Mismatch, received ${other} but our hashing resulted in ${good.hash}`,
    ],
    [
      'no signature',
      { ...good, signatures: [] },
      'Number of sig(s) does not match number of signer(s)',
    ],
    [
      'more signatures than signers',
      { ...good, signatures: [...good.signatures, ...good.signatures] },
      'Number of sig(s) does not match number of signer(s)',
    ],
    [
      'an unsigned signature',
      withHex(''),
      signer('failed to parse ed25519 signature: Invalid ED25519 Signature: ""'),
    ],
    [
      'half a signature',
      withHex(hex.slice(2)),
      signer(`failed to parse ed25519 signature: Invalid ED25519 Signature: "${hex.slice(2)}"`),
    ],
    [
      'another signature',
      withHex(hex.replace(/^../, (two) => (two === '00' ? '01' : '00'))),
      signer('invalid ed25519 signature'),
    ],
    [
      'a signature of another type',
      { ...good, signatures: [valueOf(signHash(good.hash, webAuthn))] },
      signer('scheme of Nothing does not match signature type WebAuthn'),
    ],
    [
      'an address that is not the key',
      signed(cmdFor(`{"pubKey":"${publicKey}","addr":"a"}`), pair),
      signer('address does not match pubkey'),
    ],
    [
      'an invalid key',
      signed(cmdFor('{"pubKey":"k:x"}'), pair),
      'Invalid sig(s) found: signer 0 (k:x): failed to parse ed25519 pubkey: invalid bytestring size',
    ],
    [
      'an invalid WebAuthn key',
      signed(cmdFor('{"pubKey":"00","scheme":"WebAuthn"}'), webAuthn),
      'Invalid sig(s) found: signer 0 (00): failed to parse webauthn pubkey: it is no COSE key',
    ],
    [
      'a WebAuthn signature of another command',
      {
        ...signed(cmdFor(`{"pubKey":"${coseKey}","scheme":"WebAuthn"}`)),
        signatures: [valueOf(signHash(other, webAuthn))],
      },
      `Invalid sig(s) found: signer 0 (${coseKey}): Hash mismatch, signature signs for the wrong transaction`,
    ],
  ])('for %s', (_, command, sentence) => {
    expect(verdict(command)).toBe(`Invalid command: ${sentence}`);
  });

  it('for unsuitable metadata', () => {
    expect(verifyCommand(good, { meta: publicMeta })).toEqual({
      ok: false,
      fault: { sentence: 'Invalid command: meta must be an object, but it is null' },
    });
  });

  it('for every signer that did not sign', () => {
    const command = signed(
      cmdFor(`${plainSigner},{"pubKey":"${publicKey}","scheme":"WebAuthn"}`),
      webAuthn,
      pair,
    );
    expect(verdict(command)).toBe(
      `Invalid command: ${signer('scheme of Nothing does not match signature type WebAuthn')}` +
        `; signer 1 (${publicKey}): scheme of Just WebAuthn does not match signature type ED25519`,
    );
  });

  it('for brackets beyond the limit', () => {
    const command = signed(cmdFor('', `${'('.repeat(21)}${')'.repeat(21)}`));
    const answer = verifyCommand(command, { meta: anyMeta, nestingLimit: 20 });
    expect(answer).toMatchObject({ fault: { sentence: expect.stringContaining('20') as string } });
  });
});

describe('a key pair', () => {
  it('knows its public key', () => {
    expect(pair.publicKey).toBe(publicKey);
    expect(readKeyPair({ secretKey: secret, publicKey })).toEqual({ ok: true, value: pair });
  });

  it.each([
    [{ secretKey: 'zz' }, 'the secret key is not 64 hexadecimal digits'],
    [{ secretKey: secret, publicKey: '00' }, 'the public key is not 64 hexadecimal digits'],
    [{ secretKey: secret, publicKey: one }, 'the public key does not belong to the secret key'],
    [
      { scheme: 'WebAuthn' as const, secretKey: secret },
      'a WebAuthn key pair needs its public key, a COSE key in hexadecimal digits',
    ],
  ])('%o is invalid', (written, sentence) => {
    expect(readKeyPair(written)).toMatchObject({ ok: false, fault: { sentence } });
  });

  it.each([coseKey, ellipticKey])('that is inconsistent signs nothing: %s', (key) => {
    const wrong = `${'00'.repeat(31)}02`;
    const misfit = valueOf(readKeyPair({ scheme: 'WebAuthn', publicKey: key, secretKey: wrong }));
    const sentence = 'the secret key cannot sign for its public key';
    expect(signHash(commandHash(''), misfit)).toMatchObject({ ok: false, fault: { sentence } });
    expect(signCommand('', [misfit])).toMatchObject({ ok: false, fault: { sentence } });
  });
});

it('reads programs', () => {
  expect(valueOf(readProgram('1 (+ 1 2)')).forms).toHaveLength(2);
});

// From the reference's own scripts: same hash, same signature, same text.
referenceTest('pact-tests/sign-scripts/combineSigsExpected.yaml', 'sign-scripts', (text) => {
  const command = text.trim().replace('{"cmds":[', '').replace(/\]\}$/, '');
  const read = valueOf(readCommand(command));
  expect(encodeCommand(read)).toBe(command);
  const key = valueOf(
    readKeyPair({
      publicKey: '7d0c9ba189927df85c8c54f8b5c8acd76c1d27e923abbf25a957afdf25550804',
      secretKey: '2e8c91521479537221576a7c3c80c46d0fa3fc663804117f0c7011366dec35de',
    }),
  );
  expect(signCommand(read.cmd, [key])).toEqual({ ok: true, value: read });
  expect(read.signatures.map(signatureText)).toEqual([
    expect.stringMatching(/^c72ac57ac1f0.*ce03$/) as string,
  ]);
  const verified = valueOf(verifyCommand(read, { meta: publicMeta }));
  const { signers } = verified.payload;
  expect(signers.map((each) => each.capabilities[0]?.name.text)).toEqual(['accounts.USER_GUARD']);
});
