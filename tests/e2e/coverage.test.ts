// Coverage from the command: reports on disk, merged over files and threads, and required minimums.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';

const { path, remove } = folderWith({
  'src/a.pact': `(module m G
  (defcap G () true)
  (defun sign (x:integer)
    (if (< x 0)
      "-"
      "+")))`,
  'tests/plus.repl': '(load "../src/a.pact")\n(expect "+" "+" (m.sign 1))',
  'tests/minus.repl': '(load "../tests/../src/a.pact")\n(expect "-" "-" (m.sign -1))',
  'plain.repl': '(expect "one" 1 1)',
});
afterAll(remove);

const run = (...args: readonly string[]): ReturnType<typeof runCommand> =>
  runCommand(args, { cwd: path });
const text = (...parts: readonly string[]): string => readFileSync(join(path, ...parts), 'utf8');
const hits = (lcov: string): string => [...lcov.matchAll(/^(DA|BRDA|SF):.*/gm)].join(' ');

test('of one script, written beside it', () => {
  const { status, stdout } = run('-c', 'tests/plus.repl');
  expect(status).toBe(0);
  expect(stdout).toContain('src/a.pact      50.0%      50.0%      50.0%  2, 5\n');
  expect(stdout).toMatch(/\nLoad successful\n$/);
  expect(text('tests/coverage/lcov.info')).toMatch(/SF:src\/a\.pact\n(.*\n)+DA:5,0\nDA:6,1\n/);
  expect(text('tests/coverage/html/index.html')).toContain('src-a.pact.html');
  expect(existsSync(join(path, 'tests/coverage/html/src-a.pact.html'))).toBe(true);
});

test.each(['1', '2'])('of a project in %s threads, whatever path named a file', (jobs) => {
  const { status, stdout } = run('test', '--coverage', '--jobs', jobs, '--coverage-dir', jobs);
  expect(status).toBe(0);
  expect(stdout).toContain('src/a.pact      75.0%     100.0%      50.0%  2\n');
  expect(hits(text(jobs, 'lcov.info'))).toBe(
    hits('SF:src/a.pact\nBRDA:4,0,0,1\nBRDA:4,0,1,1\nDA:2,0\nDA:4,2\nDA:5,1\nDA:6,1'),
  );
});

test('too little coverage is a failure', () => {
  const { status, stderr } = run('test', 'tests', '--coverage-min', 'lines=75,functions=90');
  expect(status).toBe(1);
  expect(stderr).toBe('pact: 50.0% of the functions are covered, 90% are required\n');
  expect(run('test', 'tests', '--coverage-min', '75').status).toBe(0);
});

test('a machine-readable reporter has standard output to itself', () => {
  const { stdout, stderr } = run('test', 'tests', '--coverage', '--reporter', 'json');
  expect(JSON.parse(stdout)).toMatchObject({ summary: { files: { passed: 2 } } });
  expect(stderr).toContain('75.0%');
});

describe('what only tests load', () => {
  const files = {
    'contracts/a.pact': '(module m G (defcap G () true) (defun f () 1))',
    'contracts/vendor/b.pact': '(module v G (defcap G () true) (defun f () 1))',
    'tests/mock.pact': '(module mock G (defcap G () true) (defun f () 1))',
    'tests/t.repl': `(load "../contracts/a.pact") (load "../contracts/vendor/b.pact") (load "mock.pact")
(expect "one" 1 (m.f))`,
  };

  test.each([
    ['sources: [contracts]', ['contracts/a.pact', 'contracts/vendor/b.pact']],
    ['tests: [tests]', ['contracts/a.pact', 'contracts/vendor/b.pact']],
    [
      'sources: [contracts]\ncoverage: { exclude: [] }',
      ['contracts/a.pact', 'contracts/vendor/b.pact', 'tests/mock.pact'],
    ],
    ['coverage: { exclude: [tests, contracts/vendor] }', ['contracts/a.pact']],
    ["coverage: { exclude: ['**/mock.pact', 'contracts/v*'] }", ['contracts/a.pact']],
  ])('with %s', (settings, counted) => {
    const project = folderWith({ ...files, 'pact.yaml': `${settings}\n` });
    const all = Object.keys(files).filter((name) => name.endsWith('.pact'));
    const others = all.filter((name) => !counted.includes(name));
    for (const args of [
      ['test', 'tests', '-c'],
      ['-c', '--coverage-dir=coverage', 'tests/t.repl'],
    ]) {
      const { status, stdout } = runCommand(args, { cwd: project.path });
      expect(status).toBe(0);
      const lcov = readFileSync(join(project.path, 'coverage/lcov.info'), 'utf8');
      expect([...lcov.matchAll(/^SF:(.*)$/gm)].map(([, file]) => file)).toEqual(counted);
      const said = /^Left out, see coverage.exclude in docs\/coverage.md: (.*)$/m.exec(stdout)?.[1];
      expect(said ?? '').toBe(others.join(', '));
    }
    project.remove();
  });
});

test('no code to count is not a failure', () => {
  const { status, stdout } = run('--coverage', 'plain.repl');
  expect(status).toBe(0);
  expect(stdout).toContain('No code ran that coverage counts');
});

test('a folder that cannot be written is reported', () => {
  const { status, stderr } = run('-c', '--coverage-dir', 'plain.repl', 'tests/plus.repl');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^pact: cannot write the coverage to plain\.repl: /);
  expect(run('test', '--coverage', '--watch').status).toBe(2);
});
