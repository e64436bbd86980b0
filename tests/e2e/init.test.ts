// A new project, and the effect of its project file on commands.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';
import { read, root } from '../support/project-files.ts';

const folder = folderWith({ 'elsewhere/x.pact': '( f )' });
afterAll(folder.remove);
const project = join(folder.path, 'new');
const { version } = JSON.parse(read('package.json')) as { version: string };
const copy = `vendor/multichain-pact-${version}.tgz`;
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
new/${copy}

Try it: cd new && pact test
The GitHub workflow installs pact from vendor/, since it is not on a registry: commit that file.
`,
  });
  for (const args of [['fmt', '--check'], ['lint'], ['check'], ['test', '--coverage'], ['doc']]) {
    expect(run(project, ...args), args.join(' ')).toMatchObject({ status: 0 });
  }
  expect(run(project, 'test', '--reporter', 'tap').stdout).toContain('it never counts down');
  const written = readdirSync(project).filter((name) => /coverage|docs/.test(name));
  const others = ['.devnet', '.pact', '.pact-fuzz', 'keys', 'node_modules', 'to-sign'];
  expect(readFileSync(join(project, '.gitignore'), 'utf8').split('\n').sort()).toEqual(
    ['', ...[...written, ...others].map((name) => `/${name}/`)].sort(),
  );
});

test('its copy of the package has the files of npm pack, and works', () => {
  const folderOfCopy = join(folder.path, 'unpacked');
  mkdirSync(folderOfCopy);
  execFileSync('tar', ['-xzf', join(project, copy), '-C', folderOfCopy]);
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
  });
  const [{ files }] = JSON.parse(packed) as [{ files: readonly { readonly path: string }[] }];
  const found = readdirSync(join(folderOfCopy, 'package'), {
    recursive: true,
    withFileTypes: true,
  }).filter((entry) => entry.isFile());
  expect(
    found.map((entry) => relative(folderOfCopy, join(entry.parentPath, entry.name))).sort(),
  ).toEqual(files.map(({ path }) => `package/${path}`).sort());
  const program = join(folderOfCopy, 'package/dist/cli.js');
  const said = execFileSync(process.execPath, [program, 'test'], {
    cwd: project,
    encoding: 'utf8',
  });
  expect(said).toContain('6 passed');
});

test('no file with a secret is offered to git', () => {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: project, encoding: 'utf8' });
  git('init', '--quiet');
  const offered = git('status', '--porcelain', '--untracked-files=all');
  const ignoreFile = readFileSync(join(project, '.gitignore'), 'utf8');
  const made = [
    run(project, 'key', 'generate', '--out', 'keys/sender.yaml'),
    run(project, 'key', 'generate', '--out', 'alice.yaml'),
    run(join(project, 'tests'), 'key', 'phrase', '--out', 'words[1].txt'),
    run(project, 'seal', '--genkey', 'entity.key'),
  ];
  expect(made.map(({ status, stderr }) => [status, stderr])).toEqual([
    [0, ''],
    [0, 'pact: added /alice.yaml to .gitignore, so that git does not publish the secret\n'],
    [
      0,
      'pact: added /tests/words\\[1].txt to ../.gitignore, so that git does not publish the secret\n',
    ],
    [0, 'pact: added /entity.key to .gitignore, so that git does not publish the secret\n'],
  ]);
  expect(git('status', '--porcelain', '--untracked-files=all')).toBe(offered);
  for (const path of ['keys/sender.yaml', 'alice.yaml', 'tests/words[1].txt', 'entity.key']) {
    expect(statSync(join(project, path)).mode & 0o777, path).toBe(0o600);
    rmSync(join(project, path));
  }
  expect(statSync(join(project, 'keys')).mode & 0o777).toBe(0o700);
  writeFileSync(join(project, '.gitignore'), ignoreFile);
  rmSync(join(project, '.git'), { recursive: true });
});

test('a project without a repository, or whose ignore file cannot be written', () => {
  const other = folderWith({ 'pact.yaml': '', '.gitignore': 'mine' });
  run(other.path, 'key', 'generate', '--out', 'deep/key.yaml');
  expect(readFileSync(join(other.path, '.gitignore'), 'utf8')).toBe('mine\n/deep/key.yaml\n');
  rmSync(join(other.path, '.gitignore'));
  mkdirSync(join(other.path, '.gitignore'));
  expect(run(other.path, 'key', 'generate', '--out', 'key.yaml').stderr).toBe(
    'pact: warning: git may publish the secret in key.yaml: .gitignore cannot be written: it is a directory\n',
  );
  other.remove();
});

test('its workflow runs these commands with the copy of the package', () => {
  const workflow = readFileSync(join(project, '.github/workflows/pact.yml'), 'utf8');
  const commands = [...workflow.matchAll(/^ +- run: (.*)$/gm)].map(([, command]) => command);
  expect(commands).toEqual([
    `npm install --no-save --prefix . ./${copy}`,
    'npx --no pact fmt --check',
    'npx --no pact lint --format github',
    'npx --no pact check',
    'npx --no pact test',
  ]);
  expect(workflow).toContain('pact is not on a registry');
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
  const other = folderWith({ '.gitignore': 'mine\n/coverage/\n', 'README.md': '' });
  expect(run(other.path, 'init')).toMatchObject({
    status: 0,
    stderr:
      'pact: .gitignore exists already: add /.devnet/, /.pact-fuzz/, /.pact/, /keys/, /node_modules/, /pact-docs/, ' +
      '/to-sign/ to keep secrets out of git\n',
  });
  expect(readFileSync(join(other.path, '.gitignore'), 'utf8')).toBe('mine\n/coverage/\n');
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
