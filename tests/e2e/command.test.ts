// The command as build scripts use it: last line, exit status, format of lines.
import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { folderWith, runCommand, runMerged } from '../support/command.ts';

const failing = `(print "before")
(expect "sum" 4 (+ 1 2))
(expect-failure "nothing fails" (+ 1 1))
`;
const broken = `(module m G
  (defcap G () true)
  (defun f (x) (g x))
  (defun g (x)
    (enforce (> x 1) "small")))
(m.f 2)
(m.f 0)
`;

const folder = folderWith({
  'good.repl': '(print [1 "a"])\n(+ 1 2)\n(expect "sum" 3 (+ 1 2))\n',
  'empty.repl': '',
  'failing.repl': failing,
  'broken.repl': broken,
  'within.repl': `${broken.split('\n').slice(0, 6).join('\n')}\n(expect "f" true (m.f 0))`,
  'many.repl': '(expect "x" 1 2)\n'.repeat(60),
  'syntax.repl': '(+ 1 2)\n(+ 1',
  'unknown.repl': '(lenght [1])',
  'a [b]+c d.repl': '(load "sub dir/x+y[1].repl")',
  'sub dir/x+y[1].repl': '(load "../good.repl")',
  'circle/a.repl': '(load "b.repl")',
  'circle/b.repl': '(load "../circle/a.repl")',
  'self.repl': '(load "self.repl")',
  'missing.repl': '(load "not there.pact")',
  'contract.pact': '(module c G (defcap G () true))',
  'contract.repl': '(load "contract.pact") (expect "script" 1 1)',
  'only/one.pact': '1',
  'only/tests.repl': '(print "the only script")',
  'natives.pact': '(begin-tx)',
  'shadow.pact': '(module m G (defcap G () true) (defun length (x) x))',
  'binary.repl': Uint8Array.of(0xff, 0xfe),
  'secret.repl': '1',
  'folder.repl/x': '',
});
afterAll(folder.remove);
const cwd = folder.path;
const run = (...args: readonly string[]) => runCommand(args, { cwd });

describe('a successful script', () => {
  test('ends with the one line on stdout', () => {
    expect(run('good.repl')).toEqual({
      status: 0,
      stdout: '[1 "a"]\nLoad successful\n',
      stderr: '',
    });
  });

  test('shows values with their positions when traced', () => {
    expect(run('-t', 'good.repl').stdout).toBe(
      'good.repl:1:0-1:15:Print: [1 "a"]\n' +
        'good.repl:2:0-2:7:Trace: 3\n' +
        'good.repl:3:0-3:24:Trace: "Expect: success: sum"\n' +
        'Load successful\n',
    );
  });

  test('may be empty', () => {
    expect(run('empty.repl')).toEqual({ status: 0, stdout: 'Load successful\n', stderr: '' });
  });

  test('may have any name, and load files beside it', () => {
    expect(run('a [b]+c d.repl')).toMatchObject({ status: 0, stderr: '' });
  });
});

test('failed expectations do not end a script and are listed at the end', () => {
  expect(run('failing.repl')).toEqual({
    status: 1,
    stdout:
      '"before"\n' +
      'failing.repl:2:0-2:24:FAILURE: sum expected: 4, received: 3\n' +
      '   2 | (expect "sum" 4 (+ 1 2))\n' +
      '     | ^^^^^^^^^^^^^^^^^^^^^^^^\n' +
      '  expected  4\n' +
      '  received  3\n' +
      'failing.repl:3:0-3:40:FAILURE: nothing fails: expected failure, got result\n' +
      '   3 | (expect-failure "nothing fails" (+ 1 1))\n' +
      '     | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n' +
      '  should have failed, received 2\n',
    stderr: 'Load failed\n',
  });
});

