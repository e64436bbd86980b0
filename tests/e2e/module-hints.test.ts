// Modules defined in another file of the project: checking finds them, and a run reports where they are.
import { afterAll, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';

const folder = folderWith({
  'project/pact.yaml': 'sources: [contracts]\n',
  'project/contracts/token.pact':
    '\n(module token G (defcap G () true) (defun pay (n:decimal) n))\n',
  'project/contracts/shop.pact':
    '(module shop G (defcap G () true) (defun buy () (token.pay 1.0)))\n',
  'project/contracts/wrong.pact':
    '(module wrong G (defcap G () true) (defun buy () (token.pay true)))\n',
  'project/tests/shop.repl': '(load "../contracts/shop.pact")\n',
  'loose/a.pact': '(module a G (defcap G () true) (defun f () (b.g)))\n',
  'loose/b.pact': '(module b G (defcap G () true) (defun g () 1))\n',
});
afterAll(folder.remove);
const run = (where: string, ...args: readonly string[]) =>
  runCommand(args, { cwd: `${folder.path}/${where}` });

test('check of one file finds the modules that it uses in the project', () => {
  expect(run('project', 'check', 'contracts/shop.pact')).toEqual({
    status: 0,
    stdout: 'Checked 2 files: no errors\n',
    stderr: '',
  });
  const { status, stderr } = run('project/contracts', 'check', 'wrong.pact');
  expect(status).toBe(1);
  expect(stderr).toContain('wrong.pact:1:60: Couldnt match type decimal with bool\n');
});

test('without a project file the folder of the file is searched', () => {
  expect(run('loose', 'check', 'a.pact').stdout).toBe('Checked 2 files: no errors\n');
  expect(run('', 'check', 'loose/a.pact').stdout).toBe('Checked 2 files: no errors\n');
});

test('a run reports that the module is not loaded, and where it is defined', () => {
  const { stderr } = run('project', 'tests/shop.repl');
  expect(stderr).toContain('Module token has no such member: pay\n');
  expect(stderr).toContain(
    '  E0304: No module named `token` is loaded, so `token.pay` means nothing. ' +
      'Load the file that defines it first.\n' +
      '  Module token is defined in contracts/token.pact, line 2.\n',
  );
  const { stdout } = run('project', 'test', 'tests/shop.repl');
  expect(stdout).toContain('Module token is defined in contracts/token.pact, line 2.\n');
});
