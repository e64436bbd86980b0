// Rosetta: balances, blocks and the mempool, over a node with a made-up history.
import { expect, test } from 'vitest';
import type { CoinHistory } from '../../../../../src/node/port.ts';
import { StoreFault } from '../../../../../src/storage/entries/index.ts';
import type { NodeApiOptions } from '../../../../../src/node/api/index.ts';
import {
  coinChange,
  coinRow,
  fakeHistory,
  noChanges,
  transferChanges,
} from '../../../../support/coin-changes.ts';
import { FakeNode, payloadOf } from '../../../../support/fake-node.ts';
import { apiOf, base } from '../../../../support/node-api.ts';
import { outputOf } from '../../../../support/outputs.ts';
import {
  checkRosettaAnswer,
  checkRosettaError,
  type RosettaEndpoint,
} from '../../../../support/rosetta-schemas.ts';

const network_identifier = {
  blockchain: 'kadena',
  network: 'development',
  sub_network_identifier: { network: '0' },
};
const unknown = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';
const textOf = (hash: Uint8Array) => Buffer.from(hash).toString('base64url');

async function rosettaOf(coinHistory?: CoinHistory, options: Partial<NodeApiOptions> = {}) {
  const node = new FakeNode({ ...(coinHistory && { coinHistory }) });
  const api = await apiOf(node, { rosetta: true, ...options });
  /** Returns the answer, checked by the standard's schemas. */
  const ask = async (endpoint: RosettaEndpoint, members: object) => {
    const [status, text] = await api.post(`${base}/rosetta/${endpoint}`, {
      network_identifier,
      ...members,
    });
    if (status === 200) expect(checkRosettaAnswer(endpoint, text), text).toEqual([]);
    if (status === 500) expect(checkRosettaError(text), text).toEqual([]);
    return [status, text.startsWith('{') ? (JSON.parse(text) as unknown) : text] as const;
  };
  return { node, ask };
}

test('the balance after the newest block, after one by its height, and by its hash', async () => {
  const history = fakeHistory({
    rowAt: (account, height) =>
      account === 'a' ? { kind: 'row', row: coinRow(`${height}.5`) } : { kind: 'absent' },
  });
  const { node, ask } = await rosettaOf(history);
  node.mineAll(1);
  const first = node.cut().heads.get(0)!;
  const second = node.mine(0);
  const balance = async (address: string, block_identifier?: object) =>
    ask('account/balance', { account_identifier: { address }, block_identifier });
  const answerAt = (index: number, hash: Uint8Array, value: string) => [
    200,
    {
      block_identifier: { index, hash: textOf(hash) },
      balances: [{ value, currency: { symbol: 'KDA', decimals: 12 } }],
    },
  ];
  expect(await balance('a')).toEqual(answerAt(2, second.hash, '2500000000000'));
  expect(await balance('a', { index: 1 })).toEqual(answerAt(1, first.hash, '1500000000000'));
  expect(await balance('a', { hash: textOf(first.hash) })).toEqual(
    answerAt(1, first.hash, '1500000000000'),
  );
  expect(await balance('__proto__')).toEqual(answerAt(2, second.hash, '0'));
});

test.each([
  ['10', { address: 'a', sub_account: { address: 'b' } }, {}],
  ['22', { address: '' }, {}],
  ['22', { address: 'é'.repeat(257) }, {}],
  ['13', { address: 'a' }, { index: 2 }],
  ['13', { address: 'a' }, { index: 18446744073709551615 }],
  ['14', { address: 'a' }, { hash: unknown }],
  ['15', { address: 'a' }, { hash: 'x' }],
  ['15', { address: 'a' }, { index: 1, hash: 'x' }],
  ['17', { address: 'a' }, { index: 1, hash: unknown }],
  ['20', { address: 'a' }, { index: 1 }],
])(
  'error %s for the balance of %j after %j',
  async (code, account_identifier, block_identifier) => {
    const { node, ask } = await rosettaOf(
      fakeHistory({ rowAt: () => ({ kind: 'not-kept', since: 7 }) }),
    );
    node.mine(0);
    const [status, body] = await ask('account/balance', { account_identifier, block_identifier });
    expect([status, body]).toMatchObject([500, { code: Number(code) }]);
  },
);

