// Runs random programs in pairs of ways that must answer alike, and keeps those that differ:
//
//   npm run pairs                                             2,000 scripts, uses of values, mutants of files, mutants of
//                                                             projects; all pairs
//   npm run pairs -- --kind scripts --cases 20000 --from 1    20,000 cases, numbered from 1
//   npm run pairs -- --pairs plain,sql --threads 2            some pairs
//   npm run pairs -- --kind uses --pairs sums                 gas of several uses of a value against that of each alone
//   npm run pairs -- --kind mutants --case 77                 shows a case and what comes of it
//   npm run pairs -- --kind node --cases 200                  transactions through two nodes, a new start, and sql.js
//   PACT_ORACLE=DIR npm run pairs -- --pairs oracle           module hashes against DIR/module_hash.py
//   PACT_ORACLE=DIR npm run pairs -- --pairs gas --kind scripts   charges against DIR/gas.py
//   npm run pairs -- --pairs none --node /path/to/node        the digest of answers, from another release of Node
//
// With PACT_REFERENCE and PACT_CORPUS their programs are changed too. What differs is made smaller and written to
// tests/pairs/found, and the exit status is 1.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import { bundleProgram } from '../support/bundle-program.mjs';

process.chdir(fileURLToPath(new URL('../../', import.meta.url)));
const { values } = parseArgs({
  options: {
    kind: { type: 'string' },
    from: { type: 'string', default: '1' },
    cases: { type: 'string', default: '2000' },
    pairs: {
      type: 'string',
      default: 'plain,sql,sql-cached,file,coverage,profile,shared,metered,kept,debugger,editor',
    },
    threads: { type: 'string', default: '2' },
    case: { type: 'string' },
    node: { type: 'string', default: process.execPath },
  },
});

const usual = ['scripts', 'uses', 'mutants', 'projects'];
const kinds = values.kind === undefined ? usual : [values.kind];
if (kinds.some((kind) => ![...usual, 'node'].includes(kind))) {
  console.error(`pairs: --kind must be one of ${usual.join(', ')} or node`);
  process.exit(2);
}
/** Each case drops everything it created: with room for it, a run takes three quarters of the time. */
const nursery = '--max-semi-space-size=64';
const main = values.kind === 'node' ? 'tests/pairs/node/main.ts' : 'tests/pairs/main.ts';
const program = await bundleProgram(main, `pairs-${process.pid}`);

if (values.case !== undefined) {
  await part(['--kind', kinds[0], '--case', values.case], (line) => console.log(line));
} else {
  for (const kind of kinds) await whole(kind);
}

async function whole(kind) {
  const started = performance.now();
  const threads = Number(values.threads);
  const share = Math.ceil(Number(values.cases) / threads);
  const sums = new Map();
  const digests = [];
  const parts = Array.from({ length: threads }, (_, i) => {
    const from = Number(values.from) + i * share;
    const given = ['--kind', kind, '--from', from, '--cases', share, '--pairs', values.pairs];
    return part(given.map(String), (line) => {
      if (!line.startsWith('{')) return console.log(line);
      const { digest, ...counts } = JSON.parse(line);
      digests[i] = digest;
      for (const [name, count] of Object.entries(counts))
        sums.set(name, (sums.get(name) ?? 0) + count);
    });
  });
  await Promise.all(parts);
  const seconds = Math.round((performance.now() - started) / 1000);
  const counts = [...sums].map(([name, count]) => `${count} ${name}`).join(', ');
  console.log(
    `${kind} from ${values.from}: ${counts}, in ${seconds} s${kind === 'node' ? '' : `; pairs ${values.pairs}`}`,
  );
  if (kind !== 'node') console.log(`digest ${digests.join(' ')}`);
  if ((sums.get('differences') ?? 0) > 0) process.exitCode = 1;
}

function part(given, onLine) {
  const child = spawn(values.node, [nursery, program, ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).on('line', onLine);
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      if (code !== 0) process.exitCode = 1;
      resolve();
    });
  });
}
