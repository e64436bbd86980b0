// Malformed commands: the server and the command-line tools report the same for each, in one plain sentence.
import { expect, test } from 'vitest';
import { BackgroundSignatures } from '../../../../src/node/signatures/background-signatures.ts';
import { FairSignatures } from '../../../../src/node/signatures/fair-signatures.ts';
import {
  commandHash,
  publicMeta,
  readCommand,
  verifyCommand,
} from '../../../../src/chain/command/index.ts';
import { checkBody } from '../../../../src/apps/serve/intake.ts';
import { codeCommand, testKey } from '../../../support/signed-commands.ts';

type Json = Readonly<Record<string, unknown>>;

const good = JSON.parse(codeCommand('(+ 1 2)', { nonce: 'verdicts' }).text) as {
  readonly cmd: string;
  readonly hash: string;
  readonly sigs: readonly { readonly sig: string }[];
};
const payload = JSON.parse(good.cmd) as { readonly meta: Json; readonly signers: readonly Json[] };
const [signer] = payload.signers;
const { publicKey } = testKey;

const outer = (part: Json): string => JSON.stringify({ ...good, ...part });
const inner = (part: Json): string => {
  const cmd = JSON.stringify({ ...payload, ...part });
  return outer({ cmd, hash: commandHash(cmd) });
};
const signedBy = (part: Json): string => inner({ signers: [{ ...signer, ...part }] });
const sig = (text: unknown): string => outer({ sigs: [{ sig: text }] });
const meta = (part: Json): string => inner({ meta: { ...payload.meta, ...part } });
const exec = (part: unknown): string => inner({ payload: { exec: part } });
const cont = (part: Json): string =>
  inner({
    payload: { cont: { pactId: good.hash, step: 1, rollback: false, data: {}, ...part } },
  });
const webAuthn = { signature: '', authenticatorData: '', clientDataJSON: '' };
const bad = (key: string, why: string): string =>
  `Invalid command: Invalid sig(s) found: signer 0 (${key}): ${why}`;
const other = 'ab'.repeat(32);

const notSignature = (why: string): string =>
  bad(publicKey, `failed to parse ed25519 signature: ${why}`);
