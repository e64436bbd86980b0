// Rosetta: what payloads, combine, parse and submit refuse, also of a transaction that somebody has changed on the way.
import { expect, test } from 'vitest';
import { bad } from '../../../../../src/base/result.ts';
import { hashText } from '../../../../../src/lang/session/run.ts';
import { operation, walletOf, type Signing } from '../../../../support/rosetta-client.ts';
import {
  fakeClient,
  made,
  optionsOf,
  receiver,
  sender,
  transfer,
} from '../../../../support/rosetta-constructions.ts';

const stranger = walletOf('33'.repeat(32));

test('payloads: operations and signers must be those of the metadata', async () => {
  const { client } = await fakeClient();
  const { options } = await optionsOf(client);
  const public_keys = [sender.publicKey];
  const { metadata } = await client.on<{ metadata: Metadata }>(0, 'construction/metadata', {
    options,
    public_keys,
  });
  const payloads = (members: object) =>
    client.errorOn(0, 'construction/payloads', { operations: transfer, metadata, ...members });
  const less = [operation(0, sender.address, -1n), operation(1, receiver.address, 1n)];
  const [[signer, account]] = metadata.signers;
  const unscoped = { ...metadata, signers: [[{ ...signer, clist: [] }, account]] };
  const long = { ...metadata, public_meta: { ...metadata.public_meta, ttl: '9'.repeat(1000) } };
  expect([
    await payloads({ operations: less }),
    await payloads({ metadata: unscoped }),
    await payloads({ metadata: { ...metadata, signers: [] } }),
    await payloads({ metadata: long }),
    await payloads({ metadata: undefined }),
  ]).toEqual([
    [30, 'operations are not those of construction/preprocess'],
    [24, 'metadata.signers are not those of the transaction'],
    [24, 'metadata.signers are not those of the transaction'],
    [24, 'metadata.public_meta.ttl must be a number, but it is a string'],
    [25, 'metadata is missing: it must be that of construction/metadata'],
  ]);
  const [code, detail] = await client.errorOn(1, 'construction/payloads', {
    operations: transfer,
    metadata,
  });
  expect([code, detail]).toEqual([24, 'metadata.public_meta is for chain 0']);
});

type Metadata = {
  readonly signers: readonly [readonly [object, object]];
  readonly public_meta: object;
};

/** Changes the text of a transaction and, as its maker would, the hash of its command. */
function changed(text: string, change: (cmd: Cmd) => void): string {
  const whole = JSON.parse(text) as { cmd: { cmd: string; hash: string }; tx_info: object };
  const cmd = JSON.parse(whole.cmd.cmd) as Cmd;
  change(cmd);
  whole.cmd.cmd = JSON.stringify(cmd);
  whole.cmd.hash = hashText(whole.cmd.cmd);
  return JSON.stringify(whole);
}

type Cmd = {
  networkId: string;
  payload: { exec: { code: string; data: { amount: unknown } } };
  meta: { chainId: string; sender: string };
  signers: { clist: object[] }[];
};

test.each([
  ['other code', (cmd: Cmd) => (cmd.payload.exec.code = '(coin.rotate "a" (read-keyset "ks"))')],
  ['more code', (cmd: Cmd) => (cmd.payload.exec.code += ' (+ 1 2)')],
  ['another amount', (cmd: Cmd) => (cmd.payload.exec.data.amount = 2.5)],
  ['another chain', (cmd: Cmd) => (cmd.meta.chainId = '1')],
  ['another network', (cmd: Cmd) => (cmd.networkId = 'mainnet01')],
  ['another payer', (cmd: Cmd) => (cmd.meta.sender = stranger.address)],
  ['a signer for everything', (cmd: Cmd) => (cmd.signers[0]!.clist = [])],
  ['one more signer', (cmd: Cmd) => cmd.signers.push(cmd.signers[0]!)],
])('parse and combine refuse a transaction with %s', async (_, change) => {
  const { client } = await fakeClient();
  const { unsigned } = await made(client);
  const transaction = changed(unsigned, change);
  expect(changed(unsigned, () => undefined)).not.toBe(transaction);
  const [parsed] = await client.errorOn(0, 'construction/parse', { signed: false, transaction });
  const [combined] = await client.errorOn(0, 'construction/combine', {
    unsigned_transaction: transaction,
    signatures: [],
  });
  expect([parsed, combined]).toEqual([4, 4]);
});

test.each(['', '{}', '[]', 'null', '{"cmd":{}}', '['.repeat(1000), '{"cmd":"__proto__"}'])(
  'the text %j is no transaction: error 3',
  async (text) => {
    const { client } = await fakeClient();
    const steps = [
      ['construction/parse', { signed: false, transaction: text }],
      ['construction/combine', { unsigned_transaction: text, signatures: [] }],
      ['construction/hash', { signed_transaction: text }],
      ['construction/submit', { signed_transaction: text }],
    ] as const;
    for (const [step, members] of steps) {
      expect((await client.errorOn(0, step, members))[0]).toBe(3);
    }
  },
);

test('combine: each signature is checked', async () => {
  const { client } = await fakeClient();
  const { unsigned } = await made(client);
  const payload: Signing = {
    account_identifier: { address: sender.address },
    hex_bytes: '00'.repeat(32),
  };
  const right = sender.sign(payload);
  const combine = (signatures: readonly object[]) =>
    client.errorOn(0, 'construction/combine', { unsigned_transaction: unsigned, signatures });
  const errors = [
    await combine([]),
    await combine([right]),
    await combine([{ ...right, signature_type: 'ecdsa' }]),
    await combine([{ ...right, hex_bytes: '00' }]),
    await combine([stranger.sign(payload)]),
    await combine([{ ...right, public_key: { ...sender.publicKey, curve_type: 'secp256k1' } }]),
  ];
  expect(errors.map(([code]) => code)).toEqual([32, 32, 32, 32, 32, 31]);
  expect(errors[1]![1]).toContain('sign the bytes of hex_bytes');
});

test('parse: a signed transaction without its signatures', async () => {
  const { client } = await fakeClient();
  const { unsigned } = await made(client);
  expect(
    await client.errorOn(0, 'construction/parse', { signed: true, transaction: unsigned }),
  ).toEqual([4, 'the transaction has 0 signatures, and needs 1']);
});

test('submit: a node that is shutting down, or has no free place, says so, and that a retry may help', async () => {
  const { client, node } = await fakeClient();
  const { signed } = await made(client);
  const body = { network_identifier: client.chain(0), signed_transaction: signed };
  const submitted = () => client.ask('construction/submit', body);
  node.answers.submit = () => Promise.resolve(bad({ kind: 'unserved', why: 'ending' }));
  const error = { code: 23, retriable: true };
  expect(await submitted()).toMatchObject([
    500,
    { ...error, details: { error_message: 'the node is shutting down: retry later' } },
  ]);
  const full = await fakeClient(undefined, { limits: { submissions: 0 } });
  expect(await full.client.ask('construction/submit', body)).toMatchObject([
    500,
    { ...error, details: { error_message: '0 requests of send are open: retry later' } },
  ]);
});

test('submit: what send refuses is error 4', async () => {
  const { client, node } = await fakeClient();
  const { signed, hash } = await made(client);
  const text = 'Transaction time-to-live is expired';
  const refused = [{ requestKey: hash, index: 0, text }];
  node.answers.submit = () => Promise.resolve(bad({ kind: 'refused', refused }));
  expect(await client.errorOn(0, 'construction/submit', { signed_transaction: signed })).toEqual([
    4,
    `Validation failed: ${text}`,
  ]);
});
