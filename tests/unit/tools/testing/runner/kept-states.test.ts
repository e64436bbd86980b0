// A run that starts at a state of an earlier run reports the same as a whole run, to the last gas.
import { expect, test } from 'vitest';
import { readFile, testEveryScript } from '../../../../support/every-script.ts';
import {
  readingFrom,
  recordedReportOf,
  reportOfFile,
  type Files,
} from '../../../../support/test-reports.ts';

testEveryScript((path) => {
  const options = { keepGoing: true };
  const whole = reportOfFile(path, readFile, options);
  const { report, history } = recordedReportOf(path, readFile, options);
  expect(report).toEqual(whole);
  for (const share of [0.4, 1]) {
    const count = Math.ceil(history.length * share);
    const again = recordedReportOf(path, readFile, {
      ...options,
      history: history.with(count, []),
    });
    expect(again.shared).toBe(count);
    expect(again.report).toEqual(whole);
  }
});

const files = {
  'a.repl': `(load "b.repl")
(begin-tx "first") (print "p") (expect "one" 1 2) (commit-tx)
(expect "outside" 1 1) (print "outside")
(begin-tx "second") (expect "two" 2 n) (commit-tx) (load "b.repl")
(print "end")`,
  'b.repl': '(defconst n 2) (expect "loaded" 2 n)',
} satisfies Files;

/** Returns how many states of the run before the change the next run uses. */
function after(before: Files, change: Files, keepGoing = false): number {
  const { history } = recordedReportOf('a.repl', readingFrom(before), { keepGoing });
  const readFile = readingFrom({ ...before, ...change });
  const again = recordedReportOf('a.repl', readFile, { keepGoing, history });
  expect(again.report).toEqual(reportOfFile('a.repl', readFile, { keepGoing }));
  return history.length - again.shared;
}

test('after an edit near the end everything before it is taken from the last run', () => {
  expect(after(files, {})).toBe(0);
  expect(after(files, { 'a.repl': files['a.repl'].replace('"end"', '"other end"') })).toBe(1);
});

test('a block outside transactions continues after its first half was kept', () => {
  const more = files['a.repl'].replace('(print "outside")', '(expect "outside too" 3 4)');
  expect(after(files, { 'a.repl': more })).toBeGreaterThan(1);
});

const failing = {
  'a.repl': `(load "b.repl")
(begin-tx "bad") (enforce false "stop") (commit-tx)
(begin-tx "good") (expect "on" 1 1) (commit-tx)
(print "end")`,
  'b.repl': '(begin-tx "loaded") (enforce false "stop") (commit-tx) (print "never")',
} satisfies Files;

test('what --keep-going left out stays left out', () => {
  expect(after(failing, {}, true)).toBe(0);
  const end = failing['a.repl'].replace('"end"', '"other end"');
  expect(after(failing, { 'a.repl': end }, true)).toBe(1);
  expect(after(failing, { 'b.repl': `${failing['b.repl']} (begin-tx "new")` }, true)).not.toBe(0);
  const open = { 'a.repl': '(print "before")\n(begin-tx) (enforce false "stop")\n(print "out")' };
  expect(after(open, { 'a.repl': `${open['a.repl']} (print "out as well")` }, true)).toBe(0);
  expect(after(open, { 'a.repl': `${open['a.repl']}\n\n(begin-tx "on")` }, true)).toBe(0);
  // The error is shown with a line of another file.
  const elsewhere = { 'a.repl': '(print 1)\n(load "b.repl")\n(print 2)', 'b.repl': '(' };
  expect(after(elsewhere, { 'a.repl': `${elsewhere['a.repl']} (print 3)` }, true)).toBe(0);
});

test('the line of an error is the current one', () => {
  const line = { 'a.repl': '(begin-tx) (enforce false "stop") (begin-tx) (commit-tx) (print 1)' };
  expect(after(line, { 'a.repl': `${line['a.repl']} ; a comment` }, true)).toBe(0);
  const later = { 'a.repl': `${line['a.repl']}\n(print 2)\n(print 3)` };
  expect(after(later, { 'a.repl': later['a.repl'].replace('3', '4') }, true)).toBe(1);
});

test('scans are still noticed in a state that was kept', () => {
  const before = {
    'a.repl': `(module m G (defcap G () true) (defschema s x:integer) (deftable t:{s}))
(create-table t)
(begin-tx "t") (keys m.t) (commit-tx)`,
  };
  expect(after(before, { 'a.repl': `${before['a.repl']} (begin-tx) (keys m.t)` })).toBe(0);
});
