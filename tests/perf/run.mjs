// Runs the benchmarks of this folder one after the other, each in its own process, and reports which limits hold.
//
//   npm run perf             all
//   npm run perf -- lists    only those whose names begin with this
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
/** Files that are not benchmarks: this one, and generators of inputs. */
const others = /^(run|in-turn|generate-.*)\.mjs$/;

const wanted = process.argv.slice(2);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.mjs') && !others.test(name))
  .filter((name) => wanted.length === 0 || wanted.some((each) => name.startsWith(each)))
  .sort();
if (names.length === 0) {
  console.error(`perf: no benchmark begins with ${wanted.join(' or ')}`);
  process.exit(2);
}

/** Benchmarks that run more than once, with different arguments. */
const variants = new Map([
  ['transfers.mjs', [[], ['--engine', 'sql.js']]],
  ['rows.mjs', [[], ['--engine', 'sql.js']]],
]);
const runs = names.flatMap((name) => (variants.get(name) ?? [[]]).map((args) => ({ name, args })));

const missed = [];
const broken = [];
for (const { name, args } of runs) {
  const { status, stdout } = spawnSync(process.execPath, [join(folder, name), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.stdout.write(stdout);
  // 1 means that a bar was missed; if no line says which, report the name of the file.
  const lines = stdout.split('\n').filter((each) => each.startsWith('{'));
  const below = lines.map((each) => JSON.parse(each)).filter(({ holds }) => holds === false);
  if (status === 1) {
    missed.push(...(below.length > 0 ? below.map(({ benchmark }) => benchmark) : [name]));
  } else if (status !== 0) broken.push(name);
}
console.log(JSON.stringify({ benchmark: 'summary', benchmarks: runs.length, missed, broken }));
process.exitCode = broken.length > 0 ? 2 : missed.length > 0 ? 1 : 0;