const cases: readonly (readonly [string, string, string])[] = [
  ['no JSON', '{', 'the command is not JSON: it ends too early at character 1'],
  [
    'something behind it',
    `${JSON.stringify(good)}x`,
    'the command is not JSON: there are characters after',
  ],
  ['no object', '7', 'the JSON must be an object, but it is a number'],
  ['no cmd', outer({ cmd: undefined }), 'cmd is missing: it must be a string'],
  ['a cmd that is an object', outer({ cmd: {} }), 'cmd must be a string, but it is an object'],
  ['a cmd that is not JSON', outer({ cmd: 'x' }), 'Invalid command: the payload is not JSON: '],
  ['no hash', outer({ hash: null }), 'hash must be a string, but it is null'],
  ['a short hash', outer({ hash: 'abc' }), 'hash must be a hash: 43 characters of base64url'],
  ['another hash', outer({ hash: 'A'.repeat(43) }), 'Invalid command: Hash Mismatch, received A'],
  ['no signatures', outer({ sigs: undefined }), 'sigs is missing: it must be a list'],
  ['invalid signatures', outer({ sigs: [null] }), 'sigs[0] must be an object, but it is null'],
  ['a signature that is a number', sig(7), 'sigs[0].sig must be a string, but it is a number'],
  [
    'too few signatures',
    outer({ sigs: [] }),
    'Invalid command: Number of sig(s) does not match number of signer(s)',
  ],
  ['an empty signature', sig(''), notSignature('Invalid ED25519 Signature: ""')],
  [
    'a signature with other letters',
    sig('zz'.repeat(64)),
    notSignature('invalid character at offset: 0'),
  ],
  ['a long signature', sig('ab'.repeat(65)), notSignature('Invalid ED25519 Signature: "abab')],
  ['a wrong signature', sig('ab'.repeat(64)), bad(publicKey, 'invalid ed25519 signature')],
  [
    'a signature of another scheme',
    sig(JSON.stringify(webAuthn)),
    bad(publicKey, 'scheme of Just ED25519 does not match signature type WebAuthn'),
  ],
  [
    'a scheme that there is not',
    signedBy({ scheme: 'RSA' }),
    'Invalid command: signers[0].scheme must be "ED25519" or "WebAuthn"',
  ],
  [
    'a scheme of another signature',
    signedBy({ scheme: 'WebAuthn' }),
    bad(publicKey, 'scheme of Just WebAuthn does not match signature type ED25519'),
  ],
  ['no key', signedBy({ pubKey: undefined }), 'Invalid command: signers[0].pubKey is missing'],
  [
    'an invalid key',
    signedBy({ pubKey: 'k:alice' }),
    bad('k:alice', 'failed to parse ed25519 pubkey: invalid bytestring size'),
  ],
  [
    'the key of another signer',
    signedBy({ pubKey: other }),
    bad(other, 'invalid ed25519 signature'),
  ],
  ['another address', signedBy({ addr: other }), bad(publicKey, 'address does not match pubkey')],
  [
    'a capability without a module',
    signedBy({ clist: [{ name: 'PAY', args: [] }] }),
    'Invalid command: signers[0].clist[0].name must name a capability: "module.NAME"',
  ],
  [
    'a capability without arguments',
    signedBy({ clist: [{ name: 'coin.GAS' }] }),
    'Invalid command: signers[0].clist[0].args is missing: it must be a list',
  ],
  ['no metadata', inner({ meta: undefined }), 'Invalid command: meta is missing'],
  ['metadata that is a list', inner({ meta: [] }), 'Invalid command: meta must be an object'],
  ['no chain', meta({ chainId: undefined }), 'Invalid command: meta.chainId is missing'],
  [
    'a chain that is a number',
    meta({ chainId: 0 }),
    'Invalid command: meta.chainId must be a string',
  ],
  [
    'a limit in words',
    meta({ gasLimit: 'many' }),
    'Invalid command: meta.gasLimit must be an integer, but it is a string',
  ],
  ['an invalid price', meta({ gasPrice: {} }), 'Invalid command: meta.gasPrice must be a decimal'],
  [
    'no time',
    meta({ creationTime: null }),
    'Invalid command: meta.creationTime must be an integer',
  ],
  ['no nonce', inner({ nonce: undefined }), 'Invalid command: nonce is missing'],
  [
    'a network that is a number',
    inner({ networkId: 1 }),
    'Invalid command: networkId must be a string',
  ],
  [
    'nothing to do',
    inner({ payload: {} }),
    'Invalid command: payload has neither "exec" nor "cont"',
  ],
  ['no code', exec({}), 'Invalid command: payload.exec.code is missing'],
  [
    'code that is a list',
    exec({ code: [] }),
    'Invalid command: payload.exec.code must be a string',
  ],
  ['code that does not parse', exec({ code: '(+ 1' }), 'Invalid command: Expected: '],
  ['code with an invalid character', exec({ code: '\u0000' }), 'Invalid command: '],
  ['an invalid step', cont({ step: 1.5 }), 'Invalid command: payload.cont.step must be a whole'],
  [
    'a rollback in words',
    cont({ rollback: 'no' }),
    'Invalid command: payload.cont.rollback must be',
  ],
  ['no defpact', cont({ pactId: undefined }), 'Invalid command: payload.cont.pactId is missing'],
  [
    'deep data that does not end',
    exec({ code: '1', data: null }).replace('null', '['.repeat(3000)),
    'Invalid command: the payload is not JSON: unexpected character',
  ],
];

const signatures = new FairSignatures({ checker: new BackgroundSignatures(), atOnce: 8 });
const nestingLimit = 100;

test.each(cases)('%s', async (_name, text, sentence) => {
  const reply = await checkBody(
    text,
    { kind: 'local', checksSignatures: true },
    { signatures, nestingLimit },
  );
  const said = reply.kind === 'fault' ? reply.sentence : reply.kind;
  expect(said.slice(0, sentence.length)).toBe(sentence);
  expect(said).toMatch(/^[ -~]+$/);
  const read = readCommand(text);
  const judged = !read.ok ? read : verifyCommand(read.value, { meta: publicMeta, nestingLimit });
  expect(!judged.ok ? judged.fault.sentence : 'well').toBe(said);
});

test('the command that all of them were made from is valid', async () => {
  const options = { signatures, nestingLimit };
  const what = { kind: 'local', checksSignatures: true } as const;
  expect(await checkBody(JSON.stringify(good), what, options)).toMatchObject({ kind: 'commands' });
});
