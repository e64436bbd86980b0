// Rosetta: every error that network/options lists has a request that yields it, or a reason why no request does.
import { expect, test } from 'vitest';
import { rosettaErrors } from '../../../../../src/rosetta/errors.ts';
import { StoreFault } from '../../../../../src/storage/entries/index.ts';
import { coinChange, fakeHistory, noChanges } from '../../../../support/coin-changes.ts';
import { FakeNode, payloadOf } from '../../../../support/fake-node.ts';
import { apiOf, base } from '../../../../support/node-api.ts';
import { operation, RosettaClient, walletOf } from '../../../../support/rosetta-client.ts';
import type { RosettaEndpoint } from '../../../../support/rosetta-schemas.ts';

const textOf = (hash: Uint8Array) => Buffer.from(hash).toString('base64url');
const unknown = textOf(new Uint8Array(32));
const { address, publicKey } = walletOf('11'.repeat(32));
const to = walletOf('22'.repeat(32)).address;
const metadata = { gas_payer: { address } };
const operations = [operation(0, address, -1n), operation(1, to, 1n)];
const account_identifier = { address };

type Case = {
  readonly endpoint: RosettaEndpoint;
  readonly members: (node: FakeNode, client: RosettaClient) => object | Promise<object>;
  /** What the chain answers about accounts. */
  readonly rows?: string;
  readonly isOff?: boolean;
  /** The history of balances cannot be read. */
  readonly isDamaged?: boolean;
};

const identified = (changed: object, endpoint: RosettaEndpoint = 'network/status'): Case => ({
  endpoint,
  members: (_, client) => ({ network_identifier: { ...client.chain(0), ...changed } }),
});
const balance = (members: object): Case => ({
  endpoint: 'account/balance',
  members: () => ({ account_identifier, ...members }),
});
const preprocess = (members: object): Case => ({
  endpoint: 'construction/preprocess',
  members: () => ({ operations, metadata, ...members }),
});

/** Asks for metadata with the options of preprocess. */
const lookUp = (rows: string, keys: readonly object[] | 'missing' = [publicKey]): Case => ({
  endpoint: 'construction/metadata',
  rows,
  members: async (_, client) => {
    const { options } = await client.on(0, 'construction/preprocess', { operations, metadata });
    return { options, ...(keys !== 'missing' && { public_keys: keys }) };
  },
});

/** Mines a block with these outputs, and asks for it. */
const blockWith = (outputs: readonly string[] | undefined, hash?: string): Case => ({
  endpoint: hash === undefined ? 'block' : 'block/transaction',
  members: (node) => {
    const header = node.mine(0);
    const payload = outputs === undefined ? undefined : payloadOf(outputs);
    node.payloads.set(textOf(header.payloadHash), payload);
    const block_identifier = { index: 1, hash: textOf(header.hash) };
    return { block_identifier, transaction_identifier: { hash } };
  },
});

const row = (guard: object, amount: unknown = 1.5): string =>
  JSON.stringify([{ account: address, balance: amount, guard }]);
const own = { pred: 'keys-all', keys: [publicKey.hex_bytes] };
const success = (data: string): string => `{"status":"success","data":${data}}`;
const pactError =
  '{"status":"failure","error":{"callStack":[],"type":"EvalError","message":"m","info":""}}';
const transaction = (text: string): Case => ({
  endpoint: 'construction/hash',
  members: () => ({ signed_transaction: text }),
});

