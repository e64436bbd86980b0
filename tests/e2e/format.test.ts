// `pact fmt` in typical use: files, folders, standard input, and files that it must leave unchanged.
import {
  chmodSync,
  linkSync,
  lstatSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';

const files = {
  'a.pact': '( f\n1 )',
  'sub/b.repl': '( g )\r\n',
  'neat.pact': '(f 1)\n',
  'empty.pact': '',
};
const bad = {
  'bad.pact': '( f',
  'binary.pact': new Uint8Array([0xff, 0xfe, 0]),
  'marked.pact': '\ufeff( f )\n',
};

let folder = folderWith(files);
beforeEach(() => {
  folder.remove();
  folder = folderWith(files);
});
afterAll(() => folder.remove());

const run = (...args: readonly string[]) => runCommand(['fmt', ...args], { cwd: folder.path });
const read = (name: string): string => readFileSync(join(folder.path, name), 'utf8');

test('files are formatted in place, and only once', () => {
  expect(run()).toEqual({
    status: 0,
    stdout: 'a.pact\nsub/b.repl\n',
    stderr: 'Formatted 2 of 4 files\n',
  });
  expect(['a.pact', 'sub/b.repl', 'empty.pact'].map(read)).toEqual(['(f 1)\n', '(g)\r\n', '']);
  expect(run()).toEqual({ status: 0, stdout: '', stderr: 'Formatted 0 of 4 files\n' });
});

test('--check changes nothing', () => {
  expect(run('--check', 'sub', 'neat.pact')).toEqual({
    status: 1,
    stdout: 'sub/b.repl\n',
    stderr: 'Would format 1 of 2 files\n',
  });
  expect(read('sub/b.repl')).toBe('( g )\r\n');
  expect(run('--check', 'neat.pact')).toMatchObject({ status: 0, stdout: '' });
});

test('--diff shows what would change', () => {
  expect(run('--diff', 'a.pact')).toMatchObject({
    status: 1,
    stdout:
      '--- a.pact\n+++ a.pact\n@@ -1,2 +1,1 @@\n-( f\n-1 )\n\\ No newline at end of file\n+(f 1)\n',
  });
  expect(read('a.pact')).toBe('( f\n1 )');
});

test('bad files are left unchanged, the others are formatted', () => {
  const mixed = folderWith({ ...files, ...bad });
  const { status, stdout, stderr } = runCommand(['fmt'], { cwd: mixed.path });
  expect({ status, stdout }).toEqual({ status: 1, stdout: 'a.pact\nsub/b.repl\n' });
  expect(stderr).toMatch(/^bad\.pact:1:0: Expected/);
  expect(stderr).toContain('pact: bad.pact was not changed\n');
  expect(stderr).toContain('pact: cannot read binary.pact: it is not UTF-8 text\n');
  expect(stderr).toContain('it begins with a byte order mark; save it without one\n');
  expect(stderr).toMatch(/\nFormatted 2 of 7 files, 3 failed\n$/);
  for (const [name, content] of Object.entries(bad)) {
    expect(new Uint8Array(readFileSync(join(mixed.path, name)))).toEqual(
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    );
  }
  mixed.remove();
});

test('standard input is formatted to standard output', () => {
  const format = (input: string, ...args: readonly string[]) =>
    runCommand(['fmt', ...args], { cwd: folder.path, input });
  expect(format('( f )', '--stdin')).toEqual({ status: 0, stdout: '(f)\n', stderr: '' });
  expect(format('( f )', '-')).toEqual({ status: 0, stdout: '(f)\n', stderr: '' });
  expect(format('( f )', '--stdin', '--check')).toEqual({ status: 1, stdout: '', stderr: '' });
  expect(format('( f', '--stdin')).toMatchObject({ status: 1, stdout: '' });
});

test('an editor may name the input', () => {
  const format = (input: string, ...args: readonly string[]) =>
    runCommand(['fmt', '--stdin-name', 'sub/c.pact', ...args], { cwd: folder.path, input });
  expect(format('( f )')).toEqual({ status: 0, stdout: '(f)\n', stderr: '' });
  expect(format('( f )', '--diff').stdout).toContain('+++ sub/c.pact\n');
  expect(format('( f').stderr).toMatch(/^sub\/c\.pact:1:0: Expected/);
});

test('a file keeps its mode, its links and its other names', () => {
  const path = (name: string): string => join(folder.path, name);
  chmodSync(path('a.pact'), 0o751);
  symlinkSync('a.pact', path('link.pact'));
  linkSync(path('sub/b.repl'), path('other.repl'));
  expect(run('link.pact', 'other.repl').status).toBe(0);
  expect(lstatSync(path('link.pact')).isSymbolicLink()).toBe(true);
  expect(statSync(path('a.pact')).mode & 0o777).toBe(0o751);
  expect(['a.pact', 'sub/b.repl'].map(read)).toEqual(['(f 1)\n', '(g)\r\n']);
  expect(readdirSync(folder.path).filter((name) => name.startsWith('.'))).toEqual([]);
});

test.each([
  [['--width', '5'], 'pact: the option --width takes a whole number from 20 to 400, not 5\n'],
  [['--indent', 'two'], 'pact: the option --indent takes a whole number from 1 to 8, not two\n'],
  [['--closers', 'x'], 'pact: the option --closers takes stacked or own-line, not x\n'],
  [['--stdin', 'a.pact'], 'pact: standard input cannot be formatted together with files\n'],
])('%j is explained', (args, message) => {
  const { status, stderr } = run(...args);
  expect({ status, stderr }).toEqual({ status: 2, stderr: `${message}Try 'pact fmt --help'.\n` });
  expect(read('a.pact')).toBe(files['a.pact']);
});

test.skipIf(process.getuid?.() === 0)('a file that may not be written', () => {
  chmodSync(join(folder.path, 'a.pact'), 0o444);
  expect(run('a.pact').stderr).toContain('pact: cannot write a.pact: permission is denied\n');
});
