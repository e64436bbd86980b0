// Starts several `pact --db FILE` at once, with a lock left by a dead process, repeatedly: each either counts one further in
// the state or reports that the file is in use, and no count is lost.
//
//   node tests/crash/lock.mjs [--rounds 20] [--processes 6]
//
// Needs a build. Prints one line of JSON at the end; the exit status is 1 if a count was lost.
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from '../support/parse-options.mjs';
import { builtCommand, fail, passingFolder } from './support.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    processes: { type: 'string', default: '6' },
  },
});
const pact = builtCommand();
const folder = passingFolder();
const file = join(folder, 'state.db');
// Linux gives no process a number this high.
const noProcess = 4_194_305;

const scripts = {
  'setup.repl': `
    (module m G (defcap G () true)
      (defschema s a:integer) (deftable t:{s})
      (defun put (v) (write t "k" { "a": v }))
      (defun next () (update t "k" { "a": (+ 1 (count)) }))
      (defun count () (at 'a (read t "k"))))
    (create-table t) (m.put 0)`,
  'next.repl': '(m.next)',
  'count.repl': '(print (m.count))',
};
for (const [name, text] of Object.entries(scripts)) writeFileSync(join(folder, name), text);

now('setup.repl');
const ends = { counted: 0, 'in use': 0 };
for (let round = 0; round < Number(values.rounds); round++) {
  const holder = { process: noProcess, host: hostname(), began: '1' };
  writeFileSync(`${file}.lock`, JSON.stringify(holder));
  const runs = Array.from({ length: Number(values.processes) }, () => started('next.repl'));
  for (const output of await Promise.all(runs)) {
    if (output.includes('Load successful')) ends.counted++;
    else if (output.includes('is in use by')) ends['in use']++;
    else fail(`a run ended unexpectedly: ${output}`);
  }
}
const count = Number(now('count.repl').split('\n')[0]);
console.log(JSON.stringify({ rounds: Number(values.rounds), ...ends, count }));
if (count !== ends.counted) fail('a count was lost');

function now(script) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [pact, '--db', file, script], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) fail(`${script} failed: ${stderr}`);
  return stdout;
}

function started(script) {
  const run = spawn(process.execPath, [pact, '--db', file, script], { cwd: folder });
  let output = '';
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (data) => (output += data));
  return new Promise((resolve) => run.on('close', () => resolve(output)));
}
