// Installs a contract of 500 lines, and the token of stdlib/, from source text to the stored module: cold in a new process,
// and warm in sessions that share programs as those of `pact test` do. "again" installs the same text as before, as a
// restarted test does; "changed" never uses a text twice.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractText } from './support/contracts.mjs';
import { language, root, session } from './support/language.mjs';
import { gasFigures, once, report, timesOf } from './support/measure.mjs';

const bar = 0.1;
const rounds = 41;

const keysets = `
  (env-data { "admin": { "keys": ["admin"], "pred": "keys-all" } })
  (env-keys ["admin"])
  (define-keyset "perf-admin" (read-keyset "admin"))`;

const token = ['fungible-token-v1.pact', 'token.pact']
  .map((name) => readFileSync(join(root, 'stdlib/fungible-token', name), 'utf8'))
  .join('\n')
  .replace(/\(create-table \w+\)/g, '');

const texts = {
  'contract of 500 lines': contractText({ name: 'contract', lines: 500 }),
  'fungible token': token,
};

const programs = new language.ProgramCache();

const [coldName] = process.argv.slice(2);
if (coldName !== undefined) console.log(JSON.stringify(install(texts[coldName])));
else for (const name of Object.keys(texts)) measure(name);

function measure(name) {
  const text = texts[name];
  const again = [];
  const changed = [];
  let milligas = 0;
  for (let i = 0; i < 20; i++) install(`${text}\n; warm ${i}`);
  for (let i = 0; i < rounds; i++) {
    const run = install(text);
    again.push(run.milliseconds);
    milligas = run.milligas;
    // A different name gives a different module: a comment would not change its hash.
    changed.push(install(text.replaceAll(/\(module (\S+)/g, `(module $1-${i}`)).milliseconds);
  }
  const lines = text.split('\n').length;
  const figures = (times) => ({
    lines,
    milliseconds: times.median,
    linesPerSecond: (lines * 1000) / times.median,
    ...gasFigures(times, milligas),
  });
  const limit = name.includes('500') ? { bar: { gasRatio: bar } } : {};
  report(`install: ${name}, cold`, figures(cold(name)));
  report(`install: ${name}, warm, changed`, figures(timesOf(changed)), limit);
  report(`install: ${name}, warm, again`, figures(timesOf(again)), limit);
}

function install(text) {
  const { run, gasOf } = session({ programs });
  run(keysets);
  let milliseconds = 0;
  const milligas = gasOf(() => {
    milliseconds = once(() => run(text));
  });
  return { milliseconds, milligas };
}

/** Measures several times, each in a new process. */
function cold(name) {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [fileURLToPath(import.meta.url), name],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`the cold run ended with ${status}: ${stderr}`);
    times.push(JSON.parse(stdout).milliseconds);
  }
  return timesOf(times);
}
