// How long the queries of docs/export-queries.md take on a million transfers, and how fast the tables are filled.
//
//   node tests/perf/export-queries.mjs [--chains 4] [--heights 1250] [--transactions 100] [--accounts 100000]
//
// Starts its own PostgreSQL, with the settings that it has after installation. Each query runs for a busy account and for a quiet
// one; the table has the shortest, the median and the longest of 15 runs. The bar is 50 ms for the median; on a busy machine the
// shortest is the better estimate.
import pg from 'pg';
import { bundleProgram } from '../support/bundle-program.mjs';
import { exportQueries, withVariables } from '../support/export-queries.mjs';
import { parseArgs } from '../support/parse-options.mjs';
import { hasPostgres, startPostgres, whyNoPostgres } from '../support/postgres.mjs';
import { timesOf } from './support/measure.mjs';

const barMs = 50;
const rounds = 15;

const { values } = parseArgs({
  options: {
    chains: { type: 'string', default: '4' },
    heights: { type: 'string', default: '1250' },
    transactions: { type: 'string', default: '100' },
    accounts: { type: 'string', default: '100000' },
  },
});
if (hasPostgres) await measure();
else console.log(`skipped: ${whyNoPostgres}`);

async function measure() {
  const server = await startPostgres({ settings: [] });
  try {
    const url = server.createDatabase();
    await fillTables(url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('set search_path to pact');
    await client.query('vacuum analyze');
    await printSizes(client);
    for (const query of exportQueries) await printTimes(client, query);
    await client.end();
  } finally {
    await server.end();
  }
}

async function fillTables(url) {
  const { fill } = await import(await bundleProgram('tests/perf/export/fill.ts', 'export-fill'));
  const [chains, heights, transactions, accounts] = [
    ...['chains', 'heights', 'transactions', 'accounts'].map((name) => Number(values[name])),
  ];
  const seconds = await fill({ url, chains, heights, transactions, accounts });
  const count = chains * heights * transactions;
  const rate = Math.round(count / seconds);
  console.log(`${count} transactions in ${seconds.toFixed(1)} s: ${rate} a second`);
}

async function printSizes(client) {
  const { rows } = await client.query(
    `select relname, pg_total_relation_size(oid) / 1048576 as megabytes, reltuples::bigint as rows
     from pg_class where relnamespace = 'pact'::regnamespace and relkind = 'r' order by 2 desc`,
  );
  for (const { relname, megabytes, rows: count } of rows.filter((each) => each.rows > 0)) {
    console.log(
      `${relname.padEnd(16)} ${String(count).padStart(9)} rows ${String(megabytes).padStart(6)} MB`,
    );
  }
}

async function printTimes(client, { title, nth, sql }) {
  for (const account of [accountOf(0), accountOf(50_000)]) {
    const text = withVariables(sql, {
      account,
      other: accountOf(1),
      height: Math.floor(Number(values.heights) / 2),
      heights: 1000,
      token: 'coin',
      miner: 'miner7',
      module: 'coin',
      name: 'transfer',
      event: 'TRANSFER',
    });
    const times = [];
    let count = 0;
    for (let i = 0; i < rounds; i++) {
      const start = performance.now();
      count = (await client.query(text)).rowCount;
      times.push(performance.now() - start);
    }
    const { least, median } = timesOf(times);
    const mark = median <= barMs ? '' : `  above ${barMs} ms`;
    if (median > barMs) process.exitCode = 1;
    const figures = [least, median, Math.max(...times)]
      .map((each) => `${each.toFixed(1).padStart(7)} ms`)
      .join(' ');
    console.log(
      `${`${title} (${nth})`.padEnd(62)} ${String(count).padStart(4)} rows ${figures}${mark}`,
    );
    if (!sql.includes(":'account'")) return;
  }
}

function accountOf(number) {
  return `k:${String(number).padStart(64, 'a')}`;
}
