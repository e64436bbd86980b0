// A transaction that is passed from signer to signer, and what can go wrong.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReadDocument } from '../../../../src/apps/request/document.ts';
import {
  commandHash,
  encodePayload,
  encodePublicMeta,
  readKeyPair,
  signatureText,
  signHash,
  type KeyPair,
} from '../../../../src/chain/command/index.ts';
import { hashFromBytes } from '../../../../src/lang/session/run.ts';
import {
  addSignatures,
  combine,
  judge,
  unsignedFile,
  type Collected,
  type PartlySigned,
  type Refused,
} from '../../../../src/apps/request/collect.ts';
import {
  printSignatureFile,
  readKeyFile,
  readSignatureFile,
  type SignatureFile,
} from '../../../../src/apps/request/signature-file.ts';
import { readRequest } from '../../../../src/apps/request/read-request.ts';

const options = { nestingLimit: 128 };

function pairOf(digit: string): KeyPair {
  const pair = readKeyPair({ secretKey: digit.repeat(64) });
  if (!pair.ok) throw new Error(pair.fault.sentence);
  return pair.value;
}

const [alice, bob, carol] = [pairOf('a'), pairOf('b'), pairOf('c')];

function fileOf(answer: Collected | PartlySigned | Refused): SignatureFile {
  if (answer.kind === 'partial') return answer.file;
  throw new Error(answer.kind === 'fault' ? answer.sentence : 'it is complete');
}

function unsigned(code: string, ...signers: readonly KeyPair[]): PartlySigned | Refused {
  const listed = signers.map(
    ({ kind, publicKey }) =>
      `{public: ${publicKey}, scheme: ${kind === 'webauthn' ? 'WebAuthn' : 'ED25519'}}`,
  );
  const text = `code: ${JSON.stringify(code)}\nnonce: one\nsigners: [${listed.join(', ')}]\n`;
  const readFile = () => ({ kind: 'failure', reason: '' }) as const;
  const host = { readFile, readKeyFile: readFile, now: () => 0n };
  const request = readRequest(text, 'unsigned', host);
  if (!request.ok) throw new Error(request.fault.sentence);
  const { payload } = request.value.content;
  return unsignedFile(encodePayload(payload, encodePublicMeta), request.value.content, options);
}

const start = fileOf(unsigned('(f)', alice, bob));
const signed = (file: SignatureFile, ...pairs: readonly KeyPair[]): SignatureFile =>
  addSignatures(file, pairs).file;
const condensed = (file: SignatureFile): SignatureFile => ({ ...file, cmd: undefined });

function verdict(file: SignatureFile): string {
  const answer = judge(file, options);
  return answer.kind === 'fault' ? answer.sentence : answer.kind;
}

function reread(file: SignatureFile): SignatureFile {
  const answer = readSignatureFile(printSignatureFile(file));
  if (!answer.ok) throw new Error(answer.fault.sentence);
  return answer.value.content;
}

function spoilt(file: SignatureFile, pair: KeyPair, hex: string): SignatureFile {
  const signatures = new Map(file.signatures);
  signatures.set(pair.publicKey, { kind: 'ed25519', hex });
  return { ...file, signatures };
}

describe('signing one after the other', () => {
  test('it is complete when every signer has signed', () => {
    expect(verdict(start)).toBe('partial');
    const first = reread(signed(reread(start), alice));
    expect(verdict(first)).toBe('partial');
    const both = judge(signed(first, bob), options);
    expect(both.kind === 'complete' ? both.command.signatures.length : both).toBe(2);
  });

  test('signatures are in the order of the signers', () => {
    const forwards = judge(signed(start, alice, bob), options);
    const backwards = judge(signed(start, bob, alice), options);
    expect(forwards).toEqual(backwards);
  });

  test('an unrequested key is reported', () => {
    expect(addSignatures(start, [carol])).toEqual({ file: start, unused: [carol.publicKey] });
  });

  test('a transaction without signers is complete', () => {
    expect(verdict(fileOf(unsigned('(f)')))).toBe('complete');
  });

  test('unreadable code cannot be signed', () => {
    expect(unsigned('(f', alice)).toMatchObject({ kind: 'fault' });
  });
});

test('an external signature can be inserted by hand', () => {
  const cose = `a4010103272006215820${alice.publicKey}`;
  const made = readKeyPair({ scheme: 'WebAuthn', publicKey: cose, secretKey: 'a'.repeat(64) });
  if (!made.ok) throw new Error(made.fault.sentence);
  const file = fileOf(unsigned('(f)', made.value));
  const answer = signHash(file.hash, made.value);
  const text = answer.ok ? signatureText(answer.value) : '';
  const filled = printSignatureFile(file).replace('null', `'${text}'`);
  const read = readSignatureFile(filled);
  expect(read.ok ? verdict(read.value.content) : read).toBe('complete');
  expect(read.ok ? printSignatureFile(read.value.content) : read).toBe(filled);
});