test.each([-1, 1.5])('the height %d is refused with a sentence', async (index) => {
  const { ask } = await rosettaOf(fakeHistory({}));
  const [status, text] = await ask('block', { block_identifier: { index } });
  expect(status).toBe(400);
  expect(text).toBe('Error in $: block_identifier.index must be a whole number from 0');
});

test('a node without history says what its operator must do', async () => {
  const { ask } = await rosettaOf();
  expect(await ask('account/balance', { account_identifier: { address: 'a' } })).toMatchObject([
    500,
    { code: 20, details: { error_message: expect.stringContaining('service.rosetta') as string } },
  ]);
});

test('a damaged history is an error of the standard', async () => {
  const damaged = (): never => {
    throw new StoreFault('damaged', 'a stored change is damaged');
  };
  const { node, ask } = await rosettaOf({ changes: damaged, rowAt: damaged });
  const header = node.mine(0);
  node.payloads.set(textOf(header.payloadHash), payloadOf([]));
  const error = { code: 12, details: { error_message: 'a stored change is damaged' } };
  expect(await ask('block', { block_identifier: {} })).toMatchObject([500, error]);
  expect(await ask('account/balance', { account_identifier: { address: 'a' } })).toMatchObject([
    500,
    error,
  ]);
});

test('an orphan is refused by its hash', async () => {
  const { node, ask } = await rosettaOf(fakeHistory({}));
  const orphan = node.mineOrphan(0);
  node.mine(0);
  const members = { block_identifier: { hash: textOf(orphan.hash) } };
  expect(await ask('block', members)).toMatchObject([500, { code: 16 }]);
});

const changes = {
  coinbase: [coinChange('m', undefined, '2.0')],
  upgrades: [],
  transactions: [transferChanges],
};

test('a block has the coinbase, then its transactions', async () => {
  const { node, ask } = await rosettaOf(fakeHistory({ changes }));
  const header = node.mine(0);
  const transaction = outputOf({ requestKey: unknown });
  node.payloads.set(textOf(header.payloadHash), payloadOf([transaction]));
  const [status, body] = await ask('block', { block_identifier: { index: 1 } });
  expect(status).toBe(200);
  const { block } = body as {
    block: { transactions: { transaction_identifier: { hash: string }; operations: object[] }[] };
  };
  expect(block).toMatchObject({
    block_identifier: { index: 1, hash: textOf(header.hash) },
    parent_block_identifier: { index: 0, hash: textOf(header.parent) },
    timestamp: Number(header.creationTime / 1000n),
  });
  expect(
    block.transactions.map(({ transaction_identifier: { hash }, operations }) => [
      hash,
      operations.length,
    ]),
  ).toEqual([
    [textOf(header.parent), 1],
    [unknown, 5],
  ]);
  const block_identifier = { index: 1, hash: textOf(header.hash) };
  for (const [i, hash] of [textOf(header.parent), unknown].entries()) {
    expect(
      await ask('block/transaction', { block_identifier, transaction_identifier: { hash } }),
    ).toEqual([200, { transaction: block.transactions[i] }]);
  }
  const missing = textOf(header.hash);
  for (const [hash, code] of [
    [missing, 20],
    ['x', 21],
  ] as const) {
    expect(
      await ask('block/transaction', { block_identifier, transaction_identifier: { hash } }),
    ).toMatchObject([500, { code }]);
  }
});

test('the first block is its own parent, and has no coinbase', async () => {
  const transactions = [{ fund: [], payload: [coinChange('a', undefined, '5.0')], redeem: [] }];
  const { node, ask } = await rosettaOf(fakeHistory({ changes: { ...noChanges, transactions } }));
  const genesis = node.cut().heads.get(0)!;
  node.payloads.set(textOf(genesis.payloadHash), payloadOf([outputOf({ requestKey: unknown })]));
  const [, body] = await ask('block', { block_identifier: { index: 0 } });
  const identifier = { index: 0, hash: textOf(genesis.hash) };
  expect(body).toMatchObject({
    block: {
      block_identifier: identifier,
      parent_block_identifier: identifier,
      transactions: [
        { operations: [{ type: 'TransferOrCreateAcct', amount: { value: '5000000000000' } }] },
      ],
    },
  });
});

