// The queries of docs/export-queries.md give the right answers on a small database.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresSink } from '../../../../src/apps/postgres/postgres-sink.ts';
import { systemTimer } from '../../../../src/base/platform/system.ts';
import type { BlockRows } from '../../../../src/tools/export/rows.ts';
import { madeBlock, madeLine } from '../../../support/exported-blocks.ts';
import { exportQueries, withVariables } from '../../../support/export-queries.mjs';
import { hasPostgres, startPostgres, whyNoPostgres } from '../../../support/postgres.mjs';
import type { TestPostgres } from '../../../support/postgres.mjs';

test('there are twelve questions, and each query is found', () => {
  expect(exportQueries.map(({ section, nth }) => `${section}.${nth}`)).toEqual([
    ...['1.1', '1.2', '2.1', '3.1', '3.2', '3.3', '4.1', '5.1', '5.2', '6.1', '7.1', '7.2', '8.1'],
    ...['8.2', '9.1', '10.1', '11.1', '12.1'],
  ]);
});

const title = hasPostgres ? 'the twelve queries' : `the twelve queries: skipped, ${whyNoPostgres}`;

describe.skipIf(!hasPostgres)(title, () => {
  let server: TestPostgres;
  let client: pg.Client;
  beforeAll(async () => {
    server = await startPostgres();
    const url = server.createDatabase();
    const sink = postgresSink({
      url,
      schema: 'pact',
      timer: systemTimer,
      onPause: () => undefined,
    });
    if (!sink.ok) throw new Error(sink.fault.sentence);
    await sink.value.open('made-up');
    for (const [chain, blocks] of [chainZero(), chainOne()].entries()) {
      expect(await sink.value.write({ chain, removeAbove: undefined, blocks })).toEqual({
        ok: true,
      });
    }
    await sink.value.close();
    client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`set search_path to pact; set timezone to 'UTC'`);
  });
  afterAll(async () => {
    await client.end();
    await server.end();
  });

  const columns = async (
    query: string,
    names: readonly string[],
    variables: Readonly<Record<string, string | number>> = {},
  ): Promise<string[]> => {
    const found = exportQueries.find(({ section, nth }) => `${section}.${nth}` === query);
    const all = { ...usual, ...variables };
    const { rows } = await client.query<Record<string, unknown>>(
      withVariables(found?.sql ?? '', all),
    );
    return rows.map((row) => names.map((name) => String(row[name])).join(' '));
  };

  test('1: balance history', async () => {
    expect(
      (await columns('1.1', ['chain', 'height', 'kind', 'amount', 'balance'])).slice(0, 3),
    ).toEqual(['0 4 transfer -1.25 95.00', '1 4 transfer 0.5 1.0', '0 3 transfer -1.25 96.25']);
    expect(await columns('1.2', ['chain', 'balance'], { height: 3 })).toEqual(['0 96.25', '1 0.5']);
  });

  test('2: transactions of an account', async () => {
    const places = ['chain', 'height', 'request_key'];
    expect(await columns('2.1', places, { account: 'carol' })).toEqual([
      '1 4 a-1-4-0',
      '1 4 a-1-4-1',
      '1 3 a-1-3-0',
      '1 3 a-1-3-1',
      '1 0 a-1-0-0',
    ]);
    expect(await columns('2.1', places)).toHaveLength(7);
  });

  test('3: transfers', async () => {
    expect(await columns('3.1', ['to_account'], { token: 'free.gold' })).toEqual(['dave']);
    expect(await columns('3.2', ['height', 'amount'], { other: 'carol' })).toEqual([
      '4 0.5',
      '3 0.5',
    ]);
    expect((await columns('3.3', ['amount', 'to_account'])).slice(0, 2)).toEqual([
      '100.0 alice',
      '10.0 carol',
    ]);
  });

  test('4: gas', async () => {
    expect(await columns('4.1', ['transactions', 'gas', 'paid'])).toEqual(['4 2400 0.02400']);
  });

  test('5: a miner', async () => {
    expect((await columns('5.1', ['chain', 'height', 'reward', 'fees'])).slice(0, 2)).toEqual([
      '0 4 2.5 0',
      '1 4 2.5 0',
    ]);
    expect(await columns('5.2', ['chain', 'blocks', 'rewards'])).toEqual(['0 5 10.0', '1 5 10.0']);
  });

  test('6: callers', async () => {
    expect(await columns('6.1', ['sender', 'height'], { height: 3 })).toHaveLength(11);
  });

  test('7: transfers to other chains', async () => {
    const names = ['height', 'to_chain', 'received_at', 'pact_id'];
    expect(await columns('7.1', names)).toEqual(['2 1 null pact-2', '1 1 3 pact-1']);
    expect(await columns('7.2', ['pact_id'])).toEqual(['pact-2']);
  });

  test('8: failures', async () => {
    expect(await columns('8.1', ['height', 'error'])).toEqual(['4 no funds', '3 no funds']);
    expect(await columns('8.2', ['reason', 'count'])).toEqual(['no funds 2']);
  });

  test('9: events', async () => {
    expect(await columns('9.1', ['height'], { height: 3, heights: 1 })).toEqual([
      ...Array<string>(5).fill('4'),
      ...Array<string>(5).fill('3'),
    ]);
  });

  test('10: supply', async () => {
    expect(await columns('10.1', ['supply'], { height: 0 })).toEqual(['110.0']);
    expect(await columns('10.1', ['supply'], { height: 2 })).toEqual(['120.00']);
    expect(await columns('10.1', ['supply'], { height: 9, token: 'free.gold' })).toEqual(['7.0']);
  });

  test('11: holders', async () => {
    expect(await columns('11.1', ['account', 'balance'])).toEqual([
      'alice 96.00',
      'miner 20.0',
      'carol 9.0',
      'bob 5.00',
    ]);
  });

  test('12: contracts', async () => {
    expect(await columns('12.1', ['chain', 'height', 'kind', 'name', 'sender'])).toEqual([
      '1 3 module free.gold carol',
    ]);
  });
});

