// Finds the tests of a script in its source text.
import { expect, test } from 'vitest';
import { discoverTests } from '../../../../../src/tools/testing/editor/discover-tests.ts';

/** Returns a line for each test, with the source text that it covers. */
function found(text: string): readonly string[] {
  const shown = ({ start, end }: { readonly start: number; readonly end: number }) =>
    text.slice(start, end).replaceAll('\n', ' ');
  return discoverTests(text, { path: 'a.repl', nestingLimit: 100 }).flatMap(
    ({ id, name, range, expectations }) => [
      `${id} (${name ?? '-'}): ${shown(range)}`,
      ...expectations.map((each) => `  ${each.kind} ${each.id}: ${shown(each.range)}`),
    ],
  );
}

test('a block for each transaction, a leaf for each expectation', () => {
  expect(
    found(`(begin-tx "one")
(expect "a" 1 1)
(expect-failure "b" "x" (enforce false "x"))
(commit-tx)
(begin-tx "two")
(let ((x 1)) (expect-that "c" (< 0) x))
(rollback-tx)`),
  ).toEqual([
    'one (one): (begin-tx "one") (expect "a" 1 1) (expect-failure "b" "x" (enforce false "x")) (commit-tx)',
    '  expect one/a: (expect "a" 1 1)',
    '  expect-failure one/b: (expect-failure "b" "x" (enforce false "x"))',
    'two (two): (begin-tx "two") (let ((x 1)) (expect-that "c" (< 0) x)) (rollback-tx)',
    '  expect-that two/c: (expect-that "c" (< 0) x)',
  ]);
});

test('repeated names are numbered, and computed names are replaced', () => {
  expect(
    found(
      '(begin-tx)(expect "a" 1 1)(expect "a" 1 1)(expect (f) 1 1)(commit-tx)(begin-tx)(commit-tx)',
    ),
  ).toEqual([
    'unnamed transaction (unnamed transaction): (begin-tx)(expect "a" 1 1)(expect "a" 1 1)(expect (f) 1 1)(commit-tx)',
    '  expect unnamed transaction/a: (expect "a" 1 1)',
    '  expect unnamed transaction/a~2: (expect "a" 1 1)',
    '  expect unnamed transaction/expect: (expect (f) 1 1)',
    'unnamed transaction~2 (unnamed transaction): (begin-tx)(commit-tx)',
  ]);
});

test('outside transactions only expectations make a test', () => {
  expect(found('(load "a.pact") (expect "a" 1 1) (env-data {}) (expect "b" 1 1) (f)')).toEqual([
    'outside of transactions (-): (expect "a" 1 1) (env-data {}) (expect "b" 1 1)',
    '  expect outside of transactions/a: (expect "a" 1 1)',
    '  expect outside of transactions/b: (expect "b" 1 1)',
  ]);
});

test('a form with a syntax error hides no other test', () => {
  expect(
    found('(begin-tx "t")\n(expect "a" 1 1)\n(expect "b" ] 1)\n(expect "c" 1 1)\n(commit-tx)'),
  ).toEqual([
    expect.stringMatching(/^t /),
    '  expect t/a: (expect "a" 1 1)',
    '  expect t/c: (expect "c" 1 1)',
  ]);
});

test('names of JavaScript properties are ordinary names', () => {
  expect(found('(begin-tx "__proto__")(expect "constructor" 1 1)(commit-tx)')[1]).toBe(
    '  expect __proto__/constructor: (expect "constructor" 1 1)',
  );
});