test('an error within an expectation shows where it comes from, traced or not, cached or not', () => {
  const shown = ['-t', '--no-cache', '-t'].map((option) => {
    const { status, stdout } = run(option, 'within.repl');
    expect(status).toBe(1);
    const [, list = ''] = stdout.split('within.repl:7:0-7:25:FAILURE: ');
    return list.replaceAll(/\{[\w-]{6}\.\.\.\}/g, '{hash}').replace(/E0901: .*/, 'E0901');
  });
  expect(new Set(shown)).toEqual(
    new Set([
      'f evaluation of actual failed with error message: small\n' +
        '   7 | (expect "f" true (m.f 0))\n' +
        '     | ^^^^^^^^^^^^^^^^^^^^^^^^^\n' +
        '  failed with an error\n' +
        '  within.repl:5:4: small\n' +
        '   5 |     (enforce (> x 1) "small")))\n' +
        '     |     ^^^^^^^^^^^^^^^^^^^^^^^^^\n' +
        '    at(m.g.{hash} 0):within.repl:4:2, called at within.repl:3:15\n' +
        '    at(m.f.{hash} 0):within.repl:3:2, called at within.repl:7:17\n' +
        '    E0901\n',
    ]),
  );
});

test('of many failures, the first ones are shown in detail', () => {
  const { stdout } = run('many.repl');
  expect(stdout.match(/FAILURE: /g)).toHaveLength(60);
  expect(stdout.match(/^ {2}expected {2}1$/gm)).toHaveLength(50);
  expect(stdout).toMatch(/\(details of 10 more failures are not shown\)\n$/);
});

test('an error shows file, line, column, source, carets and call stack', () => {
  const { status, stdout, stderr } = run('broken.repl');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  const hash = /\{[\w-]{6}\.\.\.\}/g;
  expect(stderr.replace(hash, '{hash}').split('\n')).toEqual([
    'broken.repl:5:4: small',
    ' 5 |     (enforce (> x 1) "small")))',
    '   |     ^^^^^^^^^^^^^^^^^^^^^^^^^',
    '  at(m.g.{hash} 0):broken.repl:4:2, called at broken.repl:3:15',
    '  at(m.f.{hash} 0):broken.repl:3:2, called at broken.repl:7:0',
    '  E0901: The condition is false: (> 0 1).',
    '',
    'Load failed',
    '',
  ]);
});

test('a misspelt name gets a hint', () => {
  expect(run('unknown.repl').stderr).toContain('  Did you mean length?\n');
});

test.each([
  ['good.repl', 'Load successful'],
  ['failing.repl', 'Load failed'],
  ['broken.repl', 'Load failed'],
  ['syntax.repl', 'Load failed'],
  ['none.repl', 'Load failed'],
])('of %s the last line on both streams together is: %s', (file, line) => {
  expect(runMerged([file], { cwd }).lines.at(-1)).toBe(line);
});

describe('a file that cannot be loaded is reported in one sentence', () => {
  test.each([
    ['none.repl', 'there is no such file'],
    ['folder.repl', 'it is a directory; pact test folder.repl runs the scripts in it'],
    ['binary.repl', 'it is not UTF-8 text'],
    ['good.repl/x', 'a part of the path is not a directory'],
  ])('%s', (file, reason) => {
    expect(run(file)).toEqual({
      status: 1,
      stdout: '',
      stderr: `pact: cannot load ${file}: ${reason}\nLoad failed\n`,
    });
  });

  test.skipIf(process.getuid?.() === 0)('a file that may not be read', () => {
    chmodSync(join(cwd, 'secret.repl'), 0);
    expect(run('secret.repl').stderr).toContain('permission is denied');
  });

  test('a file that a script loads', () => {
    const { status, stderr } = run('missing.repl');
    expect(status).toBe(1);
    expect(stderr.split('\n')[0]).toBe(
      'missing.repl:1:0: Cannot load not there.pact: there is no such file',
    );
  });
});

