// Commands write only in the project folder: links and paths of pact.yaml do not lead them elsewhere, unless the path is
// named on the command line.
import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';

const messyModule = (name: string): string =>
  `(module   ${name} G (defcap G () true) (defun f ()   1))\n`;
const messy = messyModule('m');
const other = messyModule('o');
const script = '(load "../contracts/m.pact") (begin-tx "t") (expect "one" 1 (m.f)) (commit-tx)\n';

const folder = folderWith({
  'project/pact.yaml': 'sources: [contracts, ../other]\ntests: [tests]\n',
  'project/contracts/m.pact': messy,
  'project/tests/m.repl': script,
  'plain/pact.yaml': 'sources: [contracts]\ntests: [tests]\n',
  'plain/contracts/m.pact': messy,
  'plain/tests/m.repl': script,
  'other/o.pact': other,
  'elsewhere/e.pact': other,
  'requests/in.pact': '(+ 1 2)',
  'requests/link.yaml': 'codeFile: linked.pact\nnonce: "1"\nkeyPairs: []\n',
  'requests/up.yaml': 'codeFile: ../other/o.pact\nnonce: "1"\nkeyPairs: []\n',
  'requests/down.yaml': 'codeFile: in.pact\nnonce: "1"\nkeyPairs: []\n',
});
const path = (name: string): string => join(folder.path, name);
const text = (name: string): string => readFileSync(path(name), 'utf8');
const run = (...args: readonly string[]) => runCommand(args, { cwd: path('project') });

beforeAll(() => {
  symlinkSync(path('elsewhere/e.pact'), path('project/contracts/e.pact'));
  symlinkSync(path('elsewhere'), path('project/contracts/folder'));
  symlinkSync(path('other/o.pact'), path('requests/linked.pact'));
});
afterAll(() => folder.remove());

test('pact fmt formats the project, and names what it leaves', () => {
  const { status, stderr } = run('fmt');
  expect(status).toBe(1);
  expect(text('project/contracts/m.pact')).not.toBe(messy);
  expect(text('other/o.pact')).toBe(other);
  expect(text('elsewhere/e.pact')).toBe(other);
  expect(stderr).toContain(
    `pact: cannot write ${join('..', 'other', 'o.pact')}: it leads to ${path('other/o.pact')}, ` +
      'outside of the project folder: to write there, name that path on the command line\n',
  );
  expect(stderr).toContain(`it leads to ${path('elsewhere/e.pact')}`);
});

test('a named link leads nowhere, the path itself does', () => {
  expect(run('fmt', 'contracts/e.pact').status).toBe(1);
  expect(text('elsewhere/e.pact')).toBe(other);
  expect(run('fmt', '../other').status).toBe(0);
  expect(text('other/o.pact')).not.toBe(other);
});

test.each([
  ['doc', ['doc', 'contracts/m.pact'], 'pact-docs'],
  ['types', ['types', 'm'], 'types'],
  ['coverage', ['test', '--coverage'], 'coverage'],
  ['require', ['require', '--stdlib', 'coin'], 'stdlib'],
])('pact %s does not follow a link that stands for its folder', (_, args, name) => {
  mkdirSync(path(`out-${name}`));
  symlinkSync(path(`out-${name}`), path(`plain/${name}`));
  const { status, stdout, stderr } = runCommand(args, { cwd: path('plain') });
  expect(status).toBe(1);
  expect(stdout + stderr).toContain('outside of the project folder');
  expect(readdirSync(path(`out-${name}`))).toEqual([]);
});

test('a folder of the command line may be anywhere', () => {
  expect(run('doc', 'contracts/m.pact', '--out', '../pages').status).toBe(0);
  expect(readdirSync(path('pages'))).toContain('index.html');
});

test('pact init writes nothing if a folder of the new project leads elsewhere', () => {
  mkdirSync(path('new'));
  symlinkSync(path('elsewhere'), path('new/contracts'));
  const { status, stderr } = runCommand(['init'], { cwd: path('new') });
  expect(status).toBe(1);
  expect(stderr).toContain('outside of the project folder');
  expect(readdirSync(path('new'))).toEqual(['contracts']);
});

test('files of a request are in its folder, unless --any-file says otherwise', () => {
  const request = (...args: readonly string[]) =>
    runCommand(['-a', ...args], { cwd: path('requests') });
  expect(request('down.yaml').status).toBe(0);
  for (const name of ['up.yaml', 'link.yaml']) {
    const { status, stderr } = request(name);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /codeFile names .*, which cannot be read: it is outside of the folder of the request; to read it from there, add --any-file/,
    );
    expect(request(name, '--any-file').stdout).toContain('module');
  }
  writeFileSync(
    path('requests/data.yaml'),
    'code: "1"\ndataFile: ../project/pact.yaml\nnonce: "1"\nkeyPairs: []\n',
  );
  expect(request('data.yaml').stderr).toContain('add --any-file');
});
