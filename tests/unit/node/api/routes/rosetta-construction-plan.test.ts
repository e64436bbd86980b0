// Rosetta: what construction/preprocess and construction/metadata answer, and what they refuse.
import { expect, test } from 'vitest';
import { bad } from '../../../../../src/base/result.ts';
import type { ProofFault } from '../../../../../src/chain/spv/proof-json.ts';
import { operation, type RosettaClient } from '../../../../support/rosetta-client.ts';
import {
  fakeClient,
  gas_payer,
  optionsOf,
  receiver,
  resultWith,
  rowOf,
  sender,
  transfer,
  value,
} from '../../../../support/rosetta-constructions.ts';

const preprocess = (client: RosettaClient, members: object) =>
  client.errorOn(0, 'construction/preprocess', {
    operations: transfer,
    metadata: { gas_payer },
    ...members,
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
  expect(await client.ask('construction/metadata', body)).toEqual([
    500,
    {
      code: 23,
      message: 'Node is busy or shutting down',
      retriable: true,
      details: { error_message: 'too many requests wait for their turn: retry later' },
    },
  ]);
  node.answers.local = () => Promise.resolve({ kind: 'unserved', why: 'memory' });
  expect(await client.ask('construction/metadata', body)).toMatchObject([500, { code: 7 }]);
  const failure = { callStack: [], type: 'EvalError', message: 'no such module', info: '' };
  const json = resultWith({ status: 'failure', error: failure });
  node.answers.local = () => Promise.resolve({ kind: 'result', json });
  expect(await client.ask('construction/metadata', body)).toMatchObject([
    500,
    { code: 7, details: { error_message: expect.stringContaining('no such module') as string } },
  ]);
});
