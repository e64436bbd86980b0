// Commands as a new user tries them: help, typing errors, paths.
import { afterAll, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';

const folder = folderWith({
  'good.pact': '(module m G (defcap G () true))',
  'bad/two.pact': '(module m G\n  (defun f (x) (+ x]))\n  (defun g ()))\n',
  'types/m.pact': '(module m G (defcap G () true) (defun f () (+ 1 true)))',
  'types/all.repl': '(load "m.pact")\n(m.f)\n',
  check: '1',
});
afterAll(folder.remove);
const run = (...args: readonly string[]) => runCommand(args, { cwd: folder.path });

test('check reports success', () => {
  expect(run('check', 'good.pact')).toEqual({
    status: 0,
    stdout: 'Checked 1 file: no errors\n',
    stderr: '',
  });
});

test('check finds files in folders and every broken form in them', () => {
  const { status, stdout, stderr } = run('check');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^bad\/two\.pact:2:19: /);
  expect(stderr).toMatch(/\nbad\/two\.pact:3:13: /);
  expect(stderr).toMatch(/\nChecked 4 files: \d errors\n$/);
});

test.each([
  [
    ['check', '--hlep'],
    "pact: unknown option --hlep (did you mean --help?)\nTry 'pact check --help'.\n",
  ],
  [
    ['chekc'],
    "pact: chekc is neither a file nor a command (did you mean check?)\nTry 'pact --help'.\n",
  ],
])('%j is explained', (args, stderr) => {
  expect(run(...args)).toEqual({ status: 2, stdout: '', stderr });
});

test('a path that does not exist is an error', () => {
  expect(run('check', 'none.pact')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'pact: cannot read none.pact: there is no such file\nChecked 0 files: 1 error\n',
  });
});

test('check writes only the machine-readable format to standard output', () => {
  const { status, stdout, stderr } = run('check', '--format', 'json', 'good.pact');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ files: ['good.pact'], errors: 0 });
  expect(run('check', '--format', 'xml')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('takes pretty, json, sarif or github, not xml') as string,
  });
});

test('check finds type errors in what a script loads', () => {
  const { status, stderr } = run('check', 'types');
  expect(status).toBe(1);
  expect(stderr).toContain('types/m.pact:1:48: Couldnt match type integer with bool\n');
  expect(stderr).toMatch(/\nChecked 2 files: 1 error\n$/);
});

test('help of a command', () => {
  const { status, stdout } = run('check', '--help');
  expect(status).toBe(0);
  expect(stdout).toContain('Usage: pact check [OPTIONS] [PATH...]\n');
  expect(run('help', 'check').stdout).toBe(stdout);
  expect(run('--help').stdout).toMatch(/\n {2}check +find errors/);
});

test('a file with the name of a command runs if given by its path', () => {
  expect(run('./check')).toMatchObject({ status: 0, stdout: 'Load successful\n' });
});