const usual = {
  account: 'alice',
  other: 'bob',
  token: 'coin',
  miner: 'miner',
  module: 'coin',
  name: 'transfer',
  event: 'TRANSFER',
  height: 4,
  heights: 10,
};

function chainZero(): BlockRows[] {
  const genesis = madeBlock({
    chain: 0,
    height: 0,
    transfers: [{ from: '', to: 'alice', amount: '100.0' }],
  });
  const pays = [{ from: 'alice', to: 'bob', amount: '1.25' }];
  const sent = {
    position: 0,
    transaction: 0,
    token: 'coin',
    half: 'sent',
    from: 'alice',
    to: 'carol',
  } as const;
  return [genesis, ...madeLine({ chain: 0, from: 1, to: 4, transfers: pays })].map((each) => {
    const { height } = each.block;
    const crossing = { ...sent, amount: '1.0', otherChain: '1', pactId: `pact-${height}` };
    return height === 1 || height === 2 ? { ...each, crossings: [crossing] } : each;
  });
}

function chainOne(): BlockRows[] {
  const given = [
    { from: '', to: 'carol', amount: '10.0' },
    { token: 'free.gold', from: '', to: 'dave', amount: '7.0' },
  ];
  const genesis = madeBlock({ chain: 1, height: 0, transfers: given });
  const failure = {
    status: 'failure',
    errorType: 'EvalError',
    message: 'no funds',
    error: '{}',
  } as const;
  const code = `(namespace 'free) (module gold G)`;
  const received = {
    position: 0,
    transaction: 0,
    token: 'coin',
    half: 'received',
    from: '',
  } as const;
  const blocks = madeLine({ chain: 1, from: 1, to: 4 }).map((each) => {
    const { height } = each.block;
    if (height < 3) return each;
    const transfers = [
      { from: 'carol', to: 'alice', amount: '0.5' },
      { from: 'carol', to: 'carol', amount: '0.5' },
    ];
    const full = madeBlock({ chain: 1, height, transfers });
    const [first, second] = full.transactions;
    return {
      ...full,
      transactions: [
        { ...first!, ...(height === 3 ? { message: { kind: 'exec', code } as const } : {}) },
        { ...second!, sender: 'eve', outcome: failure },
      ],
      crossings:
        height === 3
          ? [{ ...received, to: 'carol', amount: '1.0', otherChain: '0', pactId: 'pact-1' }]
          : [],
    };
  });
  return [genesis, ...blocks];
}
