// `pact test`, as users and build servers run it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, expect, test } from 'vitest';
import { command, folderWith, runCommand } from '../support/command.ts';
import { shownBy } from '../support/shown-by.ts';
import { endTerminals, hasTerminals, Terminal } from '../support/terminal.ts';

const { path, remove } = folderWith({
  'tests/good.repl': '(load "../setup.repl") (begin-tx "sums") (expect "one" 1 one) (commit-tx)',
  'tests/bad.repl': `(begin-tx "broken") (enforce false "stop") (commit-tx)
(begin-tx "later") (expect "two" 2 3) (commit-tx)`,
  'setup.repl': '(defconst one 1)',
  'endless.repl':
    '(fold (lambda (a x) (fold (+) 0 (enumerate 1 1000000))) 0 (enumerate 1 1000000))',
  'deep.repl': `(expect "deep" 2 ${'(+ 1 '.repeat(3000)}1${')'.repeat(3000)})`,
  'binary.repl': Uint8Array.of(0xff, 0xfe, 0),
  'empty.repl': '',
});
afterEach(endTerminals);
afterAll(remove);

type Report = {
  readonly summary: Record<string, unknown>;
  readonly files: readonly { readonly file: string; readonly problem?: string }[];
};

function tested(...args: readonly string[]): { readonly status: number | null; report: Report } {
  const { status, stdout } = runCommand(['test', '--reporter', 'json', ...args], { cwd: path });
  return { status, report: JSON.parse(stdout) as Report };
}

test('successful scripts pass', () => {
  const { status, stdout, stderr } = runCommand(['test', 'tests/good.repl'], { cwd: path });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^✓ tests\/good\.repl {2}1 expectation {2}\d+ ms {2}\d+ gas\n/);
});

test('an error ends its file; with --keep-going the next transaction runs', () => {
  const { status, report } = tested('tests');
  expect(status).toBe(1);
  expect(report.summary).toMatchObject({
    files: { passed: 1, failed: 1 },
    expectations: { passed: 1, failed: 0, notTried: 0 },
  });
  expect(tested('tests', '--keep-going').report.summary).toMatchObject({
    expectations: { passed: 1, failed: 1, notTried: 0 },
  });
});

test('a file that never ends or cannot be read is reported, and the others run', () => {
  const { status, report } = tested('--timeout', '5', '--jobs', '1', '.');
  expect(status).toBe(1);
  const problems = report.files.map(({ file, problem }) => [file, problem]);
  expect(problems).toEqual([
    ['binary.repl', 'cannot load binary.repl: it is not UTF-8 text'],
    ['deep.repl', undefined],
    ['empty.repl', 'no expectations: the file has no code; --allow-empty accepts that'],
    ['endless.repl', 'took longer than 5 s and was stopped (see --timeout) at endless.repl:1'],
    ['tests/bad.repl', undefined],
    ['tests/good.repl', undefined],
  ]);
});

test('files are named relative to the current folder, however a script or the command line refers to them', () => {
  const named = folderWith({
    'src/m.pact': '(module m G (defcap G () true) (defun f () (enforce false "no")))',
    'tests/m.repl': '(load "../src/m.pact") (load "./../src/m.pact") (m.f)',
    'tests/missing.repl': '(load "../src/none.pact")',
  });
  const given = ['tests', './tests/m.repl', 'src/../tests/m.repl', join(named.path, 'tests')];
  const { stdout } = runCommand(['test', ...given], { cwd: named.path });
  // Removes source lines.
  const shown = stdout.replaceAll(/^ .*\| .*$/gm, '');
  expect([...new Set(shown.match(/[^\s:]+\.(repl|pact)/g))]).toEqual([
    'tests/m.repl',
    'src/m.pact',
    'tests/missing.repl',
    // In the text of the error, which scripts match on: it is the same in every way of running them.
    'tests/../src/none.pact',
  ]);
  expect(stdout).toContain('Files         2 failed, 0 passed\n');
  named.remove();
});

test('a file may use as much gas as the option says, else as pact.yaml says', () => {
  const problems = (...args: readonly string[]) =>
    tested('endless.repl', 'tests/good.repl', ...args).report.files.map(({ problem }) => problem);
  const ended = (gas: number): string =>
    `used more than ${gas} gas and was stopped (see --gas-limit) at endless.repl:1`;
  expect(problems('--gas-limit', '2000')).toEqual([ended(2000), undefined]);
  writeFileSync(join(path, 'pact.yaml'), 'testing: { gasLimit: 3000, timeout: 20 }');
  expect(problems()).toEqual([ended(3000), undefined]);
  rmSync(join(path, 'pact.yaml'));
});

