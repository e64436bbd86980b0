// `pact doc` as a new user tries it: what it writes, and what it does not overwrite.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';

const folder = folderWith({
  'contracts/a.pact': '(module a G @doc "Says <b>hello</b>." (defcap G () true))\r\n',
  'contracts/b.pact': '(module b G (defcap G () true))',
  'broken/c.pact': '(module c G (defun',
  'broken/d.pact': '(module d G (defcap G () true))',
  file: '',
});
afterAll(folder.remove);
const run = (...args: readonly string[]) => runCommand(args, { cwd: folder.path });
const at = (...path: readonly string[]): string => join(folder.path, ...path);

test('a site', () => {
  const first = join('pact-docs', 'index.html');
  expect(run('doc', 'contracts', '--title', 'My <docs>')).toEqual({
    status: 0,
    stdout: `Wrote 4 pages: ${first}\n`,
    stderr: '',
  });
  expect(readdirSync(at('pact-docs')).sort()).toEqual([
    'a.html',
    'all-members.html',
    'b.html',
    'index.html',
  ]);
  expect(readFileSync(at(first), 'utf8')).toContain('<h1>My &lt;docs&gt;</h1>');
  expect(readFileSync(at('pact-docs/a.html'), 'utf8')).toContain('&lt;b&gt;hello&lt;/b&gt;');
});

test('a second run changes nothing, and pages of removed modules are deleted', () => {
  const before = readFileSync(at('pact-docs/a.html'), 'utf8');
  writeFileSync(at('pact-docs/mine.html'), '<p>mine');
  rmSync(at('contracts/b.pact'));
  expect(run('doc', 'contracts')).toMatchObject({ status: 0 });
  expect(readdirSync(at('pact-docs')).sort()).toEqual(['a.html', 'index.html', 'mine.html']);
  expect(run('doc', 'contracts', '--title', 'My <docs>')).toMatchObject({ status: 0 });
  expect(readFileSync(at('pact-docs/a.html'), 'utf8')).toBe(
    before.replace(/<li>.*(b|all-members)\.html.*\n/g, ''),
  );
});

test('of modules with the same name the first gets the page, and the others are named', () => {
  const both = folderWith({
    'v1/m.pact': '(module m G (defcap G () true))',
    'v2/m.pact': '\n(module m G (defcap G () true))',
  });
  const { status, stdout, stderr } = runCommand(['doc'], { cwd: both.path });
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: 'v2/m.pact:2: warning: m has no page of its own: another file defines it too\n',
  });
  expect(stdout).toContain('Wrote 2 pages: ');
  both.remove();
});

test('a misspelt path deletes no page', () => {
  const before = readdirSync(at('pact-docs'));
  expect(run('doc', 'contract')).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'pact: cannot read contract: there is no such file (did you mean contracts?)\n' +
      'pact: no page was written, because there is no module to document\n',
  });
  expect(readdirSync(at('pact-docs'))).toEqual(before);
});

test('Markdown', () => {
  expect(run('doc', 'contracts', '--format', 'markdown', '--out', 'deep/md')).toMatchObject({
    status: 0,
  });
  expect(readFileSync(at('deep/md/index.md'), 'utf8')).toMatch(
    /^<!-- written by pact doc -->\n\n# \S+\n/,
  );
});

test('files of others are never overwritten', () => {
  writeFileSync(at('index.html'), 'mine');
  const { status, stderr } = run('doc', 'contracts', '--out', '.');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      'pact: index.html exists and was not written by pact doc\n' +
      'pact: nothing was written; choose another folder with --out\n',
  });
  expect(existsSync(at('a.html'))).toBe(false);
});

test('files that cannot be read completely are documented in part', () => {
  const { status, stdout, stderr } = run('doc', 'broken', '--out', 'part');
  expect(status).toBe(1);
  expect(stdout).toContain('Wrote 2 pages: ');
  expect(stderr).toContain('see pact check broken/c.pact\n');
});

test.each([
  [['--format', 'pdf'], 2, '--format takes html or markdown, not pdf'],
  [['none'], 1, 'pact: cannot read none: there is no such file\n'],
  [['contracts', '--out', 'file'], 1, 'pact: cannot write into file: '],
])('%j', (args, status, text) => {
  const answer = run('doc', ...args);
  expect(answer.stderr).toContain(text);
  expect(answer.status).toBe(status);
});
