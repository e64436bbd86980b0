// Rosetta: the steps of a construction on a node without blocks or peers; what each of them refuses; and what is checked of a
// transaction that somebody has changed on the way.
import { expect, test } from 'vitest';
import { bad } from '../../../../../src/base/result.ts';
import type { ProofFault } from '../../../../../src/chain/spv/proof-json.ts';
import { hashText } from '../../../../../src/lang/session/run.ts';
import { FakeNode } from '../../../../support/fake-node.ts';
import { apiOf, base } from '../../../../support/node-api.ts';
import {
  construct,
  operation,
  RosettaClient,
  walletOf,
  type Signing,
} from '../../../../support/rosetta-client.ts';

const sender = walletOf('11'.repeat(32));
const receiver = walletOf('22'.repeat(32));
const stranger = walletOf('33'.repeat(32));
const gas_payer = { address: sender.address };
const value = 1_500_000_000_000n;
const transfer = [operation(0, sender.address, -value), operation(1, receiver.address, value)];

const rowOf = (account: string, keys: readonly string[] = [account.slice(2)]) => ({
  account,
  balance: 10.5,
  guard: { pred: 'keys-all', keys },
});

/** What the chain says about accounts. */
const resultWith = (result: object) =>
  JSON.stringify({
    gas: 1,
    result,
    reqKey: 'k1H3DsInAPvJ0W_zPxnrpkeSNdPUT0S9U8bqDLG739o',
    logs: null,
    metaData: null,
    continuation: null,
    txId: null,
  });

async function fakeClient(rows: readonly object[] = [rowOf(sender.address)]) {
  const node = new FakeNode();
  const api = await apiOf(node, { rosetta: true });
  const asked: string[] = [];
  node.answers.local = ({ command }) => {
    asked.push(command.cmd);
    const json = resultWith({ status: 'success', data: rows });
    return Promise.resolve({ kind: 'result', json });
  };
  return { ...api, asked, client: new RosettaClient(api.post, { base }) };
}

const made = (client: RosettaClient) =>
  construct(client, 0, { operations: transfer, metadata: { gas_payer }, wallets: [sender] });

const preprocess = (client: RosettaClient, members: object) =>
  client.errorOn(0, 'construction/preprocess', {
    operations: transfer,
    metadata: { gas_payer },
    ...members,
  });

test('the operations that went in come out of parse', async () => {
  const { client, asked } = await fakeClient();
  const { operations, hash } = await made(client);
  expect(operations).toMatchObject(transfer);
  expect(hash).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(asked).toHaveLength(1);
});

test('all steps but metadata and submit work on a node that has no chain and is shutting down', async () => {
  const { client, node } = await fakeClient();
  const { unsigned, signed } = await made(client);
  node.wellness = { kind: 'ill', sentence: 'the disk is full' };
  node.answers.local = () => Promise.reject(new Error('no chain'));
  node.answers.submit = () => Promise.reject(new Error('no chain'));
  await client.on(0, 'construction/derive', { public_key: sender.publicKey });
  const metadata = { gas_payer };
  await client.on(0, 'construction/preprocess', { operations: transfer, metadata });
  for (const [isSigned, transaction] of [
    [false, unsigned],
    [true, signed],
  ]) {
    await client.on(0, 'construction/parse', { signed: isSigned, transaction });
  }
  await client.on(0, 'construction/hash', { signed_transaction: signed });
});

test('a key in capital letters derives the same account', async () => {
  const { client } = await fakeClient();
  const hex_bytes = sender.publicKey.hex_bytes.toUpperCase();
  const public_key = { ...sender.publicKey, hex_bytes };
  expect(await client.on(0, 'construction/derive', { public_key })).toEqual({
    account_identifier: { address: sender.address },
    metadata: { ownership: { pred: 'keys-all', keys: [sender.publicKey.hex_bytes] } },
  });
});

