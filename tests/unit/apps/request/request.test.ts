// Request files: the exact payload of each, and the messages for invalid files.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  encodePayload,
  encodePublicMeta,
  publicMeta,
  signCommand,
  verifyCommand,
} from '../../../../src/chain/command/index.ts';
import type { RequestForm } from '../../../../src/apps/request/authors.ts';
import { readRequest, type RequestHost } from '../../../../src/apps/request/read-request.ts';

const secret = 'ab'.repeat(32);
const publicKey = '248acbdbaf9e050196de704bea2d68770e519150d103b587dae2d9cad53dd930';
const hash = 'wQFlSdtBBbgqypCbb7ArY-XFZzGT903d6VZd1QgUVu4';

const files: ReadonlyMap<string, string> = new Map([
  ['contract.pact', '(+ 1 "é")\n'],
  ['data.json', '{"b": 1.50, "a": [true, null]}'],
  ['data.yaml', 'b: 1.50\na: [yes, ~]\n'],
  ['broken.json', '{"a": '],
  ['broken.yaml', 'a: [1'],
  ['key.yaml', `public: ${publicKey}\nsecret: ${secret}\n`],
]);

const readFile: RequestHost['readFile'] = (path) => {
  const text = files.get(path);
  return text === undefined
    ? { kind: 'failure', reason: 'there is no such file' }
    : { kind: 'text', text };
};
const host: RequestHost = {
  readFile,
  readKeyFile: readFile,
  now: () => 1_700_000_000_123_456n,
};

const zeroMeta = '{"creationTime":0,"ttl":0,"gasLimit":0,"chainId":"","gasPrice":0,"sender":""}';

/** Returns the payload's text, or the error message with its position. */
function built(text: string, form: RequestForm = 'signed'): string {
  const answer = readRequest(text, form, host);
  if (answer.ok) return encodePayload(answer.value.content.payload, encodePublicMeta);
  const { sentence, place } = answer.fault;
  return place === undefined ? sentence : `${place.line}:${place.column}: ${sentence}`;
}

function warnings(text: string): readonly string[] {
  const answer = readRequest(text, 'signed', host);
  if (!answer.ok) return [answer.fault.sentence];
  return answer.value.warnings.map(
    ({ sentence, place }) => `${place?.line ?? 0}:${place?.column ?? 0}: ${sentence}`,
  );
}

function payload(parts: {
  readonly message: string;
  readonly signers?: string;
  readonly more?: string;
  readonly meta?: string;
  readonly network?: string;
  readonly nonce?: string;
}): string {
  const { message, signers = '', more = '', meta = zeroMeta, network = 'null' } = parts;
  const nonce = parts.nonce ?? '"one"';
  return `{"networkId":${network},"payload":${message},"signers":[${signers}]${more},"meta":${meta},"nonce":${nonce}}`;
}

const exec = (code: string, data = 'null'): string =>
  `{"exec":{"data":${data},"code":${JSON.stringify(code)}}}`;

