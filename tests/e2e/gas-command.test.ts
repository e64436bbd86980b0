// `pact gas` as a new user tries it.
import { afterAll, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';

const folder = folderWith({
  'm.pact': '(module m G (defcap G () true)\r\n  (defun sum (n) (fold (+) 0 (enumerate 1 n))))\r\n',
  'm.repl': '(load "m.pact")\n',
  'constant.repl': `(load "m.pact")
(defconst n 3)
(begin-tx "first") (m.sum 1000) (commit-tx)
(begin-tx "second") (m.sum n) (commit-tx)`,
  'tests/deep.repl': '(load "../m.pact")\n',
  'failing.repl': '(load "m.pact")\n(at 5 [1])',
  'binary.repl': new Uint8Array([0, 255, 254]),
  'empty.repl': '',
});
afterAll(folder.remove);
const run = (...args: readonly string[]) => runCommand(['gas', ...args], { cwd: folder.path });

test('modules of a script', () => {
  const { status, stdout, stderr } = run('m.repl');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^Module +Gas +Bytes +Stored +Place\nm +\d+ +79 +\d+ +m\.pact:1\n$/);
  expect(run('m.repl', '--limit', '1')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('m.pact:1  above the limit\n') as string,
  });
  const json: unknown = JSON.parse(run('m.repl', '--json').stdout);
  expect(json).toMatchObject({ version: 1, modules: [{ name: 'm', bytes: 79 }] });
});

test('a module that scripts of several folders load is listed once', () => {
  const { modules } = JSON.parse(run('m.repl', 'tests/deep.repl', '--json').stdout) as {
    modules: readonly object[];
  };
  expect(modules).toMatchObject([{ name: 'm', place: { file: 'm.pact', line: 1 } }]);
});

test('an expression: growth, and the largest value within a limit, which is one', () => {
  const args = ['m.repl', '--expr', '(m.sum {n})', '--limit', '100', '--json'];
  const { status, stdout } = run(...args, '--sweep', 'n=1..1001:100');
  expect(status).toBe(0);
  const { growth, limit } = JSON.parse(stdout) as {
    growth: { kind: string; fits: boolean };
    limit: { kind: string; largest: { value: number; gas: number }; next: { gas: number } };
  };
  expect(growth).toMatchObject({ kind: 'linear', fits: true });
  expect(limit.kind).toBe('found');
  expect(limit.largest.gas).toBeLessThanOrEqual(100);
  expect(limit.next.gas).toBeGreaterThan(100);
  const { value } = limit.largest;
  const near = JSON.parse(run(...args, '--sweep', `n=${value}..${value + 1}`).stdout) as object;
  expect(near).toMatchObject({ points: [limit.largest, limit.next] });
});

test('a constant of the script: its last transaction, or the named one', () => {
  const last = run('constant.repl', '--sweep', 'n=1..4').stdout;
  expect(last).toMatch(/^n +Gas\n1 +\d\.\d{3}\n2 [^]*\nGrowth: linear, /);
  const first = run('constant.repl', '--sweep', 'n=1..4', '--transaction', 'first').stdout;
  expect(first).toContain('\nGrowth: constant, ');
});

test('failures', () => {
  const { status, stdout } = run('m.repl', '--sweep', 'n=0..3', '--expr', '(at {n} [1 2])');
  expect(status).toBe(0);
  expect(stdout).toContain('fails: Array index out of bounds. Length (2), Index (2)\n');
});

test.each([
  [['m.repl', '--sweep', 'n=3..1'], 2, 'the option --sweep counts upwards'],
  [['m.repl', '--sweep', 'n=1..2', '--expr', '(m.sum 1)'], 2, '--expr does not contain {n}'],
  [['m.repl', '--expr', '1'], 2, '--expr needs --sweep'],
  [['--sweep', 'n=1..2'], 2, '--sweep measures one file'],
  [['m.repl', '--sweep', 'n=1..2'], 1, 'm.repl has no (defconst n ...) at top level'],
  [['constant.repl', '--sweep', 'n=1..2', '--transaction', 'third'], 1, 'use one of first, second'],
  [['none.repl', '--sweep', 'n=1..2'], 1, 'cannot read none.repl: there is no such file'],
  [['failing.repl', '--sweep', 'n=1..2', '--expr', '{n}'], 1, 'failing.repl:2:0: Array index'],
  [['failing.repl'], 1, 'failing.repl:2:0: Array index'],
  [['binary.repl'], 1, 'cannot read binary.repl: it is not UTF-8 text'],
  [['none'], 1, 'cannot read none: there is no such file'],
  [['--sweeep', 'n=1..2'], 2, 'did you mean --sweep?'],
])('%j', (args, status, text) => {
  const answer = run(...args);
  expect(answer.stderr).toContain(text);
  expect(answer.status).toBe(status);
});

test('nothing to deploy', () => {
  expect(run('empty.repl')).toEqual({ status: 0, stdout: 'No module was deployed.\n', stderr: '' });
});