type Options = { gas_limit: number; gas_price: number; suggested_fee: { value: string } };
test.each([
  [undefined, undefined, 1e-8, '40000000'],
  [undefined, 0.5, 1e-8, '40000000'],
  [undefined, 2.5, 2.5e-8, '100000000'],
  ['60000000', 2.5, 1.5e-8, '60000000'],
  ['60000001', 2.5, 1.5e-8, '60000000'],
  ['100000000', undefined, 1e-8, '40000000'],
  ['40000000', 1_000_000, 1e-8, '40000000'],
])('max_fee %s and multiplier %s: a price of %d', async (fee, multiplier, price, suggested) => {
  const { client } = await fakeClient();
  const { options } = await client.on<{ options: Options }>(0, 'construction/preprocess', {
    operations: transfer,
    metadata: { gas_payer },
    ...(fee !== undefined && { max_fee: [operation(0, '', fee).amount] }),
    ...(multiplier !== undefined && { suggested_fee_multiplier: multiplier }),
  });
  expect([options.gas_limit, options.gas_price, options.suggested_fee.value]).toEqual([
    4000,
    price,
    suggested,
  ]);
});

const odd = 'k:") (coin.rotate "\\\n';
const other = { symbol: 'X', decimals: 12 };
test.each([
  [30, 'operations is empty', { operations: [] }],
  [30, 'operations has 3 items', { operations: [...transfer, transfer[0]] }],
  [30, 'a transfer needs two operations', { operations: [transfer[0]] }],
  [30, 'add up to 0', { operations: [transfer[0], operation(1, receiver.address, 1n)] }],
  [30, 'the same account', { operations: [transfer[0], operation(1, sender.address, value)] }],
  [
    30,
    'must not be 0',
    { operations: [operation(0, sender.address, 0n), operation(1, receiver.address, 0n)] },
  ],
  [29, 'type must be TransferOrCreateAcct', { operations: [{ ...transfer[0], type: 'FundTx' }] }],
  [29, 'status must be left out', { operations: [{ ...transfer[0], status: 'Remediation' }] }],
  [29, 'account is missing', { operations: [{ ...transfer[0], account: undefined }] }],
  [29, 'amount is missing', { operations: [{ ...transfer[0], amount: undefined }] }],
  [
    28,
    'must be a string of at most 40 digits',
    { operations: [operation(0, sender.address, '1.5')] },
  ],
  [28, 'at most 40 digits', { operations: [operation(0, sender.address, 10n ** 40n)] }],
  [
    28,
    'must have the symbol KDA and 12 decimals',
    { operations: [{ ...transfer[0], amount: { value: '1', currency: other } }] },
  ],
  [28, 'max_fee is too low', { max_fee: [operation(0, '', 39_999_999n).amount] }],
  [28, 'max_fee must not be negative', { max_fee: [operation(0, '', -1n).amount] }],
  [28, 'one amount', { max_fee: [1, 2].map(() => operation(0, '', 1n).amount) }],
  [28, 'from 0 to 1000000', { suggested_fee_multiplier: 1e7 }],
  [28, 'from 0 to 1000000', { suggested_fee_multiplier: -1 }],
  [25, 'metadata is missing', { metadata: undefined }],
  [24, 'gas_payer is missing', { metadata: {} }],
  [24, 'nonce must be a string', { metadata: { gas_payer, nonce: 7 } }],
  [34, 'must be k: and the 64', { metadata: { gas_payer: { address: 'alice' } } }],
  [34, 'must be k: and the 64', { operations: [operation(0, odd, -1n), transfer[1]] }],
  [34, 'must be k: and the 64', { operations: [operation(0, '__proto__', -1n), transfer[1]] }],
  [
    34,
    'must be the keyset of the account',
    {
      operations: [
        { ...transfer[0], metadata: { 'curr-ownership': { pred: 'keys-any', keys: ['x'] } } },
        transfer[1],
      ],
    },
  ],
  [
    10,
    'leave out sub_account',
    { operations: [{ ...transfer[0], account: { address: 'x', sub_account: { address: 'y' } } }] },
  ],
  [
    24,
    'leave out one',
    { operations: [transfer[0]], metadata: { gas_payer, cross_chain: {}, continuation: {} } },
  ],
  [
    24,
    'must be another chain',
    { operations: [transfer[0]], metadata: { gas_payer, cross_chain: crossingTo('0') } },
  ],
  [
    24,
    'must be a chain of the network',
    { operations: [transfer[0]], metadata: { gas_payer, cross_chain: crossingTo('20') } },
  ],
  [
    30,
    'one operation on its chain: the debit',
    { metadata: { gas_payer, cross_chain: crossingTo('1') } },
  ],
  [
    30,
    'must be negative',
    { operations: [transfer[1]], metadata: { gas_payer, cross_chain: crossingTo('1') } },
  ],
  [
    24,
    'must be a request key',
    {
      operations: [transfer[1]],
      metadata: { gas_payer, continuation: { source_chain_id: '1', request_key: 'x' } },
    },
  ],
])('preprocess: error %d, %s', async (code, sentence, members) => {
  const { client } = await fakeClient();
  const [got, detail] = await preprocess(client, members);
  expect([got, detail]).toEqual([code, expect.stringContaining(sentence)]);
});

