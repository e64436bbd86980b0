// Kills `pact --db FILE` repeatedly while it commits, and checks each time what is left: every transaction reported as
// committed is there, none is there in part, and the next run continues from it.
//
//   node tests/crash/run.mjs [--kills 200] [--seed 1]   at random times
//   node tests/crash/run.mjs --calls                    at each call to the disk (needs strace)
//
// Needs a build. Prints one line of JSON at the end; the exit status is 1 if anything was lost.
import { spawn, spawnSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from '../support/parse-options.mjs';
import { builtCommand, fail, generator, passingFolder } from './support.mjs';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    calls: { type: 'boolean', default: false },
  },
});
const pact = builtCommand();
const folder = passingFolder();
const file = join(folder, 'state.db');

// Each transaction moves an amount between two accounts, appends to a journal, writes a lot, so that snapshots are made
// often, and leaves a defpact open.
const setUp = `
(env-data { "ks": { "keys": ["a"], "pred": "keys-all" } })
(env-keys ["a"])
(begin-tx)
(define-keyset "admin" (read-keyset "ks"))
(module ledger GOVERNANCE
  (defcap GOVERNANCE () (enforce-keyset "admin"))
  (defschema account balance:integer)
  (deftable accounts:{account})
  (defschema entry number:integer text:string)
  (deftable journal:{entry})
  (defconst MUCH (fold (+) "" (make-list 4000 "12345")))
  (defun move (number:integer)
    (with-read accounts "a" { "balance" := a }
      (with-read accounts "b" { "balance" := b }
        (update accounts "a" { "balance": (- a number) })
        (update accounts "b" { "balance": (+ b number) })))
    (insert journal (int-to-str 10 number) { "number": number, "text": MUCH })
    (write journal "last" { "number": number, "text": MUCH })
    (wait number))
  (defpact wait (number:integer) (step number) (step number))
  (defun sum () (fold (+) 0 (map (at 'balance) (select accounts (constantly true)))))
  (defun last () (at 'number (read journal "last")))
  (defun missing (upto:integer)
    (filter (lambda (n) (!= n (at 'number (with-default-read journal (int-to-str 10 n)
        { "number": -1 } { "number" := m } { "number": m }))))
      (enumerate 0 upto)))
  (defun moved () (at 'balance (read accounts "b"))))
(create-table ledger.accounts)
(create-table ledger.journal)
(insert ledger.accounts "a" { "balance": 0 })
(insert ledger.accounts "b" { "balance": 0 })
(insert ledger.journal "last" { "number": 0, "text": "" })
(insert ledger.journal "0" { "number": 0, "text": "" })
(commit-tx)
`;

const moves = (from, count) =>
  Array.from({ length: count }, (_, i) => from + i)
    .map((n) => `(begin-tx)\n(ledger.move ${n})\n(commit-tx)\n(print "kept ${n}")\n`)
    .join('');

const look = `
(begin-tx)
(print (format "state {} {} {} {}" [(ledger.last) (ledger.sum) (ledger.moved) (ledger.missing (ledger.last))]))
(rollback-tx)
`;

const random = generator(Number(values.seed));
const started = performance.now();
run(scriptOf('set-up', setUp));
let reached = 0;
let largest = 0;
const figures = values.calls ? killAtCalls() : await killAtTimes(Number(values.kills));
console.log(
  JSON.stringify({
    test: values.calls ? 'crash at each call to the disk' : 'crash at random times',
    ...figures,
    transactions: reached,
    largestFile: largest,
    lost: 0,
    seconds: Math.round((performance.now() - started) / 1000),
  }),
);

async function killAtTimes(kills) {
  let done = 0;
  let whileWriting = 0;
  while (done < kills) {
    const script = scriptOf('moves', moves(reached + 1, 200));
    // One kill in four comes during start-up, on the state that the last kill left.
    const { kept, killed } = await runAndKill(script, {
      afterFirst: random(4) > 0,
      milliseconds: random(300),
    });
    if (killed) done++;
    if (killed && kept > 0) whileWriting++;
    verify(Math.max(reached, kept));
  }
  return { kills: done, whileWriting, seed: Number(values.seed) };
}

/** Kills at the n-th call of each kind, for every n in a short script. */
function killAtCalls() {
  const kinds = ['write,pwrite64', 'fsync,fdatasync', 'rename', 'ftruncate'];
  const kills = {};
  for (const kind of kinds) {
    kills[kind] = 0;
    for (let n = 1; ; n++) {
      const script = scriptOf('moves', moves(reached + 1, 60));
      const inject = `inject=${kind}:signal=SIGKILL:when=${n}`;
      const options = ['-f', '-qq', '-e', `trace=${kind}`, '-e', inject, '-o', '/dev/null'];
      const args = [...options, process.execPath, pact, '--db', file, script];
      const { stdout, error } = spawnSync('strace', args, { encoding: 'utf8', timeout: 60_000 });
      if (error !== undefined) fail(`strace cannot be run: ${error.message}`);
      const kept = lastKept(stdout);
      const before = reached;
      verify(Math.max(reached, kept));
      if (kept === before + 60) break;
      kills[kind]++;
    }
  }
  return { kills };
}

/** Kills the process this number of milliseconds after its start, or after its first transaction. */
function runAndKill(script, { afterFirst, milliseconds }) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [pact, '--db', file, script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    let timer;
    const aim = () => (timer ??= setTimeout(() => child.kill('SIGKILL'), milliseconds));
    if (!afterFirst) aim();
    child.stdout.on('data', (text) => {
      output += text;
      aim();
    });
    child.on('close', (_, signal) => {
      clearTimeout(timer);
      resolve({ kept: lastKept(output), killed: signal === 'SIGKILL' });
    });
  });
}

/** Opens what is left. It may have at most one transaction more than were reported as committed. */
function verify(acknowledged) {
  largest = Math.max(largest, statSync(file).size);
  const output = run(scriptOf('look', look));
  const [, last, sum, moved, missing] = /state (\d+) (-?\d+) (\d+) (\[.*\])/.exec(output) ?? [];
  const number = Number(last);
  const state = JSON.stringify({ acknowledged, last, sum, moved, missing });
  if (last === undefined) fail(`the state cannot be read: ${output}`);
  if (number < acknowledged || number > acknowledged + 1) fail(`transactions were lost: ${state}`);
  const isWhole = Number(sum) === 0 && Number(moved) === (number * (number + 1)) / 2;
  if (!isWhole || missing !== '[]') fail(`a transaction was kept only in part: ${state}`);
  reached = number;
}

function run(script) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [pact, '--db', file, script], {
    encoding: 'utf8',
  });
  if (status !== 0) fail(`pact ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

function lastKept(output) {
  return Number(/kept (\d+)"?\n(?!.*kept \d+"?\n)/s.exec(output)?.[1] ?? 0);
}

function scriptOf(name, text) {
  const path = join(folder, `${name}.repl`);
  writeFileSync(path, text);
  return path;
}