describe('signing separately', () => {
  const ofAlice = signed(condensed(start), alice);
  const ofBob = signed(condensed(start), bob);

  test('the condensed form remains without the command', () => {
    expect(verdict(ofAlice)).toBe('partial');
    expect(verdict(signed(ofAlice, bob))).toBe('partial');
    expect(printSignatureFile(ofAlice)).not.toContain('cmd');
  });

  test('files are combined', () => {
    expect(verdict(fileOf(combine([start, ofAlice])))).toBe('partial');
    expect(verdict(fileOf(combine([start, ofAlice, ofBob])))).toBe('complete');
    expect(verdict(fileOf(combine([ofBob, start, ofAlice])))).toBe('complete');
  });

  test.each([
    [[], 'there is nothing to combine'],
    [[ofAlice, ofBob], 'none of the files has the command: add the file that pact -u wrote'],
    [[start, fileOf(unsigned('(g)', alice, bob))], 'the files are about different transactions'],
    [[start, { ...start, cmd: `${start.cmd ?? ''} ` }], /^the files have different commands/],
    [
      [start, { ...start, signatures: new Map([[alice.publicKey, undefined]]) }],
      `the files name different signers: ${bob.publicKey} is not in all of them`,
    ],
    [
      [
        start,
        { ...start, signatures: new Map([...start.signatures, [carol.publicKey, undefined]]) },
      ],
      `the files name different signers: ${carol.publicKey} is not in all of them`,
    ],
  ])('%#', (files, sentence) => {
    const answer = combine(files);
    const reported = answer.kind === 'fault' ? answer.sentence : answer.kind;
    if (typeof sentence === 'string') expect(reported).toBe(sentence);
    else expect(reported).toMatch(sentence);
  });
});

describe('invalid signatures are refused', () => {
  const other = hashFromBytes(new Uint8Array(32));
  const cmd = start.cmd ?? '';
  const renamed = cmd.replace(alice.publicKey, carol.publicKey);
  test.each([
    [
      spoilt(start, alice, 'zz'),
      /^the signature of [0-9a-f]{64} does not verify: failed to parse ed25519 signature: inv/,
    ],
    [spoilt(start, alice, '00'.repeat(64)), /does not verify: invalid ed25519 signature$/],
    [spoilt(condensed(start), alice, '00'.repeat(64)), /does not verify: invalid ed25519/],
    [spoilt(signed(start, bob), alice, '00'.repeat(64)), /^the transaction does not verify: Inv/],
    [{ ...start, hash: other }, 'the hash is not that of the command'],
    [signed({ ...start, hash: other }, alice, bob), /Hash Mismatch/],
    [{ ...start, cmd: 'x' }, /^the command cannot be read: the payload is not JSON/],
    [{ ...start, cmd: '{}' }, /^the command cannot be read: payload is missing/],
    [
      { ...start, cmd: renamed },
      `the signer ${carol.publicKey} of the command is not among the signatures`,
    ],
    [
      { ...start, signatures: new Map([...start.signatures, [carol.publicKey, undefined]]) },
      `${carol.publicKey} is not a signer of the command`,
    ],
    [
      {
        hash: commandHash(cmd.replace('(f)', '(f')),
        signatures: start.signatures,
        cmd: cmd.replace('(f)', '(f'),
      },
      /^the code cannot be read: /,
    ],
  ])('%#', (file, sentence) => {
    if (typeof sentence === 'string') expect(verdict(file)).toBe(sentence);
    else expect(verdict(file)).toMatch(sentence);
  });
});

describe('invalid files', () => {
  const fault = (answer: ReadDocument<unknown>): unknown => (answer.ok ? 'none' : answer.fault);

  test.each([
    ['x', 'the file must be a map, such as hash: ...'],
    ['sigs: {}', 'hash is missing: it must be a string'],
    ['hash: abc\nsigs: {}', 'hash must be a hash: 43 characters of base64url'],
    [`hash: ${start.hash}`, 'sigs is missing: it must be an object'],
    [`hash: ${start.hash}\nsigs: []`, 'sigs must be an object, but it is a list'],
    [`hash: ${start.hash}\nsigs: {a: [x]}`, 'sigs.a must be a string, but it is a list'],
    [`hash: ${start.hash}\nsigs: {}\ncmd: {a: 1}`, 'cmd must be a string, but it is an object'],
  ])('signatures: %j', (text, sentence) => {
    expect(fault(readSignatureFile(text))).toMatchObject({ sentence });
  });

  const secret = 'ab'.repeat(32);
  test.each([
    ['', 'the file must be a map, such as public: ...'],
    [`secret: ${secret}`, 'public is missing: it must be a string'],
    [`public: ${alice.publicKey}`, 'secret is missing: it must be a string'],
    [
      `public: ${secret}\nsecret: ${alice.publicKey}`,
      'secret cannot sign: the public key does not belong to the secret key',
    ],
    [
      `public: ${alice.publicKey}\nsecret: ${secret}f`,
      'secret cannot sign: the secret key is not 64 hexadecimal digits',
    ],
    [
      `public: ${alice.publicKey}\nsecret: [${secret}]`,
      'secret must be a string, but it is a list',
    ],
    [
      `public: ${alice.publicKey}\nsecret: x: ${secret}`,
      'a key and its map or list must be on separate lines',
    ],
  ])('keys: %j', (text, sentence) => {
    const answer = readKeyFile(text);
    expect(fault(answer)).toMatchObject({ sentence });
    expect(JSON.stringify(answer)).not.toContain(secret);
  });
});

test('written files are read back', () => {
  const text = fc.string({ unit: 'binary' });
  const key = fc.stringMatching(/^[0-9a-f]{64}$/);
  const file = fc.record({
    bytes: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    signatures: fc.array(fc.tuple(key, fc.option(fc.stringMatching(/^[0-9a-f]{128}$/))), {
      maxLength: 4,
    }),
    cmd: fc.option(text),
  });
  fc.assert(
    fc.property(file, ({ bytes, signatures, cmd }) => {
      const made: SignatureFile = {
        hash: hashFromBytes(bytes),
        signatures: new Map(
          signatures.map(([name, hex]) => [
            name,
            hex === null ? undefined : { kind: 'ed25519' as const, hex },
          ]),
        ),
        cmd: cmd ?? undefined,
      };
      expect(reread(made)).toEqual(made);
    }),
    { numRuns: 200 },
  );
});
