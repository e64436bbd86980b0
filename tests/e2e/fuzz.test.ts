// Property tests of the command: the same for a seed in any number of threads, failures as scripts, seeds tried again.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';

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
  expect(stdout).toContain(
    'Fuzz seed x, 100 runs each: --fuzz --seed x --runs 100 does the same\n',
  );
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
      new URL('../unit/repl/fuzz/planted/refund-twice.repl', import.meta.url),
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

test('what could not be tried keeps its failures', () => {
  const cwd = project();
  fuzz(cwd, '--seed', 'x');
  const list = join(cwd, '.pact-fuzz/failures.json');
  const before = readFileSync(list, 'utf8');
  writeFileSync(join(cwd, 'src/m.pact'), '(module');
  expect(fuzz(cwd, '--seed', 'x').status).toBe(1);
  expect(readFileSync(list, 'utf8')).toBe(before);
});

test('what holds again is forgotten', () => {
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

test('options that mean nothing alone', () => {
  const cwd = project();
  const { status, stderr } = runCommand(['test', '--runs', '5'], { cwd });
  expect(status).toBe(2);
  expect(stderr).toContain('the options --runs and --seed go with --fuzz');
  expect(fuzz(cwd, '--runs', '0').stderr).toContain('takes a whole number from 1');
  expect(existsSync(join(cwd, '.pact-fuzz'))).toBe(false);
  writeFileSync(join(cwd, 'src/m.pact'), contract('(defun f (x:integer) x)'));
  expect(fuzz(cwd).stdout).toContain('Nothing to try: no function is named prop-');
});