test('what does not fit into the answer is named, and can be asked for', async () => {
  const keys = Array.from({ length: 80 }, (_, i) => textOf(Buffer.alloc(32, i + 1)));
  const transactions = keys.map(() => transferChanges);
  const history = fakeHistory({ changes: { ...changes, transactions } });
  const { node, ask } = await rosettaOf(history, { limits: { rosettaBlockBytes: 20_000 } });
  const header = node.mine(0);
  const outputs = keys.map((requestKey) => outputOf({ requestKey }));
  node.payloads.set(textOf(header.payloadHash), payloadOf(outputs));
  const [, body] = await ask('block', { block_identifier: { index: 1 } });
  const { block, other_transactions: others } = body as {
    block: { transactions: { transaction_identifier: { hash: string } }[] };
    other_transactions: { hash: string }[];
  };
  expect(others.length).toBeGreaterThan(50);
  const shown = block.transactions.map(({ transaction_identifier: { hash } }) => hash);
  const named = others.map(({ hash }) => hash);
  expect([...shown, ...named]).toEqual([textOf(header.parent), ...keys]);
  const [status] = await ask('block/transaction', {
    block_identifier: { index: 1, hash: textOf(header.hash) },
    transaction_identifier: { hash: named.at(-1) },
  });
  expect(status).toBe(200);
});

const withoutChanges: CoinHistory = {
  changes: () => undefined,
  rowAt: () => ({ kind: 'absent' }),
};

test.each([
  ['18', fakeHistory({ changes }), undefined],
  ['20', undefined, [outputOf({})]],
  ['20', withoutChanges, [outputOf({})]],
  ['11', fakeHistory({ changes }), []],
  ['19', fakeHistory({ changes }), ['{"gas":"x"}']],
])('error %s for a block', async (code, history, outputs) => {
  const { node, ask } = await rosettaOf(history);
  const header = node.mine(0);
  node.payloads.set(
    textOf(header.payloadHash),
    outputs === undefined ? undefined : payloadOf(outputs),
  );
  expect(await ask('block', { block_identifier: { index: 1 } })).toMatchObject([
    500,
    { code: Number(code) },
  ]);
});

test('the mempool has those that arrived first, up to a limit', async () => {
  const { node, ask } = await rosettaOf(undefined, { limits: { rosettaMempoolKeys: 2 } });
  const keys = [1, 2, 3].map((i) => textOf(Buffer.alloc(32, i)));
  node.answers.waiting.push(...keys);
  expect(await ask('mempool', {})).toEqual([
    200,
    { transaction_identifiers: keys.slice(0, 2).map((hash) => ({ hash })) },
  ]);
  const transaction_identifier = { hash: keys[2] };
  expect(await ask('mempool/transaction', { transaction_identifier })).toEqual([
    200,
    { transaction: { transaction_identifier, operations: [] } },
  ]);
  for (const [hash, code] of [
    [unknown, 2],
    ['x', 21],
  ] as const) {
    expect(await ask('mempool/transaction', { transaction_identifier: { hash } })).toMatchObject([
      500,
      { code },
    ]);
  }
});

test('network/status tells from which block on the history is kept', async () => {
  const { node, ask } = await rosettaOf({
    changes: ({ height }) => (height > 1 ? noChanges : undefined),
    rowAt: (_, height) => (height < 1 ? { kind: 'not-kept', since: 1 } : { kind: 'absent' }),
  });
  node.mineAll(2);
  const second = node.cut().heads.get(0)!;
  expect(await ask('network/status', {})).toMatchObject([
    200,
    { oldest_block_identifier: { index: 2, hash: textOf(second.hash) } },
  ]);
});

test('networks answer in the forms of the standard', async () => {
  const { ask } = await rosettaOf();
  for (const endpoint of ['network/list', 'network/options', 'network/status'] as const) {
    expect(await ask(endpoint, {})).toMatchObject([200, {}]);
  }
});
