// `pact --db FILE`: state between runs, as a new user tries it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { command, folderWith, runCommand } from '../support/command.ts';

const keys = `
  (env-data { "ks": { "keys": ["a"], "pred": "keys-all" } })
  (env-keys ["a"])`;

const setUp = `${keys}
  (begin-tx)
  (define-namespace "free" (read-keyset "ks") (read-keyset "ks"))
  (namespace "free")
  (define-keyset "free.admin" (read-keyset "ks"))
  (module bank GOVERNANCE
    (defcap GOVERNANCE () (enforce-keyset "free.admin"))
    (defschema account balance:decimal guard:guard)
    (deftable accounts:{account})
    (defconst START 5.0)
    (defun open (name) (insert accounts name { "balance": START, "guard": (read-keyset "ks") }))
    (defun balances () (map (at 'balance) (select accounts (constantly true))))
    (defun names () (map (at 0) (fold-db accounts (lambda (k r) true) (lambda (k r) [k]))))
    (defpact two-steps (x)
      (step (yield { "x": x }))
      (step (resume { "x" := y } y))))
  (create-table accounts)
  (commit-tx)
  (begin-tx "opens")
  (free.bank.open "Ann")
  (env-hash (hash "a pact"))
  (free.bank.two-steps 7)
  (commit-tx)
  (free.bank.open "Outside of a transaction")
  (begin-tx)
  (free.bank.open "Never committed")`;

const proceed = `${keys}
  (env-hash (hash "a pact"))
  (expect "a transaction more" "Begin Tx 2" (begin-tx))
  (expect "names" ["Ann" "Outside of a transaction"] (free.bank.names))
  (expect "rows" [5.0 5.0] (free.bank.balances))
  (expect "defpact" 7 (continue-pact 1 false (hash "a pact") { "x": 7 }))
  (expect "source" true (contains "defconst START" (at 'code (describe-module "free.bank"))))
  (expect-failure "a table is there" "already exists"
    (let ((admin (acquire-module-admin free.bank))) (create-table free.bank.accounts)))
  (rollback-tx)`;

const adding = (from: number): string =>
  Array.from({ length: 300 }, (_, i) => from + i)
    .map((n) => `(begin-tx) (free.bank.open "${n}") (commit-tx) (print "kept ${n}")`)
    .join('\n');

const folder = folderWith({
  'set-up.repl': setUp,
  'go-on.repl': proceed,
  'text.txt': 'no state',
  'more.repl': keys + adding(0),
});
afterAll(folder.remove);
const run = (...args: readonly string[]) => runCommand(args, { cwd: folder.path });
const loaded = { status: 0, stdout: 'Load successful\n', stderr: '' };

test('tables, modules, keysets, namespaces, defpacts and transactions are restored', () => {
  expect(run('--db', 'a.db', 'set-up.repl')).toEqual(loaded);
  expect(run('--db', 'a.db', 'go-on.repl')).toEqual(loaded);
  expect(run('--db=a.db', 'go-on.repl', 'go-on.repl').status).toBe(0);
  expect(existsSync(join(folder.path, 'a.db.lock'))).toBe(false);
});

test('a write keeps the fields of its row that the schema has lost, as on nodes; in memory it does not', () => {
  const version = (fields: string, row: string): string =>
    `(module m G (defcap G () true) (defschema s ${fields}) (deftable t:{s})
      (defun put () (write t "k" ${row})) (defun get () (read t "k")))`;
  const input = `${version('a:integer b:integer', '{ "a": 1, "b": 2 }')} (create-table m.t) (m.put)
    ${version('a:integer', '{ "a": 3 }')} (m.put) (m.get)`;
  const lastLine = (...args: readonly string[]) =>
    runCommand(args, { cwd: folder.path, input }).stdout.trimEnd().split('\n').at(-1);
  expect(lastLine('--db', 'merge.db')).toBe('{"a": 3,"b": 2}');
  expect(lastLine()).toBe('{"a": 3}');
});

test('an error in a stored module has all its positions, without source text', () => {
  const stored = folderWith({
    'm.repl': `(module m G
  (defcap G () true)
  (defpact p ()
    (step 1)
    (step (resume { "x" := x } x))
    (step (resume { "x" := x } x))))`,
    'check.repl': '(typecheck "m")',
  });
  const inFolder = (file: string) => runCommand(['--db', 'm.db', file], { cwd: stored.path });
  expect(inFolder('m.repl')).toEqual(loaded);
  const lines = inFolder('check.repl').stderr.split('\n');
  expect(lines.slice(1, 6)).toEqual([
    expect.stringContaining('operation: resume'),
    'm.repl:5:10',
    expect.stringContaining('operation: resume'),
    'm.repl:6:10',
    ' 1 | (typecheck "m")',
  ]);
  stored.remove();
});

test('forms from a pipe keep their state, too', () => {
  const pipe = (input: string) => runCommand(['--db', 'pipe.db'], { cwd: folder.path, input });
  expect(pipe(setUp).status).toBe(0);
  expect(pipe('(free.bank.names)').stdout).toBe('["Ann" "Outside of a transaction"]\n');
});

test.each([
  [['--db', 'text.txt', 'go-on.repl'], 1, /text\.txt: it is not a Pact state file\nLoad failed\n$/],
  [['--db', 'none/x.db', 'go-on.repl'], 1, /x\.db: there is no such folder\nLoad failed\n$/],
  [['--db', '.', 'go-on.repl'], 1, /: it is a folder\nLoad failed\n$/],
  [['--db', 'new.db', 'none.repl'], 1, /cannot load none\.repl/],
  [['--db'], 2, /^pact: the option --db needs a file\n/],
])('%j is explained', (args, status, message) => {
  const result = run(...args);
  expect(result.status).toBe(status);
  expect(result.stderr).toMatch(message);
});

test('committed changes survive kill -9, and the next run takes over the lock', async () => {
  expect(run('--db', 'k.db', 'set-up.repl')).toEqual(loaded);
  const kept = await runAndKill(['--db', 'k.db', 'more.repl']);
  expect(kept).toBeGreaterThanOrEqual(0);
  expect(existsSync(join(folder.path, 'k.db.lock'))).toBe(true);
  const input = '(length (free.bank.names))';
  const { stdout } = runCommand(['--db', 'k.db'], { cwd: folder.path, input });
  // Two names were there; one transaction may have been committed before it was reported.
  const count = Number(stdout) - 2;
  expect([kept + 1, kept + 2]).toContain(count);
});

test('a second process is told which process uses the file', async () => {
  const first = spawn(process.execPath, [command, '--db', 'b.db'], { cwd: folder.path });
  try {
    first.stdin.write('(+ 1 2)\n');
    await new Promise((resolve) => first.stdout.once('data', resolve));
    const { status, stderr } = run('--db', 'b.db', 'go-on.repl');
    expect(status).toBe(1);
    expect(stderr).toContain(`b.db is in use by process ${first.pid}`);
  } finally {
    first.stdin.end();
    await new Promise((resolve) => first.once('close', resolve));
  }
  expect(existsSync(join(folder.path, 'b.db.lock'))).toBe(false);
});

/** Kills the process after some transactions; returns the last one reported as committed. */
function runAndKill(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [command, ...args], { cwd: folder.path });
  let output = '';
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString();
    if (output.includes('kept 5')) child.kill('SIGKILL');
  });
  return new Promise((resolve) =>
    child.once('close', () => resolve(Number([...output.matchAll(/kept (\d+)/g)].at(-1)?.[1]))),
  );
}