const cases = {
  0: identified({ sub_network_identifier: undefined }),
  1: identified({ sub_network_identifier: { network: '20' } }),
  2: {
    endpoint: 'mempool/transaction',
    members: () => ({ transaction_identifier: { hash: unknown } }),
  },
  3: transaction('{}'),
  4: {
    endpoint: 'construction/parse',
    members: async (_, client) => {
      const unsigned = await unsignedTransaction(client);
      return { signed: true, transaction: unsigned };
    },
    rows: success(row(own)),
  },
  5: identified({ blockchain: 'x' }),
  6: identified({ network: 'x' }),
  7: lookUp(pactError),
  8: lookUp(success(row(own, 'much'))),
  9: blockWith([
    `{"gas":1,"result":{"status":"success","data":true},"reqKey":"${unknown}","logs":null` +
      ',"metaData":null,"continuation":{"step":"first"},"txId":1}',
  ]),
  10: balance({ account_identifier: { address, sub_account: { address: 'x' } } }),
  11: blockWith([]),
  12: { ...blockWith(['{}']), isDamaged: true },
  13: balance({ block_identifier: { index: 7 } }),
  14: balance({ block_identifier: { hash: unknown } }),
  15: balance({ block_identifier: { hash: 'x' } }),
  16: {
    endpoint: 'block',
    members: (node) => {
      const orphan = node.mineOrphan(0);
      node.mine(0);
      return { block_identifier: { hash: textOf(orphan.hash) } };
    },
  },
  17: balance({ block_identifier: { index: 0, hash: unknown } }),
  18: blockWith(undefined),
  19: blockWith(['{}']),
  20: blockWith(['{}'], unknown),
  21: blockWith(['{}'], 'x'),
  22: balance({ account_identifier: { address: '' } }),
  23: {
    endpoint: 'construction/metadata',
    members: async (node, client) => {
      const { options } = await client.on(0, 'construction/preprocess', { operations, metadata });
      node.answers.local = () => Promise.resolve({ kind: 'interrupted' });
      return { options, public_keys: [publicKey] };
    },
  },
  24: preprocess({ metadata: {} }),
  25: preprocess({ metadata: undefined }),
  26: lookUp(success(row(own)), 'missing'),
  27: lookUp(success(row(own)), []),
  28: preprocess({ max_fee: [operation(0, '', 1n).amount] }),
  29: preprocess({ operations: [{ ...operations[0], type: 'x' }, operations[1]] }),
  30: preprocess({ operations: [] }),
  31: {
    endpoint: 'construction/derive',
    members: () => ({ public_key: { ...publicKey, curve_type: 'secp256k1' } }),
  },
  32: {
    endpoint: 'construction/combine',
    members: async (_, client) => {
      const unsigned_transaction = await unsignedTransaction(client);
      return { unsigned_transaction, signatures: [] };
    },
    rows: success(row(own)),
  },
  33: lookUp(success('[]')),
  34: preprocess({ metadata: { gas_payer: { address: 'alice' } } }),
  35: {
    endpoint: 'construction/derive',
    members: () => ({ public_key: publicKey }),
    isOff: true,
  },
} as const satisfies Record<number, Case>;

async function unsignedTransaction(client: RosettaClient): Promise<string> {
  const { options } = await client.on(0, 'construction/preprocess', { operations, metadata });
  const online = await client.on(0, 'construction/metadata', {
    options,
    public_keys: [publicKey],
  });
  const made = await client.on<{ unsigned_transaction: string }>(0, 'construction/payloads', {
    operations,
    metadata: online['metadata'],
  });
  return made.unsigned_transaction;
}

test('every error has a request', () => {
  const listed = Object.values(rosettaErrors).map(({ code }) => code);
  expect(Object.keys(cases).map(Number)).toEqual(listed);
});

test.each(Object.entries(cases))('error %s', async (code, each: Case) => {
  const changes = {
    ...noChanges,
    coinbase: [coinChange('m', undefined, '2.0')],
    transactions: [{ fund: [], payload: [], redeem: [] }],
  };
  const damaged = { ...fakeHistory({}), changes: () => throwStoreFault() };
  const coinHistory = each.isDamaged === true ? damaged : fakeHistory({ changes });
  const node = new FakeNode({ coinHistory });
  const options = { rosetta: true, rosettaConstruction: each.isOff !== true };
  const client = new RosettaClient((await apiOf(node, options)).post, { base });
  const result =
    `{"gas":1,"result":${each.rows ?? pactError},"reqKey":"${unknown}","logs":null` +
    ',"metaData":null,"continuation":null,"txId":null}';
  node.answers.local = () => Promise.resolve({ kind: 'result', json: result });
  const body = await each.members(node, client);
  const [got, detail] = await client.errorOn(0, each.endpoint, body);
  expect([got, detail]).toEqual([Number(code), expect.stringMatching(/.{10}/)]);
});

function throwStoreFault(): never {
  throw new StoreFault('damaged', 'the history of balances is damaged');
}
