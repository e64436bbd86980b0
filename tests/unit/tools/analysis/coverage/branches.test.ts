// Branches, functions, merged runs, and the two reports.
import { expect, test } from 'vitest';
import {
  CoverageTotals,
  figuresOf,
  fileCoverage,
  missedLines,
  percentText,
} from '../../../../../src/tools/analysis/coverage/coverage.ts';
import { htmlPages } from '../../../../../src/tools/testing/coverage/html.ts';
import { lcovText } from '../../../../../src/tools/testing/coverage/reports.ts';
import { countsOfRun, coverageOf } from '../../../../support/coverage.ts';

const contract = `(module m G
  (defcap G () true)
  (defun way (x:integer)
    (if (> x 0) "up" (if (< x 0) "down" "level")))
  (defun both (a:bool b:bool)
    (and a b))
  (defun sure (x:integer)
    (enforce (> x 0) "positive")
    (or (= x 1) (= x 2)))
  (defun one (a:bool)
    (enforce-one "no" [(enforce a "a") (enforce true "b")]))
  (defun tried (x:integer)
    (try 0 (/ 1 x)))
  (defun folded (xs)
    (fold (and) true xs)))`;

const script = `(load "a.pact")
(m.way 1) (m.way 2) (m.way 0)
(m.both true false)
(m.sure 1) (m.sure 2) (try "" (m.sure 0))
(m.one true) (m.one false)
(m.tried 1)
(m.folded [true false])`;

const files = { 'all.repl': script, 'a.pact': contract };

test('which branches conditions took', () => {
  const { branches } = coverageOf(files, 'a.pact');
  const lines = branches.map(
    ({ line, form, arms }) =>
      `${line} ${form} ${arms.map(({ name, count }) => `${name} ${count}`).join(', ')}`,
  );
  expect(lines).toEqual([
    '4 if true 2, false 1',
    '4 if true 0, false 1',
    '6 and true 1, false 0',
    '8 enforce true 2, false 1',
    '9 or true 1, false 1',
    '11 enforce-one condition 1 1, condition 2 1, none 0',
    '11 enforce true 1, false 1',
    '11 enforce true 1, false 0',
    '13 try success 1, failure 0',
  ]);
});

test('functions and how often they were called', () => {
  const { functions } = coverageOf(files, 'a.pact');
  expect(functions.map(({ name, line, count }) => [name, line, count])).toEqual([
    ['m.G', 2, 0],
    ['m.way', 3, 3],
    ['m.both', 5, 1],
    ['m.sure', 7, 3],
    ['m.one', 10, 2],
    ['m.tried', 12, 1],
    ['m.folded', 14, 1],
  ]);
});

test('counts of several runs are added, and those of a changed text replace the old ones', () => {
  const totals = new CoverageTotals();
  const other = { ...files, 'all.repl': '(load "a.pact") (m.way -1)' };
  for (const run of [files, other]) for (const counts of countsOfRun(run)) totals.add(counts);
  const sum = totals.all.find(({ file }) => file === 'a.pact');
  expect(sum).toBeDefined();
  if (sum === undefined) return;
  const coverage = fileCoverage(sum, 'a.pact', contract);
  expect(coverage.lines.get(4)).toBe(4);
  expect(coverage.branches[1]?.arms.map(({ count }) => count)).toEqual([1, 1]);
  expect(coverage.functions[1]?.count).toBe(4);

  const changed = { 'all.repl': '(load "a.pact")', 'a.pact': '(+ 1 2)' };
  for (const counts of countsOfRun(changed)) totals.add(counts);
  expect(totals.all.find(({ file }) => file === 'a.pact')?.functions).toEqual([]);
});

const small = {
  'all.repl': '(load "a.pact") (m.f 1)',
  'a.pact': `(module m G
  (defcap G () true)
  (defun f (x:integer)
    (if (> x 0) "<up>" "&down"))
  (defun g ()
    1))`,
};

test('lcov', () => {
  expect(lcovText([coverageOf(small, 'a.pact')])).toBe(`TN:
SF:a.pact
FN:2,m.G
FN:3,m.f
FN:5,m.g
FNDA:0,m.G
FNDA:1,m.f
FNDA:0,m.g
FNF:3
FNH:1
BRDA:4,0,0,1
BRDA:4,0,1,0
BRF:2
BRH:1
DA:2,0
DA:4,1
DA:6,0
LF:3
LH:1
end_of_record
`);
});

test('figures are rounded down, and lines without code are merged with those that have code', () => {
  const coverage = coverageOf(small, 'a.pact');
  const { lines, branches, functions } = figuresOf([coverage]);
  expect([lines, branches, functions].map(percentText)).toEqual(['33.3%', '50.0%', '33.3%']);
  expect(missedLines(coverage)).toEqual(['2', '6']);
  expect(percentText({ hit: 999_999, all: 1_000_000 })).toBe('99.9%');
  expect(percentText({ hit: 0, all: 0 })).toBe('100.0%');
});

test('pages are complete, and program text never becomes a tag', () => {
  const coverage = { ...coverageOf(small, 'a.pact'), file: '../"><b>/a.pact' };
  const [index, page] = htmlPages([coverage, coverage]);
  expect(index?.path).toBe('index.html');
  expect(page?.path).toBe('b-a.pact.html');
  expect(index?.text).toContain('../&quot;&gt;&lt;b&gt;/a.pact</a>');
  expect(index?.text).toContain('href="b-a.pact-2.html"');
  expect(page?.text).toContain('&lt;up&gt;');
  expect(page?.text).toContain('<mark>&quot;&amp;down&quot;</mark>');
  expect(page?.text).toContain('if: never false');
  expect(page?.text).toContain('<tr id="L6" class="miss">');
  expect(page?.text).not.toMatch(/<b>\/|<up>|<script|https?:/);
});
