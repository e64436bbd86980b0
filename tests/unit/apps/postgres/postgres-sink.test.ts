// Rows in a real PostgreSQL: the server is started here, and the tests are skipped where its programs are missing.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemTimer } from '../../../../src/base/platform/system.ts';
import { postgresSink } from '../../../../src/apps/postgres/postgres-sink.ts';
import type { BlockRows } from '../../../../src/tools/export/rows.ts';
import type { LineChange, RowSink } from '../../../../src/tools/export/row-sink.ts';
import { hashOf, madeBlock, madeLine } from '../../../support/exported-blocks.ts';
import { hasPostgres, startPostgres, whyNoPostgres } from '../../../support/postgres.mjs';
import type { TestPostgres } from '../../../support/postgres.mjs';

const title = hasPostgres ? 'rows in PostgreSQL' : `rows in PostgreSQL: skipped, ${whyNoPostgres}`;

describe.skipIf(!hasPostgres)(title, () => {
  let server: TestPostgres;
  beforeAll(async () => void (server = await startPostgres()));
  afterAll(() => server.end());

  const sinkTo = (url: string, schema = 'pact'): RowSink => {
    const sink = postgresSink({ url, schema, timer: systemTimer, onPause: () => undefined });
    if (!sink.ok) throw new Error(sink.fault.sentence);
    return sink.value;
  };
  const written = async (sink: RowSink, ...changes: readonly LineChange[]): Promise<void> => {
    for (const change of changes) expect(await sink.write(change)).toEqual({ ok: true });
  };
  const add = (chain: number, blocks: readonly BlockRows[]): LineChange => ({
    chain,
    removeAbove: undefined,
    blocks,
  });
  const query = async (url: string, text: string): Promise<unknown[][]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows;
    } finally {
      await client.end();
    }
  };
  const balances = (url: string): Promise<unknown[][]> =>
    query(url, 'select token, account, chain, balance from pact.balances order by 1, 2, 3');

  const genesis = madeBlock({
    chain: 0,
    height: 0,
    transfers: [{ from: '', to: 'alice', amount: '100.0' }],
  });
  const pays = [{ from: 'alice', to: 'bob', amount: '1.25' }];

  test('stores a line, and tells what is stored', async () => {
    const url = server.createDatabase();
    const sink = sinkTo(url);
    expect(await sink.open('test-net')).toEqual({ ok: true, value: [] });
    await written(
      sink,
      add(0, [genesis]),
      add(0, madeLine({ chain: 0, from: 1, to: 9, transfers: pays })),
    );
    await sink.close();

    const again = sinkTo(url);
    expect(await again.open('test-net')).toEqual({
      ok: true,
      value: [
        {
          chain: 0,
          lowest: { height: 0, hash: 'a-0-0', parent: 'a-0--1' },
          highest: { height: 9, hash: 'a-0-9' },
        },
      ],
    });
    expect(await again.hashes(0, { from: 8, to: 20 })).toEqual({
      ok: true,
      value: ['a-0-8', 'a-0-9'],
    });
    await again.close();
    expect(await balances(url)).toEqual([
      ['coin', 'alice', 0, '88.75'],
      ['coin', 'bob', 0, '11.25'],
      ['coin', 'miner', 0, '22.5'],
    ]);
    expect(
      await query(
        url,
        'select height, supply from pact.supplies where height in (0, 9) order by 1',
      ),
    ).toEqual([
      ['0', '100.0'],
      ['9', '122.50'],
    ]);
  });

  test('has the same rows after a fork as without it', async () => {
    const fresh = server.createDatabase();
    const forked = server.createDatabase();
    const line = madeLine({ chain: 0, from: 1, to: 3, transfers: pays });
    const right = madeLine({
      chain: 0,
      from: 4,
      to: 8,
      fork: 'b',
      parentFork: 'a',
      transfers: pays,
    });
    const others = [
      { token: 'free.gold', from: '', to: 'carol', amount: '5.0' },
      // Its only transactions are on the fork.
      { token: 'free.gold', from: 'eve', to: 'carol', amount: '5.0' },
    ];
    const wrong = madeLine({ chain: 0, from: 4, to: 6, transfers: [...pays, ...others] });
    const [one, two] = [sinkTo(fresh), sinkTo(forked)];
    await one.open('test-net');
    await two.open('test-net');
    await written(one, add(0, [genesis, ...line, ...right]));
    await written(two, add(0, [genesis, ...line]), add(0, wrong));
    await written(two, { chain: 0, removeAbove: 3, blocks: right });
    await one.close();
    await two.close();
    for (const table of allTables) {
      const text = `select * from pact.${table} order by 1, 2, 3`;
      expect(await query(forked, text), table).toEqual(await query(fresh, text));
    }
  });

  test('computes balances once the line reaches down to the genesis block', async () => {
    const fresh = server.createDatabase();
    const grown = server.createDatabase();
    const line = [genesis, ...madeLine({ chain: 0, from: 1, to: 9, transfers: pays })];
    const [one, two] = [sinkTo(fresh), sinkTo(grown)];
    await one.open('test-net');
    await two.open('test-net');
    await written(one, add(0, line));
    await written(two, add(0, line.slice(5, 8)));
    expect(await balances(grown)).toEqual([]);
    await written(two, add(0, line.slice(2, 5)), add(0, line.slice(8)), add(0, line.slice(0, 2)));
    await one.close();
    await two.close();
    for (const table of allTables) {
      const text = `select * from pact.${table} order by 1, 2, 3`;
      expect(await query(grown, text), table).toEqual(await query(fresh, text));
    }
  });

  test('does nothing when a change is repeated, and refuses blocks that do not connect', async () => {
    const url = server.createDatabase();
    const sink = sinkTo(url);
    await sink.open('test-net');
    const line = madeLine({ chain: 0, from: 1, to: 4, transfers: pays });
    await written(sink, add(0, [genesis]), add(0, line), add(0, line));
    expect(await query(url, 'select count(*) from pact.transfers')).toEqual([['9']]);
    const gap = await sink.write(add(0, madeLine({ chain: 0, from: 6, to: 7 })));
    expect(gap).toMatchObject({ ok: false, fault: { sentence: /^the blocks of chain 0 in the/ } });
    const other = await sink.write(add(0, madeLine({ chain: 0, from: 5, to: 7, fork: 'b' })));
    expect(other.ok).toBe(false);
    expect(await sink.hashes(0, { from: 4, to: 9 })).toEqual({
      ok: true,
      value: [hashOf(0, 4, 'a')],
    });
    await sink.close();
  });

  test('stores what PostgreSQL has no form for', async () => {
    const url = server.createDatabase();
    const sink = sinkTo(url);
    await sink.open('test-net');
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const odd = madeBlock({
      chain: 0,
      height: 0,
      transfers: [
        { from: '', to: 'x'.repeat(300), amount: '1.0' },
        { token: 'y'.repeat(3000), from: '', to: 'y', amount: '1.0' },
        { from: '', to: 'z', amount: '1'.repeat(2000) },
        { from: '', to: '\ud83d\ude00'.repeat(256), amount: '0.5' },
      ],
      transaction: {
        message: { kind: 'exec', code: 'tab\tback\\slash\nnul\0end \ud800' },
        data: `{"a\\u0000b":1e999999,"__proto__":[${'9'.repeat(140_000)},"\\\\u0000"],"c":"\ud800"}`,
        outcome: { status: 'failure', errorType: 'EvalError', message: 'no\0', error: deep },
        creationTime: 10n ** 30n,
        gasLimit: 10n ** 30n,
        nonce: '\\.',
        sender: 's'.repeat(5000),
      },
    });
    await written(sink, add(0, [odd]));
    await sink.close();
    const text = `select code, data #>> '{__proto__,1}', data ->> 'a\ufffdb', data ->> 'c', nonce, created,
      gas_limit, error, jsonb_typeof(error_details), length(sender) from pact.transactions limit 1`;
    expect(await query(url, text)).toEqual([
      [
        'tab\tback\\slash\nnul\ufffdend \ufffd',
        '\\u0000',
        '1e999999',
        '\ufffd',
        '\\.',
        null,
        null,
        'no\ufffd',
        'string',
        256,
      ],
    ]);
    expect(await query(url, 'select count(*) from pact.transfers')).toEqual([['1']]);
    expect(await query(url, 'select count(*) from pact.events')).toEqual([['4']]);
  });

  test('refuses another network, a newer schema, and the tables of others', async () => {
    const url = server.createDatabase();
    const faultOf = async (schema: string, network: string): Promise<string> => {
      const sink = sinkTo(url, schema);
      const opened = await sink.open(network);
      await sink.close();
      return opened.ok ? 'opened' : opened.fault.sentence;
    };
    expect(await faultOf('One "quoted" schema', 'test-net')).toBe('opened');
    expect(await faultOf('One "quoted" schema', 'other-net')).toBe(
      'the schema "One "quoted" schema" has the blocks of test-net, and the node is one of other-net: choose another schema with --schema',
    );
    await query(url, 'create schema theirs; create table theirs.migration (x integer)');
    expect(await faultOf('theirs', 'test-net')).toMatch(
      /^the schema "theirs" has tables that pact/,
    );
    await query(url, `insert into "One ""quoted"" schema".migrations values (1000, 'later')`);
    expect(await faultOf('One "quoted" schema', 'test-net')).toMatch(
      /is of a newer release of pact/,
    );
  });

  test('fills the tables of a later step from the rows that are there', async () => {
    const url = server.createDatabase();
    const before = sinkTo(url);
    await before.open('test-net');
    const line = madeLine({ chain: 0, from: 1, to: 9, transfers: pays });
    await written(before, add(0, [genesis]), add(0, line));
    await before.close();
    const gas = 'select sender, chain, day::text, transactions, gas, paid from pact.gas_by_day';
    const rows = [
      ['', 0, '2020-09-13', '1', '600', '0.00600'],
      ['alice', 0, '2020-09-13', '9', '5400', '0.05400'],
    ];
    expect(await query(url, `${gas} order by 1`)).toEqual(rows);
    // As a database of the first step is.
    await query(url, 'drop table pact.gas_by_day; delete from pact.migrations where number > 1');
    const after = sinkTo(url);
    expect((await after.open('test-net')).ok).toBe(true);
    await after.close();
    expect(await query(url, `${gas} order by 1`)).toEqual(rows);
  });

  test('goes on after PostgreSQL has crashed', async () => {
    const url = server.createDatabase();
    const pauses: string[] = [];
    const sink = postgresSink({
      url,
      schema: 'pact',
      timer: systemTimer,
      onPause: ({ sentence }) => pauses.push(sentence),
    });
    if (!sink.ok) throw new Error(sink.fault.sentence);
    await sink.value.open('test-net');
    await written(sink.value, add(0, [genesis]));
    server.crash();
    const writing = written(
      sink.value,
      add(0, madeLine({ chain: 0, from: 1, to: 50, transfers: pays })),
    );
    server.start();
    await writing;
    await sink.value.close();
    expect(pauses.length).toBeGreaterThan(0);
    expect(await query(url, 'select count(*), max(height) from pact.blocks')).toEqual([
      ['51', '50'],
    ]);
  });

  test('locks the schema once for all chains after the connection was lost', async () => {
    const url = server.createDatabase();
    const sink = postgresSink({
      url,
      schema: 'pact',
      timer: systemTimer,
      onPause: () => undefined,
    });
    if (!sink.ok) throw new Error(sink.fault.sentence);
    await sink.value.open('test-net');
    server.crash();
    // Long enough to notice that the connection has ended.
    await new Promise((resolve) => void setTimeout(resolve, 300));
    const writing = [0, 1].map((chain) =>
      written(sink.value, add(chain, madeLine({ chain, from: 0, to: 1, transfers: [] }))),
    );
    server.start();
    await Promise.all(writing);
    await sink.value.close();
    expect(await query(url, 'select count(*) from pact.blocks')).toEqual([['4']]);
  });

  test('lets one exporter write at a time', async () => {
    const url = server.createDatabase();
    const sinks = [sinkTo(url), sinkTo(url)];
    expect((await sinks[0]!.open('test-net')).ok).toBe(true);
    const immediate = {
      ...systemTimer,
      after: (_: number, run: () => void) => systemTimer.after(0, run),
    };
    const second = postgresSink({
      url,
      schema: 'pact',
      timer: immediate,
      onPause: () => undefined,
    });
    if (!second.ok) throw new Error(second.fault.sentence);
    const refused = await second.value.open('test-net');
    expect(refused).toMatchObject({
      ok: false,
      fault: { sentence: /^another pact export writes into/ },
    });
    await second.value.close();
    await sinks[0]!.close();
    expect((await sinks[1]!.open('test-net')).ok).toBe(true);
    await sinks[1]!.close();
  });
});

const allTables = [
  ...['blocks', 'transactions', 'signers', 'calls', 'modules', 'events', 'transfers', 'crossings'],
  ...['balance_changes', 'balances', 'holders', 'supplies', 'gas_by_day', 'chains'],
];
