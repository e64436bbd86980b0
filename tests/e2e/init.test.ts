// A new project, and the effect of its project file on commands.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';
import { read } from '../support/project-files.ts';

const folder = folderWith({ 'elsewhere/x.pact': '( f )' });
afterAll(folder.remove);
const project = join(folder.path, 'new');
const run = (cwd: string, ...args: readonly string[]) => runCommand(args, { cwd });

test('init creates a project in which all commands succeed', () => {
  const { status, stdout } = run(folder.path, 'init', 'new');
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: `new/pact.yaml
new/contracts/counter.pact
new/tests/counter.repl
new/.github/workflows/pact.yml
new/.gitignore

Try it: cd new && pact test
Before you use the GitHub workflow, read the comment at its top.
`,
  });
  for (const args of [['fmt', '--check'], ['lint'], ['check'], ['test', '--coverage'], ['doc']]) {
    expect(run(project, ...args), args.join(' ')).toMatchObject({ status: 0 });
  }
  expect(run(project, 'test', '--reporter', 'tap').stdout).toContain('it never counts down');
  const written = readdirSync(project).filter((name) => /coverage|docs/.test(name));
  const others = ['.pact-fuzz', 'node_modules'];
  expect(readFileSync(join(project, '.gitignore'), 'utf8')).toBe(
    [...written, ...others]
      .sort()
      .map((name) => `/${name}/\n`)
      .join(''),
  );
});

test('its workflow runs these commands with the package of the project, and says how to install it', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const workflow = readFileSync(join(project, '.github/workflows/pact.yml'), 'utf8');
  const commands = [...workflow.matchAll(/^ +- run: (.*)$/gm)].map(([, command]) => command);
  expect(commands).toEqual([
    'npm ci',
    'npx --no pact fmt --check',
    'npx --no pact lint --format github',
    'npx --no pact check',
    'npx --no pact test',
  ]);
  expect(workflow).toContain(`npm install --save-dev ./vendor/multichain-pact-${version}.tgz\n`);
});

test('the test of a new project detects a bug in its contract', () => {
  const contract = join(project, 'contracts/counter.pact');
  const text = readFileSync(contract, 'utf8');
  writeFileSync(contract, text.replace('(> by 0)', '(!= by 0)'));
  expect(run(project, 'test')).toMatchObject({ status: 1 });
  writeFileSync(contract, text);
});

test('nothing is overwritten', () => {
  const before = readFileSync(join(project, 'pact.yaml'), 'utf8');
  writeFileSync(join(project, 'pact.yaml'), '# mine\n');
  const { status, stdout, stderr } = run(project, 'init');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('pact: pact.yaml exists already\n');
  expect(stderr).toMatch(/pact: nothing was written\n$/);
  expect(readFileSync(join(project, 'pact.yaml'), 'utf8')).toBe('# mine\n');
  writeFileSync(join(project, 'pact.yaml'), before);
});

test('an existing project may have a .gitignore', () => {
  const other = folderWith({ '.gitignore': 'mine\n', 'README.md': '' });
  expect(run(other.path, 'init')).toMatchObject({ status: 0, stderr: '' });
  expect(readFileSync(join(other.path, '.gitignore'), 'utf8')).toBe('mine\n');
  other.remove();
});

test('a folder whose name has a special meaning in shells', () => {
  const { status, stdout } = run(folder.path, 'init', "it's new");
  expect({ status, last: stdout.split('\n').at(-3) }).toEqual({
    status: 0,
    last: "Try it: cd 'it'\\''s new' && pact test",
  });
  expect(run(folder.path, 'init', '--', '-x').stdout).toContain("cd './-x' && ");
});

test('nothing is written if one folder cannot be created', () => {
  const other = folderWith({ '.github': '' });
  const { status, stdout, stderr } = run(other.path, 'init');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^pact: cannot write .github.*not a directory\n$/);
  expect(existsSync(join(other.path, 'pact.yaml'))).toBe(false);
  other.remove();
});

test('a place where no folder can be created', () => {
  const { status, stderr } = run(folder.path, 'init', 'elsewhere/x.pact');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^pact: cannot write .*: a file with that name exists already\n$/);
});

test('the project file is found from subfolders, and says what to check and how', () => {
  const inner = folderWith({
    'pact.yaml': 'sources: [src]\nformat: { indent: 4 }\nlint: { ignore: [open-governance] }\n',
    'src/a.pact': '(module m G (defcap G () true)\n(defun f () 1))',
    'other/b.pact': '( g )',
  });
  mkdirSync(join(inner.path, 'src/deep'));
  const deep = join(inner.path, 'src/deep');
  expect(run(deep, 'lint')).toMatchObject({ status: 0 });
  expect(run(deep, 'lint', '--rule', 'open-governance')).toMatchObject({ status: 1 });
  expect(run(deep, 'fmt')).toMatchObject({ stdout: '../a.pact\n', status: 0 });
  expect(readFileSync(join(inner.path, 'src/a.pact'), 'utf8')).toBe(
    '(module m G\n    (defcap G () true)\n    (defun f () 1)\n)\n',
  );
  expect(run(deep, 'fmt', '--indent', '2', '--check')).toMatchObject({ status: 1 });
  writeFileSync(join(inner.path, 'pact.yaml'), 'format:\n  width: wide\nlint: { ignore: [x] }\n');
  for (const command of ['fmt', 'lint', 'check', 'test']) {
    const { status, stderr } = run(deep, command);
    expect(stderr, command).toContain('pact.yaml:2:10: format.width must be a whole number');
    expect(status, command).not.toBe(0);
  }
  inner.remove();
});

test('files named by the project file that do not exist', () => {
  const inner = folderWith({
    'pact.yaml':
      'sources:\n  - a.pact\n  - contract\ntests: [tests]\nlint: { ignore: [shadowed-builtn] }\n',
    'a.pact': '1',
  });
  const noContract = 'pact.yaml:3:5: there is no file or folder contract\n';
  const noTests = 'pact.yaml:4:9: there is no file or folder tests\n';
  const noRule =
    'pact.yaml:5:18: there is no rule shadowed-builtn (did you mean shadowed-builtin?)\n';
  const failing = {
    check: noContract + noTests,
    fmt: noContract + noTests,
    test: noTests,
    lint: noRule,
  };
  for (const [command, expected] of Object.entries(failing)) {
    const { status, stderr } = run(inner.path, command);
    expect(stderr, command).toBe(expected);
    expect(status, command).not.toBe(0);
  }
  expect(run(inner.path, 'check', 'a.pact')).toMatchObject({ status: 0 });
  writeFileSync(join(inner.path, 'pact.yaml'), 'sources: ["*.pact"]\n');
  expect(run(inner.path, 'fmt').stderr).toBe(
    'pact.yaml:1:11: there is no file or folder *.pact: patterns are not supported here, write a folder\n',
  );
  inner.remove();
});

test('the gas limit of a transaction', () => {
  const small = folderWith({
    'pact.yaml': 'gas: { limit: 100 }\n',
    'a.repl': '(module m G (defcap G () true) (defun f () 1))\n(expect "one" 1 (f))\n',
  });
  expect(run(small.path, 'test').stdout).toContain('the limit of a transaction is 100');
  small.remove();
});
