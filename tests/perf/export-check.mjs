// Whether an export is exact: a node of three chains makes a thousand blocks with transfers, also between chains, and failures, goes
// to other forks again and again, and the exporter is killed twice in the middle. Then the tables must say what the chains say:
// hashes, counts, sums, and the balance of every account.
//
//   node build.mjs --no-types
//   node tests/perf/export-check.mjs [--chains 3] [--rounds 334] [--transfers 5]
import { fileURLToPath } from 'node:url';
import { bundleProgram } from '../support/bundle-program.mjs';
import { parseArgs } from '../support/parse-options.mjs';
import { hasPostgres, startPostgres, whyNoPostgres } from '../support/postgres.mjs';

const { values } = parseArgs({
  options: {
    chains: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '334' },
    transfers: { type: 'string', default: '5' },
  },
});
if (hasPostgres) await measure();
else console.log(`skipped: ${whyNoPostgres}`);

async function measure() {
  const { check } = await import(await bundleProgram('tests/perf/export/check.ts', 'export-check'));
  const server = await startPostgres();
  try {
    const [chains, rounds, transfers] = [
      ...['chains', 'rounds', 'transfers'].map((name) => Number(values[name])),
    ];
    const command = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
    const url = server.createDatabase();
    const found = await check({ url, command, chains, rounds, transfers });
    for (const each of found) console.log(each.slice(0, 300));
    console.log(`${found.length} differences`);
    if (found.length > 0) process.exitCode = 1;
  } finally {
    await server.end();
  }
}
