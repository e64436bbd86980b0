// Property tests by the command: equal results for a seed with any number of threads, failures as scripts, saved seeds.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { command, folderWith, runCommand } from '../support/command.ts';

const flawed = '(defun prop-small (x:integer) (< x 1000))';
const contract = (body: string): string => `(module m G (defcap G () true) ${body})`;
const files = {
  'src/m.pact': contract(flawed),
  'tests/a.repl': '(load "../src/m.pact")',
  'tests/b.repl': '(load "../src/m.pact")',
};

let remove = (): void => undefined;
afterEach(() => remove());

function project(): string {
  const made = folderWith(files);
  remove = made.remove;
  return made.path;
}

const fuzz = (cwd: string, ...args: readonly string[]): ReturnType<typeof runCommand> =>
  runCommand(['test', '--fuzz', ...args], { cwd });

test('a failure becomes a script that fails by itself, and is tried first the next time', () => {
  const cwd = project();
  const { status, stdout } = fuzz(cwd, '--seed', 'x');
  expect(status).toBe(1);
  expect(stdout).toContain('(expect "m.prop-small" true (m.prop-small 1000))\n');
  expect(stdout).toContain('Fuzz seed x, 100 runs each: repeat with --fuzz --seed x --runs 100\n');
  const script = '.pact-fuzz/tests-a.repl-m.prop-small.repl';
  expect(stdout).toContain(`  ${script}\n`);
  const again = runCommand([script], { cwd });
  expect(again.status).toBe(1);
  expect(again.stdout).toContain('FAILURE: m.prop-small expected: true, received: false');

  const next = fuzz(cwd, '--runs', '1', 'tests/a.repl');
  expect(next.stdout).toContain('fuzz m.prop-small (1 run)');
  expect(next.status).toBe(1);
});

test('a failure of defpacts becomes a script that fails by itself', () => {
  const made = folderWith({
    'a.repl': readFileSync(
      new URL('../unit/tools/testing/fuzz/planted/refund-twice.repl', import.meta.url),
      'utf8',
    ),
  });
  remove = made.remove;
  expect(fuzz(made.path, '--seed', 'x', '--jobs', '1').status).toBe(1);
  const script = '.pact-fuzz/a.repl-sales.invariant-money-stays.repl';
  expect(readFileSync(join(made.path, script), 'utf8')).toContain('(continue-pact 0 true (hash');
  const { status, stdout } = runCommand([script], { cwd: made.path });
  expect(status).toBe(1);
  expect(stdout).toContain('FAILURE: sales.invariant-money-stays expected: true, received: false');
});

test('targets that could not be tried keep their failures', () => {
  const cwd = project();
  fuzz(cwd, '--seed', 'x');
  const list = join(cwd, '.pact-fuzz/failures.json');
  const before = readFileSync(list, 'utf8');
  writeFileSync(join(cwd, 'src/m.pact'), '(module');
  expect(fuzz(cwd, '--seed', 'x').status).toBe(1);
  expect(readFileSync(list, 'utf8')).toBe(before);
});

test('failures of targets that hold again are removed', () => {
  const cwd = project();
  fuzz(cwd, '--seed', 'x');
  const list = readFileSync(join(cwd, '.pact-fuzz/failures.json'), 'utf8');
  expect(JSON.parse(list)).toHaveLength(2);
  writeFileSync(join(cwd, 'src/m.pact'), contract('(defun prop-small (x:integer) true)'));
  expect(fuzz(cwd, 'tests/a.repl').status).toBe(0);
  expect(readdirSync(join(cwd, '.pact-fuzz'))).toEqual([
    'failures.json',
    'tests-b.repl-m.prop-small.repl',
  ]);
  expect(fuzz(cwd).status).toBe(0);
  expect(readdirSync(join(cwd, '.pact-fuzz'))).toEqual([]);
});

test('the number of threads makes no difference', () => {
  const lines = ['1', '2'].map((jobs) => {
    const cwd = project();
    const { stdout } = fuzz(cwd, '--seed', 'y', '--jobs', jobs, '--reporter', 'tap');
    remove();
    return stdout;
  });
  expect(lines[1]).toBe(lines[0]);
});

test('options that have no effect alone', () => {
  const cwd = project();
  const { status, stderr } = runCommand(['test', '--runs', '5'], { cwd });
  expect(status).toBe(2);
  expect(stderr).toContain('the options --runs, --seed and --strict need --fuzz');
  expect(fuzz(cwd, '--runs', '0').stderr).toContain('takes a whole number from 1');
  expect(existsSync(join(cwd, '.pact-fuzz'))).toBe(false);
  writeFileSync(join(cwd, 'src/m.pact'), contract('(defun f (x:integer) x)'));
  const nothing = fuzz(cwd);
  expect(nothing.stdout).toContain(
    'Nothing to test: no function has a name that begins with prop-',
  );
  expect([nothing.status, fuzz(cwd, '--allow-empty').status]).toEqual([1, 0]);
  expect(fuzz(cwd, '--allow-empty', '--strict').status).toBe(1);
});

test('targets that could not be tried are skipped in every report, and fail if they are required', () => {
  const cwd = project();
  writeFileSync(
    join(cwd, 'src/m.pact'),
    contract('(defun prop-p (x:integer) (enforce false "no"))'),
  );
  const why = 'all 500 cases were rejected, most often by: no';
  const shown = (...args: readonly string[]) => fuzz(cwd, 'tests/a.repl', ...args);
  expect(shown()).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`not tried: m.prop-p: ${why}`) as unknown,
  });
  expect(shown().stdout).toMatch(/^Expectations {2}0 passed, 1 not tried$/m);
  expect(shown().stdout).toMatch(/^Properties and invariants: 0 held, 1 not tried\nFuzz seed /m);
  expect(shown('--reporter', 'tap').stdout).toContain(
    `ok 1 - outside of transactions: fuzz m.prop-p # SKIP ${why}\n`,
  );
  expect(shown('--reporter', 'junit').stdout).toContain(`<skipped message="${why}"/>`);
  expect(shown('--reporter', 'dot').stdout).toMatch(/^S\n/);
  const strict = shown('--strict');
  expect(strict.status).toBe(1);
  expect(strict.stdout).toContain(`not tried: ${why}`);
});

test('Ctrl-C keeps what was found so far', async () => {
  const cwd = project();
  writeFileSync(
    join(cwd, 'src/m.pact'),
    contract(`${flawed} (defun prop-long (x:integer) (>= (length (hash x)) 0))`),
  );
  const child = spawn(
    process.execPath,
    [command, 'test', '--fuzz', '--runs', '1000000', 'tests/a.repl'],
    { cwd, stdio: 'ignore' },
  );
  const script = join(cwd, '.pact-fuzz/tests-a.repl-m.prop-small.repl');
  while (!existsSync(script) && child.exitCode === null) await setTimeout(50);
  child.kill('SIGINT');
  await once(child, 'exit');
  expect(readFileSync(join(cwd, '.pact-fuzz/failures.json'), 'utf8')).toContain('m.prop-small');
  expect(runCommand([script], { cwd }).status).toBe(1);
});
