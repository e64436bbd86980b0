// The events that an editor receives while a script runs.
import { expect, test } from 'vitest';
import { silentHost } from '../../../../../src/tools/repl/options.ts';
import type { TextRange } from '../../../../../src/tools/analysis/workspace/symbols.ts';
import { runTestsForEditor } from '../../../../../src/tools/testing/editor/run-tests.ts';
import type { TestEvent } from '../../../../../src/tools/testing/editor/test-event.ts';
import { readingFrom, type Files } from '../../../../support/test-reports.ts';

type Options = { readonly coverage?: boolean; readonly fileGasLimit?: number };

function eventsOf(files: Files, { coverage = false, fileGasLimit }: Options = {}) {
  const events: TestEvent[] = [];
  let ms = 0;
  runTestsForEditor(Object.keys(files)[0] ?? '', {
    host: { ...silentHost, readFile: readingFrom(files), now: () => ms++ },
    room: { depthLimit: 2000, nestingLimit: 200 },
    keepGoing: true,
    coverage,
    fileGasLimit,
    tell: (event) => events.push(event),
  });
  return events;
}

const only = <K extends TestEvent['kind']>(events: readonly TestEvent[], kind: K) =>
  events.filter((event): event is Extract<TestEvent, { kind: K }> => event.kind === kind);

const textOf = (
  files: Files,
  { path, range }: { readonly path: string; readonly range: TextRange },
) => (files[path] ?? '').slice(range.start, range.end);

const transactions: Files = {
  'a.repl': `; 🙂
(begin-tx "good")
(expect "held" 1 1)
(print "seen")
(commit-tx)
(begin-tx "bad")
(expect "differs" 1 2)
(expect-failure "wrong" "other" (enforce false "stop"))
(commit-tx)`,
};

test('events come in the order of the run, with ids and ranges of the text', () => {
  const events = eventsOf(transactions);
  const lines = events.map((event) => {
    if (!('range' in event)) return event.kind;
    const id = 'id' in event ? event.id : '-';
    const status = 'status' in event ? event.status : '-';
    return `${event.kind} ${id} ${status}: ${textOf(transactions, event)}`;
  });
  expect(lines).toEqual([
    'file-began',
    'block-began good -: (begin-tx "good")',
    'expectation good/held passed: (expect "held" 1 1)',
    'print - -: (print "seen")',
    'block-ended good passed: (begin-tx "good")',
    'block-began bad -: (begin-tx "bad")',
    'expectation bad/differs failed: (expect "differs" 1 2)',
    'expectation bad/wrong failed: (expect-failure "wrong" "other" (enforce false "stop"))',
    'block-ended bad failed: (begin-tx "bad")',
    'file-ended',
  ]);
  expect(only(events, 'file-ended')).toMatchObject([{ path: 'a.repl', status: 'failed' }]);
});

test('a failure has the expected and the actual value', () => {
  const [, differs, wrong] = only(eventsOf(transactions), 'expectation');
  expect(differs).toMatchObject({ expected: '1', actual: '2', message: 'expected 1, received 2' });
  expect(wrong?.rendered).toContain('stop');
  expect(wrong?.stack.map((frame) => textOf(transactions, frame))).toEqual([
    '(enforce false "stop"))',
  ]);
});

test('an expectation has the calls in which its expression failed', () => {
  const files: Files = {
    'a.repl': `(module m G (defcap G () true)
(defun f (x) (enforce false "no"))
(defun g () (map f [1])))
(expect "value" 1 (m.g))`,
  };
  const [failed] = only(eventsOf(files), 'expectation');
  expect(failed?.stack.map(({ text }) => text)).toEqual(['no', 'm.f', 'm.g']);
  const calls = failed?.stack.map(({ calledAt }) => calledAt && textOf(files, calledAt));
  expect(calls).toEqual([undefined, '(map f [1])))', '(m.g))']);
});

test('gas is that of the expectation, and of the whole transaction', () => {
  const events = eventsOf({
    'a.repl': '(begin-tx "t")(expect "cheap" 1 1)(expect "dear" 6 (+ 1 (+ 2 3)))(commit-tx)',
  });
  const [cheap, dear] = only(events, 'expectation');
  const [block] = only(events, 'block-ended');
  expect(dear?.gas).toBeGreaterThan(cheap?.gas ?? NaN);
  expect(block?.gas).toBeGreaterThanOrEqual((cheap?.gas ?? NaN) + (dear?.gas ?? NaN));
  expect(dear?.ms).toBeGreaterThan(0);
});

test('an error has the functions in which it happened, and the run continues with the next transaction', () => {
  const files: Files = {
    'a.repl': `(begin-tx "module")
(module m G (defcap G () true) (defun f () (enforce false "no")) (defun g () (f)))
(commit-tx)
(begin-tx "error")
(m.g)
(commit-tx)
(begin-tx "after")
(expect "still" 1 1)
(commit-tx)`,
  };
  const events = eventsOf(files);
  const [error] = only(events, 'error');
  expect(error).toMatchObject({ message: 'no' });
  expect(error?.stack.map(({ text }) => text)).toEqual(['m.f', 'm.g']);
  expect(error?.stack.map((frame) => textOf(files, frame))).toEqual([
    '(defun f () (enforce false "no"))',
    '(defun g () (f))',
  ]);
  const calls = error?.stack.map(({ calledAt }) => calledAt && textOf(files, calledAt));
  expect(calls).toEqual(['(f)', '(m.g)']);
  const ended = only(events, 'block-ended').map(({ id, status }) => `${id} ${status}`);
  expect(ended).toEqual(['module passed', 'error failed', 'after passed']);
});

test('an expectation of a loaded file has its position there', () => {
  const files: Files = {
    'a.repl': '(begin-tx "t") (load "b.repl") (commit-tx)',
    'b.repl': '(expect "there" 1 2)',
  };
  expect(only(eventsOf(files), 'expectation')).toMatchObject([
    { path: 'b.repl', id: 'outside of transactions/there', status: 'failed' },
  ]);
});

test('a file that takes too much gas ends, with the reason', () => {
  const files: Files = { 'a.repl': '(fold (+) 0 (enumerate 1 100000))' };
  expect(only(eventsOf(files, { fileGasLimit: 10 }), 'file-ended')).toMatchObject([
    { status: 'failed', problem: expect.stringContaining('used more than 10 gas') as unknown },
  ]);
});

test('coverage is that of contracts', () => {
  const files: Files = {
    'a.repl': '(load "m.pact")\n(expect "one" 1 (m.f true))',
    'm.pact':
      '(module m G\n  (defcap G () true)\n  (defun f (b)\n    (if b\n      1\n      2))\n  (defun g ()\n    3))',
  };
  const [coverage] = only(eventsOf(files, { coverage: true }), 'coverage');
  expect(coverage?.files).toMatchObject([
    {
      path: 'm.pact',
      functions: [
        { line: 2, name: 'm.G' },
        { line: 3, name: 'm.f', count: 1 },
        { line: 7, name: 'm.g', count: 0 },
      ],
      branches: [{ line: 4, form: 'if', arms: [{ count: 1 }, { count: 0 }] }],
    },
  ]);
});