function crossingTo(chain: string) {
  return { target_chain_id: chain, receiver_account: { address: receiver.address } };
}

test.each([
  ['no row', [], 33, 'does not exist on this chain'],
  ['another key', [rowOf(sender.address, ['aa'])], 27, 'public_keys needs aa'],
  [
    'no keyset',
    [{ ...rowOf(sender.address), guard: { keysetref: { ns: null, ksn: 'x' } } }],
    33,
    'is not owned by a keyset',
  ],
  [
    'a receiver of others',
    [rowOf(sender.address), rowOf(receiver.address, ['aa'])],
    33,
    'a transfer to it would fail',
  ],
  ['no balance', [{ ...rowOf(sender.address), balance: 'much' }], 8, 'no decimal as the balance'],
])('metadata, %s: error %s', async (_, rows, code, sentence) => {
  const { client } = await fakeClient(rows);
  const { options } = await optionsOf(client);
  const public_keys = [sender.publicKey];
  const error = await client.errorOn(0, 'construction/metadata', { options, public_keys });
  expect(error).toEqual([code, expect.stringContaining(sentence)]);
});

const optionsOf = (client: RosettaClient) =>
  client.on<{ options: object }>(0, 'construction/preprocess', {
    operations: transfer,
    metadata: { gas_payer },
  });

test('metadata of a continuation whose proof cannot be made yet', async () => {
  const { client, node } = await fakeClient();
  const request_key = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';
  const { options } = await client.on<{ options: object }>(0, 'construction/preprocess', {
    operations: [transfer[1]],
    metadata: { gas_payer, continuation: { source_chain_id: '1', request_key } },
  });
  const place = { chain: 1, height: 7 };
  const fault = { kind: 'target-not-reachable', why: 'too-young', source: place, target: place };
  node.answers.spv = () => Promise.resolve(bad({ kind: 'fault', fault: fault as ProofFault }));
  const members = { options, public_keys: [sender.publicKey] };
  expect(await client.errorOn(0, 'construction/metadata', members)).toEqual([
    4,
    'target chain not reachable. Chainweb instance is too young: the proof can be made some blocks later; retry then',
  ]);
});

test('metadata without the chain: the node says why', async () => {
  const { client, node } = await fakeClient();
  const { options } = await optionsOf(client);
  const body = {
    network_identifier: client.chain(0),
    options,
    public_keys: [sender.publicKey],
  };
  node.answers.local = () => Promise.resolve({ kind: 'unserved', why: 'busy' });
  expect(await client.ask('construction/metadata', body)).toMatchObject([503, {}]);
  const failure = { callStack: [], type: 'EvalError', message: 'no such module', info: '' };
  const json = resultWith({ status: 'failure', error: failure });
  node.answers.local = () => Promise.resolve({ kind: 'result', json });
  expect(await client.ask('construction/metadata', body)).toMatchObject([
    500,
    { code: 7, details: { error_message: expect.stringContaining('no such module') as string } },
  ]);
});

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

test('a malformed request is refused with 400', async () => {
  const { client } = await fakeClient();
  const network_identifier = client.chain(0);
  for (const step of ['parse', 'combine', 'hash', 'submit'] as const) {
    const [status] = await client.ask(`construction/${step}`, { network_identifier });
    expect(status).toBe(400);
  }
});

test('two equal transfers are two transactions', async () => {
  const { client } = await fakeClient();
  expect((await made(client)).hash).not.toBe((await made(client)).hash);
});

test('a nonce of the client becomes that of the transaction', async () => {
  const { client } = await fakeClient();
  const metadata = { gas_payer, nonce: 'payout 7' };
  const { signed } = await construct(client, 0, {
    operations: transfer,
    metadata,
    wallets: [sender],
  });
  const { cmd } = JSON.parse(signed) as { cmd: { cmd: string } };
  expect(JSON.parse(cmd.cmd)).toMatchObject({ nonce: 'payout 7' });
});
