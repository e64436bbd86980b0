// A command in a process of its own, and in the process that tests share (support/warm-command.ts), does the same.
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folderWith, runCommand, runMerged, runProcess } from '../support/command.ts';

const folder = folderWith({
  'good.repl': '(print [1 "a"])\n(expect "sum" 3 (+ 1 2))\n',
  'failing.repl': '(print "before")\n(expect "sum" 4 (+ 1 2))\n',
  'broken.repl': '(+ 1 (foo))\n',
  'untidy.pact': '(module    m G (defcap G () true))\n',
  'a.pact': '(module a G (defcap G () true) (defun f (x:integer) (+ x 1)))\n',
  'other/where.repl': '(print "elsewhere")\n',
});
afterAll(folder.remove);
const cwd = folder.path;

test.each<{ readonly args: readonly string[]; readonly status: number; readonly input?: string }>([
  { args: ['--version'], status: 0 },
  { args: ['--nothing'], status: 2 },
  { args: ['good.repl'], status: 0 },
  { args: ['-t', 'good.repl', 'failing.repl'], status: 1 },
  { args: ['broken.repl'], status: 1 },
  { args: [], status: 0, input: '(+ 1 2)\n' },
  { args: ['-'], status: 1, input: '(expect "one" 1 2)' },
  { args: ['check', 'a.pact'], status: 0 },
  { args: ['doc', 'abs'], status: 1 },
  { args: ['fmt', '--check', 'untidy.pact'], status: 1 },
  { args: ['key', 'generate'], status: 2 },
  { args: ['lint', 'a.pact'], status: 1 },
  { args: ['serve', 'none.yaml'], status: 2 },
  { args: ['test', '--reporter', 'tap', 'good.repl'], status: 0 },
])('pact $args', ({ args, ...expected }) => {
  const input = expected.input ?? '';
  const shared = runCommand(args, { cwd, input });
  expect(shared).toEqual(runProcess(args, { cwd, input }));
  expect(shared.status).toBe(expected.status);
});

test('nothing of a command is left for the next one', () => {
  const env = { NO_COLOR: '1', PACT_HISTORY: 'none' };
  expect(runCommand(['good.repl'], { cwd, env, input: '(+ 1 2)' }).status).toBe(0);
  const next = { cwd: join(cwd, 'other') };
  expect(runCommand([], next)).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(runCommand(['where.repl'], next).stdout).toBe('"elsewhere"\nLoad successful\n');
});

test('both streams in one file keep the order of the lines', () => {
  const { status, lines } = runMerged(['failing.repl', 'good.repl'], { cwd });
  expect(status).toBe(1);
  expect(lines[0]).toBe('==> failing.repl');
  expect(lines.slice(-2)).toEqual(['1 of 2 files failed: failing.repl', 'Load failed']);
});
