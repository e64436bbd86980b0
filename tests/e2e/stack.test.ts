// The command supports nesting up to its limits and reports a Pact error beyond them, in every environment. All kinds of
// nesting are tested in tests/conformance/bad-input.test.ts.
import { expect, test } from 'vitest';
import { depthLimit, nestingLimit, smallRoom } from '../../src/apps/cli/stack-size.ts';
import { folderWith, runProcess } from '../support/command.ts';
import { chains, nestings } from '../support/deep-programs.ts';

/** Returns the outcome of a program: `holds`, or the error message. */
function outcome(program: string): string {
  const { path, remove } = folderWith({ 'a.repl': program });
  const { status, stderr } = runProcess(['a.repl'], { cwd: path });
  remove();
  const [first = ''] = stderr.split('\n');
  return status === 0 ? 'holds' : first.replace(/^a\.repl:\d+:\d+: /, '');
}

const [lets] = nestings;
const [calls, defpacts] = chains;

const trusted = smallRoom.nestingLimit;

test.each([
  [trusted, 'holds'],
  // Larger programs are run again in the thread with the large stack.
  [trusted + 1, 'holds'],
  [nestingLimit, 'holds'],
  [nestingLimit + 1, `Nesting too deep: more than ${nestingLimit} levels of brackets`],
  [1_000_000, `Nesting too deep: more than ${nestingLimit} levels of brackets`],
])('%d levels of brackets', (levels, expected) => {
  expect(outcome(lets?.program(levels) ?? '')).toBe(expected);
});

test.each([
  ['calls', 300, calls, 'holds'],
  ['nested defpacts', 300, defpacts, 'holds'],
  ['calls', depthLimit / 5, calls, `Call depth exceeded, limit: ${depthLimit}`],
])('%s, %d of them', (_, count, chain, expected) => {
  expect(outcome(chain?.program(count) ?? '')).toBe(expected);
});

const deep = lets?.program(trusted + 1) ?? '';

test('writes before a try that nested too deeply are made once', () => {
  const { path, remove } = folderWith({
    'print.repl': '(print "begun") (expect "held" 1 2) (load "deep.repl") (print "ended")',
    'deep.repl': deep,
  });
  const { stdout } = runProcess(['print.repl'], { cwd: path });
  remove();
  expect(stdout.split('\n').filter((line) => !line.startsWith('  '))).toEqual([
    '"begun"',
    '"ended"',
    'print.repl:1:16-1:35:FAILURE: held expected: 1, received: 2',
    '',
  ]);
});

test('a program cannot catch a try that nested too deeply', () => {
  const { path, remove } = folderWith({
    'catch.repl': '(expect-failure "too deep" (load "deep.repl"))',
    'deep.repl': deep,
  });
  const { stdout } = runProcess(['catch.repl'], { cwd: path });
  remove();
  expect(stdout).toContain('expected failure, got result');
});

test('more loaded files, and deeper types, than a try may nest are no errors', () => {
  const count = smallRoom.loadLimit + 5;
  const files = Array.from({ length: count }, (_, i): [string, string] => [
    `${i}.repl`,
    i + 1 < count ? `(load "${i + 1}.repl")` : '(print "innermost")',
  ]);
  const lists = Array.from(
    { length: smallRoom.depthLimit + 100 },
    (_, i) => `(defun f${i} () ${i === 0 ? '1' : `[(f${i - 1})]`})`,
  );
  const module = `(module m G (defcap G () true) ${lists.join('\n')})`;
  const { path, remove } = folderWith({
    ...Object.fromEntries(files),
    'types.repl': `${module} (print "begun") (typecheck "m")`,
  });
  const loads = runProcess(['0.repl'], { cwd: path });
  const types = runProcess(['types.repl'], { cwd: path });
  remove();
  expect(loads).toMatchObject({ status: 0, stdout: '"innermost"\nLoad successful\n' });
  expect(types).toMatchObject({ status: 0, stdout: '"begun"\nLoad successful\n' });
});
