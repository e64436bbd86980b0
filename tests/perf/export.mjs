// How many transactions a second `pact export` brings from a node into PostgreSQL, and what bounds it: the same export to standard
// output shows the part without the database.
//
//   node build.mjs --no-types
//   node tests/perf/export.mjs [--chains 3] [--rounds 50] [--transfers 100]
import { fileURLToPath } from 'node:url';
import { bundleProgram } from '../support/bundle-program.mjs';
import { parseArgs } from '../support/parse-options.mjs';
import { hasPostgres, startPostgres, whyNoPostgres } from '../support/postgres.mjs';

const { values } = parseArgs({
  options: {
    chains: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '50' },
    transfers: { type: 'string', default: '100' },
  },
});
const command = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
if (hasPostgres) await measure();
else console.log(`skipped: ${whyNoPostgres}`);

async function measure() {
  const bundle = await bundleProgram('tests/perf/export/backfill.ts', 'export-backfill');
  const { startBackfill } = await import(bundle);
  const [chains, rounds, transfers] = [
    ...['chains', 'rounds', 'transfers'].map((name) => Number(values[name])),
  ];
  const backfill = await startBackfill({ chains, rounds, transfers });
  console.log(`${backfill.transactions} transactions on ${chains} chains`);
  const server = await startPostgres({ settings: [] });
  try {
    for (let round = 0; round < 3; round++) {
      await printRate(backfill, 'standard output', '-');
      await printRate(backfill, 'PostgreSQL', server.createDatabase());
    }
  } finally {
    await backfill.stop();
    await server.end();
  }
}

async function printRate({ exportTo, transactions }, title, to) {
  const { seconds, exporterSeconds, nodeSeconds } = await exportTo(command, to);
  console.log(
    `${title.padEnd(16)} ${String(Math.round(transactions / seconds)).padStart(6)} transactions a second;` +
      ` ${seconds.toFixed(1)} s, processor time of the exporter ${exporterSeconds.toFixed(1)} s,` +
      ` of the node ${nodeSeconds.toFixed(1)} s`,
  );
}