describe('payloads', () => {
  test('with all optional members left out', () => {
    expect(built('code: (f)')).toBe(
      payload({ message: exec('(f)'), nonce: '"2023-11-14 22:13:20.123456 UTC"' }),
    );
  });

  test('with all members', () => {
    const text = `
type: exec
networkId: mainnet01
code: |-
  (f "x")
  (g)
data: {z: 1.0, k: [a, 12345678901234567890.5, yes], t: {time: "2016-07-22T11:26:35Z"}}
publicMeta: {chainId: "0", sender: bob, gasLimit: 1500, gasPrice: 1.0e-8, ttl: 28800, creationTime: 17}
keyPairs:
  - public: ${publicKey}
    secret: ${secret}
    scheme: ED25519
    address: ${publicKey}
    caps:
      - {name: ns.coin.TRANSFER, args: [a, b, 1.5, {int: 3}]}
      - {name: coin.GAS, args: []}
  - secret: ${secret}
verifiers: [{name: v, proof: 3, clist: [{name: coin.GAS, args: [1]}]}]
nonce: one
`;
    expect(built(text)).toBe(
      payload({
        network: '"mainnet01"',
        message: exec(
          '(f "x")\n(g)',
          '{"z":1,"k":["a",{"decimal":"12345678901234567890.5"},true],"t":{"time":"2016-07-22T11:26:35Z"}}',
        ),
        signers:
          `{"pubKey":"${publicKey}","clist":[` +
          '{"name":"ns.coin.TRANSFER","args":["a","b",1.5,{"int":3}]},' +
          `{"name":"coin.GAS","args":[]}]},{"pubKey":"${publicKey}"}`,
        more: ',"verifiers":[{"name":"v","proof":3,"clist":[{"name":"coin.GAS","args":[1]}]}]',
        meta: '{"creationTime":17,"ttl":28800,"gasLimit":1500,"chainId":"0","gasPrice":1.0e-8,"sender":"bob"}',
      }),
    );
  });

  test.each([
    [
      'publicMeta: {}',
      '{"creationTime":1700000000,"ttl":1800,"gasLimit":0,"chainId":"","gasPrice":0,"sender":""}',
    ],
    [
      'publicMeta: {ttl: ~, gasLimit: "5", creationTime: {int: 9}}',
      '{"creationTime":9,"ttl":1800,"gasLimit":5,"chainId":"","gasPrice":0,"sender":""}',
    ],
    ['publicMeta: ~', zeroMeta],
  ])('%s', (text, meta) => {
    expect(built(`code: (f)\nnonce: one\n${text}`)).toBe(payload({ message: exec('(f)'), meta }));
  });

  test('files can replace their text', () => {
    const code = '(+ 1 "é")\n';
    const data = '{"a":[true,null],"b":1.5}';
    for (const name of ['data.json', 'data.yaml']) {
      const text = `codeFile: contract.pact\ndataFile: ${name}\nnonce: one`;
      expect(built(text)).toBe(payload({ message: exec(code, data) }));
    }
  });

  test('a continuation', () => {
    const text = `type: cont\npactTxHash: ${hash}\nstep: 1\nrollback: False\ndata: {p: 1.75}\nnonce: one\n`;
    const message = (proof: string): string =>
      `{"cont":{"proof":${proof},"data":{"p":1.75},"pactId":"${hash}","rollback":false,"step":1}}`;
    expect(built(text)).toBe(payload({ message: message('null') }));
    expect(built(`${text}proof: eyJ9`)).toBe(payload({ message: message('"eyJ9"') }));
  });

  test('signers of an unsigned request', () => {
    const text = `code: (f)\nnonce: one\nsigners:\n- {public: ${publicKey}, address: a, scheme: ED25519, caps: [{name: m.C, args: []}]}\n`;
    expect(built(text, 'unsigned')).toBe(
      payload({
        message: exec('(f)'),
        signers: `{"addr":"a","scheme":"ED25519","pubKey":"${publicKey}","clist":[{"name":"m.C","args":[]}]}`,
      }),
    );
  });

  test('the nonce of an unsigned continuation is shown, as in the reference', () => {
    const text = `type: cont\npactTxHash: ${hash}\nstep: 0\nrollback: true\nsigners: []\nnonce: a"é\n`;
    expect(built(text, 'unsigned')).toContain(String.raw`,"nonce":"\"a\\\"\\233\""}`);
  });
});

test('a WebAuthn key pair signs', () => {
  const pair = `{scheme: WebAuthn, public: a4010103272006215820${publicKey}, secret: ${secret}}`;
  const answer = readRequest(`code: (f)\nkeyPairs: [${pair}]`, 'signed', host);
  if (!answer.ok) throw new Error(answer.fault.sentence);
  const { payload: made, keyPairs } = answer.value.content;
  expect(made.signers[0]).toMatchObject({ scheme: 'WebAuthn' });
  const command = signCommand(encodePayload(made, encodePublicMeta), keyPairs);
  if (!command.ok) throw new Error(command.fault.sentence);
  expect(verifyCommand(command.value, { meta: publicMeta }).ok).toBe(true);
});

const cont = `type: cont\npactTxHash: ${hash}\nstep: 1\nrollback: no\n`;
const pair = (more: string): string => `code: (f)\nkeyPairs:\n- secret: ${secret}\n  ${more}\n`;