test('a script that has no code fails, and so does a run that expects nothing', () => {
  const { path: folder, remove: removeFolder } = folderWith({
    'comments.repl': '; nothing\n\n; yet',
    'values.repl': '(+ 1 2)',
    'loads.repl': '(load "expects/one.repl")',
    'expects/one.repl': '(expect "one" 1 1)',
    'contracts/a.pact': '',
  });
  const status = (...args: readonly string[]) => {
    const { status: ended, stdout, stderr } = runCommand(['test', ...args], { cwd: folder });
    return [ended, `${stdout}${stderr}`.includes('no expectations: ')];
  };
  expect(status('comments.repl')).toEqual([1, true]);
  expect(status('comments.repl', 'loads.repl')).toEqual([1, true]);
  expect(status('comments.repl', '--reporter', 'tap')).toEqual([1, true]);
  expect(status('values.repl')).toEqual([1, true]);
  expect(status('values.repl', 'loads.repl')).toEqual([0, false]);
  expect(status('values.repl', '--gas-report')).toEqual([0, false]);
  expect(status('loads.repl')).toEqual([0, false]);
  expect(status('contracts')).toEqual([2, false]);
  for (const path of ['comments.repl', 'values.repl', 'contracts', '.']) {
    expect(status(path, '--allow-empty')).toEqual([0, false]);
  }
  removeFolder();
});

test('--bail ends after the first failed file', () => {
  const { report } = tested('--bail', '--jobs', '1', 'binary.repl', 'tests/good.repl');
  expect(report.summary).toMatchObject({ files: { passed: 0, failed: 1 }, notRun: 1 });
});

test('--filter selects transactions by name', () => {
  const { status, report } = tested('--filter', 'sums', 'tests');
  expect(status).toBe(0);
  expect(report.files.map(({ file }) => file)).toEqual(['tests/good.repl']);
});

test.each([
  [['test', 'missing'], 'pact: cannot read missing: there is no such file\n'],
  [['test', '--filter', 'zebra'], "pact: nothing matches 'zebra' in .\n"],
  [
    ['test', '--reporter', 'lines'],
    `pact: the option --reporter takes pretty, dot, tap, junit or json, not lines
Try 'pact test --help'.\n`,
  ],
  [
    ['test', '-j', '0'],
    "pact: the option --jobs takes a number from 1 to 64\nTry 'pact test --help'.\n",
  ],
])('wrong usage: %j', (args, stderr) => {
  expect(runCommand(args, { cwd: path })).toEqual({ status: 2, stdout: '', stderr });
});

