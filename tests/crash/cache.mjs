// Damages and forges the files of the cache repeatedly, and runs a script with them: every run must end like one without a
// cache, or report that the cache was damaged. None may crash.
//
//   node tests/crash/cache.mjs [--runs 100] [--seed 1]
//
// Needs a build. Prints one line of JSON at the end; the exit status is 1 if a run crashed, or differed.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from '../support/parse-options.mjs';
import { crc32 } from 'node:zlib';
import { builtCommand, fail, generator, passingFolder } from './support.mjs';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});
const random = generator(Number(values.seed));
const folder = passingFolder();
const cache = join(folder, 'cache');
// Without the compiled-code cache of the build, as in the package.
cpSync(dirname(builtCommand()), join(folder, 'dist'), {
  recursive: true,
  filter: (source) => !source.endsWith('.cache'),
});
writeFileSync(join(folder, 'all.repl'), script());

const whole = run('--no-cache');
run();
const states = kept('.states');
const code = kept('.code');
const ends = {};
for (let i = 0; i < Number(values.runs); i++) {
  const { file, original, forge } = random(3) === 0 ? code : states;
  const changed = Buffer.from(original);
  forge(changed);
  writeFileSync(file, changed, { mode: 0o600 });
  const end = nameOf(run());
  ends[end] = (ends[end] ?? 0) + 1;
  restore();
}
console.log(JSON.stringify({ runs: Number(values.runs), ends }));
if (ends.crashed !== undefined) fail('a run crashed');

function run(...options) {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'dist', 'cli.js'), ...options, 'all.repl'],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, PACT_CACHE_DIR: cache } },
  );
  return { status, signal, stdout, stderr };
}

/** Forged contents with a correct checksum may be shown: anyone who can write the cache can write the script. */
function nameOf({ status, signal, stdout, stderr }) {
  if (signal !== null || (status !== 0 && status !== 1)) return 'crashed';
  if (stderr.includes('the cache is damaged')) return 'said to be damaged';
  return stdout === whole.stdout && status === whole.status
    ? 'as without'
    : 'shows what was forged';
}

function kept(ending) {
  const name = readdirSync(cache).find((each) => each.endsWith(ending));
  if (name === undefined) fail(`no ${ending} file was kept`);
  const file = join(cache, name);
  const forge = ending === '.states' ? forgeStates : flipBits;
  return { file, original: readFileSync(file), forge };
}

function restore() {
  for (const { file, original } of [states, code]) writeFileSync(file, original, { mode: 0o600 });
}

function flipBits(bytes) {
  for (let i = 0; i < 3; i++) bytes[random(bytes.length)] ^= 1 << random(8);
}

function forgeStates(bytes) {
  const head = 'pact states 1\n'.length;
  const start = head + 12 + bytes.readUInt32LE(head + 4);
  for (let i = 0; i < 4; i++) bytes[start + random(bytes.length - start)] = random(256);
  bytes.writeUInt32LE(crc32(bytes.subarray(head + 4)), head);
}

function script() {
  const functions = Array.from(
    { length: 40 },
    (_, i) => `(defun f${i}:integer (x:integer) (+ x ${i}))`,
  );
  const modules = Array.from(
    { length: 40 },
    (_, m) => `(module m${m} G (defcap G () true) (defschema s a:integer) (deftable t:{s})
      ${functions.join(' ')} (defun put (k v) (write t k { "a": v })) (defun get (k) (at 'a (read t k))))
      (create-table m${m}.t) (m${m}.put "k" ${m}) (commit-tx) (begin-tx)`,
  );
  const reads = Array.from({ length: 40 }, (_, m) => `(expect "${m}" ${m} (m${m}.get "k"))`);
  return `(begin-tx)\n${modules.join('\n')}\n(commit-tx)\n${reads.join('\n')}\n`;
}
