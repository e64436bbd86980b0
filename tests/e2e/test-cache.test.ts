// Cached states of test runs: with any cache, `pact test` reports the same as without one.

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { command, folderWith, runCommand } from '../support/command.ts';
import { shownBy } from '../support/shown-by.ts';

/** Runs long enough for states to be kept. */
const slow = '(map (lambda (n:integer) (fold (+) 0 (enumerate n 60000))) (enumerate 1 5))';

const setup = `(begin-tx "setup")
(module m G (defcap G () true) (defschema s n:integer) (deftable t:{s})
  (defun f:integer (n:integer) "Reads." (at "n" (read t (format "{}" [n]))))
  (defun all () (keys t)))
(create-table t) (insert t "1" { "n": 5 }) (commit-tx)
(print (length ${slow}))
(expect "wrong" 6 (m.f 1))\n`;

const file = (name: string): string => `(load "setup.repl")
(begin-tx "${name}") (print "${name}") (expect "row" 5 (m.f 1)) (m.all) (commit-tx)
(begin-tx "broken") (m.f 7) (commit-tx)
(begin-tx "after") (expect "row" 5 (m.f 1)) (commit-tx)\n`;

let folder: ReturnType<typeof folderWith>;
beforeEach(() => {
  folder = folderWith({
    'setup.repl': setup,
    'one.repl': file('one'),
    'two.repl': file('two'),
    'three.repl': '(expect "short" 1 1)',
  });
});
afterEach(() => folder.remove());

const cache = (): string => join(folder.path, 'cache');
const environment = () => ({ ...process.env, PACT_CACHE_DIR: cache() });

/** Without the duration. */
function report(...args: readonly string[]): { readonly status: number | null; shown: unknown } {
  const all = ['test', '--reporter', 'json', ...args];
  const { status, stdout } = runCommand(all, { cwd: folder.path, env: environment() });
  const shown: unknown = JSON.parse(stdout, (key: string, value: unknown) =>
    key === 'durationMs' ? 0 : value,
  );
  return { status, shown };
}

/** Without the command's own code: see cache.test.ts. */
function entries(): readonly string[] {
  const names = existsSync(cache()) ? readdirSync(cache()) : [];
  return names.filter((name) => !name.endsWith('.code'));
}

function append(path: string, text: string): void {
  const whole = join(folder.path, path);
  writeFileSync(whole, readFileSync(whole, 'utf8') + text);
}

test.each([[[]], [['--keep-going']], [['--bail', '--jobs', '1']], [['--filter', 'one']]])(
  'a second run, and one after an edit, report the same as without a cache: %j',
  (args) => {
    const without = report('--no-cache', ...args);
    expect(without.status).toBe(1);
    expect(entries()).toEqual([]);
    expect(report(...args)).toEqual(without);
    expect(entries().length).toBeGreaterThan(0);
    expect(report(...args)).toEqual(without);
    append('one.repl', '(begin-tx "one more") (expect "row" 6 (m.f 1)) (commit-tx)');
    expect(report(...args)).toEqual(report('--no-cache', ...args));
  },
);

test('gas is compared, and coverage counted, as without a cache', () => {
  report();
  const options = { cwd: folder.path, env: environment() };
  const run = (...args: readonly string[]) => runCommand(['test', 'one.repl', ...args], options);
  run('--update', '--no-cache');
  expect(run('--gas-snapshot').stderr).toBe('');
  const lcov = (...args: readonly string[]): string => {
    run('--coverage', ...args);
    return readFileSync(join(folder.path, 'coverage/lcov.info'), 'utf8');
  };
  expect(lcov()).toEqual(lcov('--no-cache'));
});

test('a damaged entry, and concurrent runs, change nothing', async () => {
  const without = report('--no-cache');
  report();
  for (const [at, name] of entries().entries()) {
    const whole = readFileSync(join(cache(), name));
    const middle = whole.length >> 1;
    const damaged = at === 0 ? whole.subarray(0, middle) : whole.fill(7, middle);
    writeFileSync(join(cache(), name), damaged);
  }
  expect(report()).toEqual(without);
  const args = [command, 'test', '--reporter', 'dot'];
  const runs = Array.from({ length: 3 }, () =>
    spawn(process.execPath, args, { cwd: folder.path, env: environment(), stdio: 'ignore' }),
  );
  const ends = runs.map((run) => new Promise((resolve) => run.once('exit', resolve)));
  expect(await Promise.all(ends)).toEqual([1, 1, 1]);
  expect(report()).toEqual(without);
  expect(entries().filter((name) => !name.endsWith('.states'))).toEqual([]);
});

test('a watched run reports an edit, even if nothing can be written', async () => {
  writeFileSync(cache(), 'no folder');
  const child = spawn(process.execPath, [command, 'test', '--watch', 'one.repl', '-k'], {
    cwd: folder.path,
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const seen = shownBy(child.stdout);
  try {
    await seen('Transactions  4');
    await seen('Waiting for changes');
    append('one.repl', '(begin-tx "one more") (expect "row" 7 (m.f 1)) (commit-tx)\n');
    await seen('wrong  setup.repl:7');
    await seen('row  one.repl:5');
    await seen('Waiting for changes');
  } finally {
    child.kill();
  }
});