test.runIf(process.platform !== 'win32').each([[], ['--watch']])(
  'a pipe closed by its reader ends it quietly: pact test %s',
  async (...options) => {
    const child = spawn(process.execPath, [command, 'test', 'tests', ...options], {
      cwd: path,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Closed long before the first output: a reader such as `head` may also end after the last line.
    child.stdout.destroy();
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect({ status: child.exitCode, stderr }).toEqual({ status: 141, stderr: '' });
  },
);

test.runIf(hasTerminals)('Ctrl-C removes the progress line', async () => {
  const terminal = new Terminal([command, 'test', 'endless.repl'], { cwd: path });
  await terminal.until('endless.repl');
  terminal.type('\u0003');
  expect(await terminal.exitStatus()).toBe(130);
  expect(terminal.raw).toMatch(/\r\u001b\[K$/);
});

test.runIf(hasTerminals)('a build server, whose output is recorded, sees no progress', async () => {
  const terminal = new Terminal([command, 'test', 'tests/good.repl'], {
    cwd: path,
    env: { CI: 'true', NO_COLOR: '1' },
  });
  expect(await terminal.exitStatus()).toBe(0);
  expect(terminal.raw).toContain('✓ tests/good.repl');
  expect(terminal.raw).not.toContain('\u001b');
});

test('--watch runs the files again that a change can affect', async () => {
  const child = spawn(process.execPath, [command, 'test', '--watch', 'tests/good.repl'], {
    cwd: path,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const seen = shownBy(child.stdout);
  try {
    await seen('✓ tests/good.repl');
    await seen('Waiting for changes');
    writeFileSync(join(path, 'setup.repl'), '(defconst one 2)');
    await seen('✗ tests/good.repl');
    await seen('Waiting for changes');
  } finally {
    child.kill();
  }
});

test.runIf(hasTerminals)('--watch accepts keys, and draws a line between runs', async () => {
  const folder = folderWith({
    'good.repl': '(expect "one" 1 1)',
    'bad.repl': '(expect "one" 1 2)',
  });
  const terminal = new Terminal([command, 'test', '--watch'], {
    cwd: folder.path,
    env: { NO_COLOR: '1' },
  });
  try {
    await terminal.until('Waiting for changes. Enter: run all');
    terminal.type('f');
    await terminal.until('── files that failed ───');
    await terminal.until('1 failed, 0 passed');
    await terminal.until('Waiting for changes.');
    terminal.type('\r');
    await terminal.until('── all files ───');
    await terminal.until('1 failed, 1 passed');
    await terminal.until('Waiting for changes.');
    writeFileSync(join(folder.path, 'bad.repl'), '(expect "one" 1 1)');
    await terminal.until('── bad.repl changed ───');
    await terminal.until('Waiting for changes.');
    terminal.type('f');
    await terminal.until('Nothing failed.');
    await terminal.until('Waiting for changes.');
    terminal.type('q');
    expect(await terminal.exitStatus()).toBe(0);
  } finally {
    terminal.end();
    folder.remove();
  }
});

test.runIf(hasTerminals)('Ctrl-C ends --watch while it waits', async () => {
  const terminal = new Terminal([command, 'test', '--watch', 'tests/good.repl'], { cwd: path });
  await terminal.until('Waiting for changes.');
  terminal.type('\u0003');
  expect(await terminal.exitStatus()).toBe(130);
});

test('--watch notices new and deleted files', async () => {
  const folder = folderWith({ 'tests/one.repl': '(load "../part.pact") (expect "one" 1 (m.one))' });
  const part = join(folder.path, 'part.pact');
  const module = '(module m G (defcap G () true) (defun one () 1))';
  const child = spawn(process.execPath, [command, 'test', '--watch', 'tests'], {
    cwd: folder.path,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const seen = shownBy(child.stdout);
  try {
    await seen('there is no such file');
    await seen('Waiting for changes');
    writeFileSync(part, module);
    await seen('✓ tests/one.repl');
    await seen('Waiting for changes');
    writeFileSync(join(folder.path, 'tests/two.repl'), '(expect "two" 2 2)');
    await seen('✓ tests/two.repl');
    await seen('Waiting for changes');
    rmSync(join(folder.path, 'tests/one.repl'));
    await seen('tests/one.repl was removed');
    await seen('Waiting for changes');
  } finally {
    child.kill();
    folder.remove();
  }
});

test('--gas-snapshot: files that were not selected keep their lines, and a faulty snapshot is reported', () => {
  const one = (gas: string): string => `(begin-tx "one") ${gas} (commit-tx)`;
  const folder = folderWith({
    'a.repl': `${one('(+ 1 1)')} (begin-tx "two") 1 (commit-tx)`,
    'b.repl': one('(sort [2 1 3])'),
  });
  const run = (...args: readonly string[]) => {
    const { status, stderr } = runCommand(['test', ...args], { cwd: folder.path });
    return { status, stderr };
  };
  const snapshot = join(folder.path, '.gas-snapshot');
  expect(run('--gas-snapshot').status).toBe(1);
  expect(run('--gas-snapshot', '--update').stderr).toBe('.gas-snapshot: 3 transactions, 3 new\n');
  const before = readFileSync(snapshot, 'utf8');
  expect(before.split('\n').map((line) => line.trim().replace(/^\d+ +/, ''))).toEqual([
    '# Gas of every transaction: pact test --gas-snapshot --update',
    'a.repl: one',
    'a.repl: two',
    'b.repl: one',
    '',
  ]);
  expect(run('--gas-snapshot', '--filter', 'one')).toEqual({ status: 0, stderr: '' });
  expect(run('--update', '--filter', 'two').stderr).toBe(
    '.gas-snapshot: 3 transactions, nothing changed\n',
  );
  expect(readFileSync(snapshot, 'utf8')).toBe(before);
  writeFileSync(join(folder.path, 'b.repl'), '(begin-tx "one") (expect "x" 1 2) (commit-tx)');
  expect(run('--update').stderr).toBe(
    '.gas-snapshot: 3 transactions, nothing changed; not updated: 1 file that failed\n',
  );
  rmSync(join(folder.path, 'b.repl'));
  expect(run('--gas-snapshot').stderr).toMatch(
    /^b\.repl: one: \d+ gas in the snapshot, no longer exists\n1 /,
  );
  writeFileSync(snapshot, '<<<<<<< main');
  expect(run('--gas-snapshot').stderr).toBe(
    '.gas-snapshot:1: not a line of gas, file and transaction\n',
  );
  rmSync(snapshot);
  mkdirSync(snapshot);
  expect(run('--update').stderr).toBe('pact: cannot read .gas-snapshot: it is a directory\n');
  folder.remove();
});