test.each([
  [
    'self.repl',
    'self.repl:1:0: Cannot load self.repl: the loads go in a circle: self.repl loads self.repl',
  ],
  [
    'circle/a.repl',
    'circle/b.repl:1:0: Cannot load circle/../circle/a.repl: the loads go in a circle: ' +
      'circle/a.repl loads circle/b.repl loads circle/../circle/a.repl',
  ],
])('%s is part of a cycle, which the error names', (file, message) => {
  expect(run(file).stderr.split('\n')[0]).toBe(message);
});

test('150 files that load one another six deep', () => {
  const files: Record<string, string> = {};
  for (let i = 0; i < 150; i++) {
    const path = `${'d/'.repeat(i % 6)}f${i}.repl`;
    const next = i % 6 === 5 || i === 149 ? '1' : `(load "d/f${i + 1}.repl")`;
    files[path] = next;
  }
  files['all.repl'] = Array.from({ length: 25 }, (_, i) => `(load "f${6 * i}.repl")`).join('\n');
  const { path, remove } = folderWith(files);
  expect(runCommand(['all.repl'], { cwd: path })).toMatchObject({ status: 0, stderr: '' });
  expect(runCommand(['-t', 'all.repl'], { cwd: path }).stdout.match(/Loading/g)).toHaveLength(150);
  remove();
});

describe('several files', () => {
  test('run one after the other, with one line at the end', () => {
    expect(run('good.repl', 'empty.repl')).toEqual({
      status: 0,
      stdout: '==> good.repl\n[1 "a"]\n==> empty.repl\nLoad successful\n',
      stderr: '',
    });
  });

  test('all run, and the failed ones are named', () => {
    const { status, lines } = runMerged(['broken.repl', 'good.repl', 'failing.repl'], { cwd });
    expect(status).toBe(1);
    expect(lines).toContain('==> good.repl');
    expect(lines.slice(-2)).toEqual([
      '2 of 3 files failed: broken.repl, failing.repl',
      'Load failed',
    ]);
  });
});

describe('--findscript', () => {
  test.each([
    ['contract.pact', 'contract.repl:1:23-1:44:Trace: "Expect: success: script"'],
    ['only/one.pact', 'only/tests.repl:1:0-1:25:Print: "the only script"'],
    ['contract.repl', 'contract.repl:1:23-1:44:Trace: "Expect: success: script"'],
    ['natives.pact', 'Cannot find module:  begin-tx'],
  ])('%s', (file, line) => {
    const { stdout, stderr } = run('-rt', file);
    expect(stdout + stderr).toContain(line);
  });
});

describe('other commands', () => {
  test('the version', () => {
    expect(run('-v')).toEqual({ status: 0, stdout: 'pact version 5.4\n', stderr: '' });
  });

  test('the help', () => {
    expect(run('--help').stdout).toContain('The Pact Smart Contract Language Interpreter');
  });

  test('the builtins, quoted, one on each line', () => {
    const names = run('-b').stdout.trimEnd().split('\n');
    expect(names).toEqual(expect.arrayContaining(['"abs"', '"str-to-int"', '"expect"']));
    expect(names.filter((name) => !/^"\S+"$/.test(name))).toEqual([]);
  });

  test('names that hide a builtin', () => {
    const { status, stdout } = run('--check-shadowing', 'shadow.pact');
    expect(status).toBe(0);
    expect(stdout).toContain('Variable length shadows native of the same name');
    expect(run('--check-shadowing', 'contract.pact').stdout).toBe('');
    expect(run('--check-shadowing', 'syntax.repl').status).toBe(1);
  });

  test('wrong usage is reported in a sentence and ends with 2', () => {
    expect(run('--trances')).toEqual({
      status: 2,
      stdout: '',
      stderr: "pact: unknown option --trances (did you mean --trace?)\nTry 'pact --help'.\n",
    });
  });
});

test('a link to the command works from anywhere', () => {
  const { path, remove } = folderWith({});
  symlinkSync(join(cwd, 'good.repl'), join(path, 'link.repl'));
  expect(runCommand(['link.repl'], { cwd: path }).status).toBe(0);
  remove();
});