describe('faults', () => {
  test.each([
    ['', '1:1: the file must be a map, such as code: ...'],
    ['[1]', '1:1: the file must be a map, such as code: ...'],
    ['nonce: one', 'the code is missing: add "code" or "codeFile"'],
    [
      'code: a\ncodeFile: b',
      '2:11: codeFile cannot be combined with "code": leave out one of them',
    ],
    ['code: 1', '1:7: code must be a string, but it is a number: write it in quotes'],
    ['code: [a]', '1:7: code must be a string, but it is a list'],
    [
      'codeFile: x.pact',
      '1:11: codeFile names x.pact, which cannot be read: there is no such file',
    ],
    [
      'code: a\ndata: 1\ndataFile: b',
      '3:11: dataFile cannot be combined with "data": leave out one of them',
    ],
    ['code: a\ndataFile: broken.json', /^broken.json is not JSON: it ends too early/],
    ['code: a\ndataFile: broken.yaml', /^broken.yaml:1:\d+: /],
    ['type: execute\ncode: a', '1:7: type must be "exec" or "cont"'],
    ['type: 1\ncode: a', '1:7: type must be a string, but it is a number: write it in quotes'],
    ['code: a\nnonce: 1', '2:8: nonce must be a string, but it is a number: write it in quotes'],
    [
      'code: a\nnetworkId: yes',
      '2:12: networkId must be a string, but it is true: write it in quotes',
    ],
    ['type: cont', '1:1: pactTxHash is missing: it must be a string'],
    ['type: cont\npactTxHash: abc', '2:13: pactTxHash must be a hash: 43 characters of base64url'],
    [`type: cont\npactTxHash: ${hash}`, '1:1: step is missing: it must be a number'],
    [`type: cont\npactTxHash: ${hash}\nstep: 1.5`, '3:7: step must be a whole number of 64 bits'],
    [
      `type: cont\npactTxHash: ${hash}\nstep: 1\nrollback: 0`,
      '4:11: rollback must be true or false, but it is a number',
    ],
    [`${cont}proof: {a: 1}`, '5:8: proof must be a string, but it is an object'],
    ['code: a\npublicMeta: 1', '2:13: publicMeta must be an object, but it is a number'],
    [
      'code: a\npublicMeta: {chainId: 0}',
      '2:23: publicMeta.chainId must be a string, but it is a number: write it in quotes',
    ],
    [
      'code: a\npublicMeta:\n  gasLimit: many',
      '3:13: publicMeta.gasLimit must be an integer, but it is a string',
    ],
    [
      'code: a\npublicMeta:\n  gasPrice: [1]',
      '3:13: publicMeta.gasPrice must be a decimal, but it is a list',
    ],
    [
      'code: a\nsigners: []',
      '2:10: signers is for unsigned requests: use "keyPairs" in a signed one',
    ],
    ['code: a\nkeyPairs: {}', '2:11: keyPairs must be a list, but it is an object'],
    [
      'code: a\nkeyPairs: [{}]',
      '2:12: keyPairs[0] needs a "secret", or a "file" that holds the key pair',
    ],
    [
      'code: a\nkeyPairs: [{file: absent.yaml}]',
      '2:19: keyPairs[0].file names absent.yaml, which cannot be read: there is no such file',
    ],
    [
      'code: a\nkeyPairs: [{file: data.yaml}]',
      '2:19: keyPairs[0].file names data.yaml, which is not a key file: public is missing: it must be a string',
    ],
    [
      `code: a\nkeyPairs: [{file: key.yaml, secret: ${secret}}]`,
      '2:37: keyPairs[0].secret cannot be combined with "file": leave out one of them',
    ],
    [
      `code: a\nkeyPairs: [{file: key.yaml, public: ${secret}}]`,
      '2:37: keyPairs[0].public is not the key in key.yaml',
    ],
    [
      'code: a\nkeyPairs: [{secret: abc}]',
      '2:21: keyPairs[0].secret cannot sign: the secret key is not 64 hexadecimal digits',
    ],
    [pair('public: abc'), /keyPairs\[0\].secret cannot sign: the public key is not 64 hex/],
    [pair(`public: ${secret}`), /keyPairs\[0\].secret cannot sign: the public key does not belong/],
    [pair('scheme: ETH'), '4:11: keyPairs[0].scheme must be "ED25519" or "WebAuthn"'],
    [pair('scheme: WebAuthn'), /a WebAuthn key pair needs its public key/],
    [
      pair(`address: ${'cd'.repeat(32)}`),
      '4:12: keyPairs[0].address is not the public key of the pair',
    ],
    [pair('caps: [x]'), '4:10: keyPairs[0].caps[0] must be an object, but it is a string'],
    [
      pair('caps: [{name: X, args: []}]'),
      '4:17: keyPairs[0].caps[0].name must name a capability: "module.NAME"',
    ],
    [pair('caps: [{name: m.X}]'), '4:10: keyPairs[0].caps[0].args is missing: it must be a list'],
    ['code: a\nverifiers: [{}]', '2:13: verifiers[0].name is missing: it must be a string'],
    ['code: "\nnonce: one', /^\d+:\d+: a colon, comma, space, quote or bracket is missing here/],
    [`code: a\ndata: 1e${'9'.repeat(9)}`, /digits|too large/],
  ])('%j', (text, expected) => {
    if (typeof expected === 'string') expect(built(text)).toBe(expected);
    else expect(built(text)).toMatch(expected);
    expect(built(text)).not.toContain(secret);
  });

  test('a file of 16 million characters is read, and a longer one refused', () => {
    const largest = `code: '1'\nkeyPairs: []\n#${' '.repeat(16 * 1024 * 1024 - 24)}`;
    expect(built(largest)).not.toContain('too large');
    expect(built(`${largest} `)).toContain('1:1: the file is too large');
  });

  test.each([
    ['code: a', '1:1: signers must be a list of signers, but it is missing'],
    ['code: a\nkeyPairs: []\n', /^2:11: keyPairs is for signed requests/],
    [
      'code: a\nsigners: [{public: abc}]',
      '2:20: signers[0].public must be a public key: 64 hexadecimal digits',
    ],
    [`code: a\nsigners: [{public: ${publicKey}, scheme: WebAuthn}]`, /must be a WebAuthn key/],
  ])('unsigned: %j', (text, expected) => {
    if (typeof expected === 'string') expect(built(text, 'unsigned')).toBe(expected);
    else expect(built(text, 'unsigned')).toMatch(expected);
  });
});

