// `pact test` on a hundred files with one thread and with two: both run in turn, and the fastest run of each counts.
// Prints one line of JSON; ends with status 1 where two threads gain less than the bar.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Times faster with two threads. */
const bar = 1.6;
const files = 100;
const rounds = 3;

const command = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
if (!existsSync(command)) {
  console.error('tests: dist/cli.js is missing, run `npm run build` first');
  process.exit(2);
}

const script = (at) => `(module purse${at} G
  (defcap G () true)
  (defschema entry balance:decimal)
  (deftable entries:{entry})
  (defun pay:string (who:string amount:decimal)
    (enforce (> amount 0.0) "nothing to pay")
    (with-default-read entries who { "balance": 0.0 } { "balance" := before }
      (write entries who { "balance": (+ before amount) }))))
(create-table entries)
(begin-tx "many")
(map (lambda (n) (pay (format "account-{}" [(mod n 100)]) (dec (+ n 1)))) (enumerate 0 5000))
(expect "rows" 100 (length (keys entries)))
(commit-tx)
`;

const folder = mkdtempSync(join(tmpdir(), 'pact-tests-'));
const least = { 1: Infinity, 2: Infinity };
try {
  for (let at = 0; at < files; at++) writeFileSync(join(folder, `${at}.repl`), script(at));
  for (let round = 0; round < rounds; round++) {
    for (const jobs of [1, 2]) least[jobs] = Math.min(least[jobs], run(jobs));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const gain = least[1] / least[2];
const figures = { files, oneThreadMs: least[1], twoThreadsMs: least[2], gain, rounds, bar };
console.log(
  JSON.stringify({ benchmark: 'tests', ...figures }, (_, value) =>
    typeof value === 'number' ? Math.round(value * 100) / 100 : value,
  ),
);
process.exitCode = gain < bar ? 1 : 0;

function run(jobs) {
  const start = performance.now();
  const args = [command, 'test', '--jobs', String(jobs), '--reporter', 'dot'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`pact test ended with ${status}: ${stderr}`);
  return performance.now() - start;
}
