// Gas figures from the command: the report as a table or JSON, and the flame graph in a file.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';

const folder = folderWith({
  'good.repl': '(print 42)\n(+ 1 2)\n(expect "no gas for the script" 0 (env-gas))\n',
  'other.repl': '(load "good.repl")\n(* 2 3)\n',
  'broken.repl': '(+ 1 2)\n(at 5 [1])\n(* 2 3)\n',
  'empty.repl': '',
  'deep.repl': `(+ 1 2)\n${'['.repeat(500)}${']'.repeat(500)}\n`,
});
afterAll(folder.remove);
const cwd = folder.path;
const run = (...args: readonly string[]) => runCommand(args, { cwd });
const file = (name: string): string => readFileSync(join(cwd, name), 'utf8');

const table = `42
Gas: 0.130

    gas   share  place        form
  0.130  100.0%  good.repl:2  (+ 1 2)

    gas   share  calls  builtin
  0.130  100.0%      1  +
Load successful
`;

test('the table comes before the last line', () => {
  const reported = { status: 0, stdout: table, stderr: '' };
  expect(run('--gas-report', 'good.repl')).toEqual(reported);
  expect(run('good.repl', '--gas-report=table')).toEqual(reported);
});

test('JSON has standard output to itself', () => {
  const { status, stdout, stderr } = run('--gas-report', 'json', 'good.repl');
  expect([status, stderr]).toEqual([0, '42\nLoad successful\n']);
  expect(JSON.parse(stdout)).toEqual({
    unit: 'milligas',
    total: 130,
    models: ['table'],
    forms: [{ file: 'good.repl', line: 2, form: '(+ 1 2)', runs: 1, gas: 130 }],
    functions: [],
    builtins: [{ name: '+', calls: 1, gas: 130 }],
  });
});

test('several files have one report', () => {
  const { stdout } = run('--gas-report', 'json', 'good.repl', 'other.repl');
  const { total, forms } = JSON.parse(stdout) as { total: number; forms: { runs: number }[] };
  expect([total, forms.map(({ runs }) => runs)]).toEqual([386, [2, 1]]);
});

test('a failing script is reported as far as it ran', () => {
  const { status, stdout, stderr } = run('--gas-report', 'broken.repl');
  expect(status).toBe(1);
  expect(stdout).toContain('broken.repl:2  (at 5 [1])');
  expect(stdout).not.toContain('broken.repl:3');
  expect(stderr).toMatch(/Load failed\n$/);
});

test('nothing is counted twice if the thread repeats the work', () => {
  expect(run('--gas-report', 'deep.repl').stdout).toContain('deep.repl:1  (+ 1 2)');
  const { forms } = JSON.parse(run('--gas-report=json', 'deep.repl').stdout) as {
    forms: { runs: number }[];
  };
  expect(forms.map(({ runs }) => runs)).toEqual([1, 1]);
});

test('an empty script costs nothing', () => {
  expect(run('--gas-report', 'empty.repl').stdout).toBe('Gas: 0.000\nLoad successful\n');
});

test('the file extension selects the format of the flame graph', () => {
  for (const name of ['stacks.folded', 'stacks.txt']) {
    expect(run('--gas-profile', name, 'good.repl').stdout).toBe('42\nLoad successful\n');
    expect(file(name)).toBe('good.repl:2 (+ 1 2);+ 130\n');
  }
  expect(run('--gas-profile=profile.json', '-t', 'good.repl').status).toBe(0);
  expect(JSON.parse(file('profile.json'))).toMatchObject({ exporter: 'pact' });
});

test('a flame graph that cannot be written is a failure', () => {
  const { status, stdout, stderr } = run('--gas-profile', 'not/there.json', 'good.repl');
  expect([status, stdout]).toEqual([1, '42\n']);
  expect(stderr).toBe('pact: cannot write not/there.json: there is no such folder\nLoad failed\n');
});

test('a program is not overwritten by mistake', () => {
  const { status, stderr } = run('--gas-profile', 'good.repl', 'other.repl');
  expect(status).toBe(2);
  expect(stderr).toContain('would overwrite the program good.repl');
  expect(file('good.repl')).toContain('print 42');
  expect(run('--gas-profile', 'new.json').status).toBe(2);
  expect(existsSync(join(cwd, 'new.json'))).toBe(false);
});

test('files have short paths, whatever path named them', () => {
  const project = folderWith({
    'contracts/m.pact': '(module m G (defcap G () true) (defun f () (+ 1 2)))',
    'tests/a.repl': '(load "../contracts/m.pact")\n(m.f)\n',
    'tests/b.repl': '(load "../tests/../contracts/m.pact")\n(m.f)\n',
  });
  type Forms = { forms: { file: string; runs: number }[]; total: number };
  const filesIn = ({ forms }: Forms) => [...new Set(forms.map(({ file }) => file))].sort();
  const alone = runCommand(['--gas-report=json', 'tests/a.repl', 'tests/b.repl'], {
    cwd: project.path,
  });
  const expected = ['contracts/m.pact', 'tests/a.repl', 'tests/b.repl'];
  const figures = JSON.parse(alone.stdout) as Forms;
  expect(filesIn(figures)).toEqual(expected);
  expect(figures.forms.find(({ file }) => file === 'contracts/m.pact')?.runs).toBe(2);
  const tested = runCommand(['test', '--gas-report', 'json', 'tests'], { cwd: project.path });
  expect(tested.status).toBe(0);
  expect(filesIn(JSON.parse(tested.stdout) as Forms)).toEqual(expected);
  expect(tested.stderr).toContain('2 passed');
  const shown = runCommand(['test', '--gas-report', 'tests'], { cwd: project.path }).stdout;
  expect(shown).toMatch(/2 passed[^]*\nGas: \d+\.\d{3}\n[^]* {2}m\.f\n/);
  project.remove();
});

test('pact test writes one flame graph for all scripts', () => {
  const project = folderWith({
    'a.repl': '(module m G (defcap G () true) (defun f () (+ 1 2)))\n(expect "3" 3 (m.f))\n',
    'b.repl': '(expect "2" 2 (length "ab"))\n',
  });
  const profile = (name: string) =>
    runCommand(['test', '--gas-profile', name], { cwd: project.path });
  expect(profile('flame.svg').status).toBe(0);
  const picture = readFileSync(join(project.path, 'flame.svg'), 'utf8');
  expect(picture).toMatch(/data-name="a\.repl:2 [^]*data-name="m\.f"[^]*data-name="b\.repl:1 /);
  expect(profile('all.txt').status).toBe(0);
  expect(readFileSync(join(project.path, 'all.txt'), 'utf8')).toMatch(/;m\.f;\+ \d+\n/);
  expect(profile('no/flame.svg')).toMatchObject({
    status: 1,
    stderr: 'pact: cannot write no/flame.svg: there is no such folder\n',
  });
  expect(profile('a.repl').stderr).toContain('would overwrite the program a.repl');
  project.remove();
});

test.each([
  [['--watch'], '--gas-report and --watch'],
  [['--fuzz'], '--gas-report and --fuzz'],
])('pact test --gas-report with %j', (options, words) => {
  const { status, stderr } = run('test', '--gas-report', ...options, 'good.repl');
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: `pact: the options ${words} cannot be combined\n`,
  });
});