describe('likely mistakes are reported', () => {
  test.each([
    ['code: a', []],
    [
      'code: a\nkeypairs: []',
      ['2:1: keypairs is not a known key and is ignored (did you mean keyPairs?)'],
    ],
    ['code: a\nmeta: {x: 1}', ['2:1: meta is not a known key and is ignored']],
    ['code: a\ncode: b', ['1:1: code appears twice, and the last one counts']],
    [
      'code: a\npublicMeta: {gaslimit: 1}',
      ['2:14: gaslimit is not a known key and is ignored (did you mean gasLimit?)'],
    ],
    ['code: a\ndata: {anything: {goes: 1}}', []],
    [pair('cap: []'), ['4:3: cap is not a known key and is ignored (did you mean caps?)']],
  ])('%j', (text, expected) => {
    expect(warnings(text)).toEqual(expected);
  });
});

test('a key pair may be in a file', () => {
  const caps = 'caps: [{ name: coin.GAS, args: [] }]';
  const inFile = `code: a\nkeyPairs: [{ file: key.yaml, ${caps} }]`;
  const written = `code: a\nkeyPairs: [{ secret: ${secret}, ${caps} }]`;
  expect(built(inFile)).toBe(built(written));
  expect(built(inFile)).toContain(publicKey);
  expect(warnings(inFile)).toEqual([]);
});

test('any input gives a payload or one sentence without the secret', () => {
  const sound = `type: cont
pactTxHash: ${hash}
step: 1
rollback: no
data: {a: [1, 2.5]}
publicMeta: {gasPrice: 1.0e-8, ttl: 600}
keyPairs:
- public: ${publicKey}
  secret: ${secret}
  caps: [{name: m.C, args: [a, 1]}]
`;
  const pieces = [
    '[',
    ']',
    '{',
    '}',
    ': ',
    '\n',
    '\n  ',
    '- ',
    '&a ',
    '*a',
    '"',
    "'",
    '1e99999',
    '~',
  ];
  const change = fc.record({
    at: fc.nat(sound.length),
    cut: fc.nat(12),
    put: fc.constantFrom('', '<<: *a', 'caps: x', '!!str ', '\u0000', '\ud800', ...pieces),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      let text = sound;
      for (const { at, cut, put } of changes) text = text.slice(0, at) + put + text.slice(at + cut);
      const answer = readRequest(text, 'signed', host);
      if (answer.ok) return;
      expect(answer.fault.sentence).toMatch(/^[^\n]+$/);
      expect(answer.fault.sentence).not.toContain(secret.slice(0, 20));
    }),
    { numRuns: 300 },
  );
});
