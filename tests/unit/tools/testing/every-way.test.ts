// A script means the same in every way of running it.

import { describe, expect, test } from 'vitest';
import { readFile, testEveryScript } from '../../../support/every-script.ts';
import type { Files } from '../../../support/replayed.ts';
import { readingFrom } from '../../../support/test-reports.ts';
import {
  alone,
  asTest,
  forEditor,
  fromStates,
  inLibrary,
  verdictsAlone,
  type Verdicts,
} from '../../../support/ways-of-running.ts';

describe('every script', () => {
  testEveryScript((path) => {
    expect(asTest(path, readFile, { keepGoing: true })).toEqual(alone(path, readFile));
    expect(forEditor(path, readFile)).toEqual(verdictsAlone(path, readFile));
  });
});

function compare(path: string, files: Files): Verdicts {
  const outcome = alone(path, files);
  expect(asTest(path, files)).toEqual(outcome);
  expect(asTest(path, files, { keepGoing: true })).toEqual(outcome);
  expect(asTest(path, files, { calls: 'all' })).toEqual(outcome);
  expect(fromStates(path, files)).toEqual(outcome);
  const verdicts = verdictsAlone(path, files);
  expect(forEditor(path, files)).toEqual(verdicts);
  expect(inLibrary(path, files)).toEqual(verdicts);
  return verdicts;
}

const parts = {
  'parts/fails.repl':
    '(print "in the file")\n(enforce false "halt")\n(begin-tx "inner")\n(commit-tx)',
  'parts/fails-in-tx.repl': '(begin-tx "inner")\n(enforce false "halt")\n(begin-tx "later")',
  'parts/good.repl': '(defconst LOADED 2)\n(expect "in the file" 2 LOADED)',
  'parts/tx.repl': '(begin-tx "of the file")\n(defconst IN-FILE 1)\n(commit-tx)',
  'parts/rolls.repl': '(rollback-tx)',
  'parts/wrong.pact': '(module wrong G (defcap G () true) (defun f () (no-such-name)))',
  'parts/syntax.repl': '(print "never"',
  'parts/nested.repl': '(load "fails.repl")',
  'parts/nested-expected.repl': '(expect-failure "nested" "halt" (load "fails.repl"))',
  'parts/chains.repl': '(env-on-chain "2")\n(defconst ON-TWO 1)',
  'parts/chains-fail.repl': '(env-on-chain "2")\n(begin-tx)\n(enforce false "halt")',
};

test.each([
  [
    'within expect-failure',
    '(expect-failure "fails" "halt" (load "parts/fails.repl"))',
    ['fails: passed'],
  ],
  [
    'within expect-failure, in a transaction',
    `(begin-tx "t") (defconst N 1)
    (expect-failure "fails" "halt" (load "parts/fails.repl")) (expect "N" 1 N) (commit-tx)`,
    ['fails: passed', 'N: passed'],
  ],
  [
    'within expect-failure, with a transaction of its own',
    `(expect-failure "fails" "halt" (load "parts/fails-in-tx.repl"))
    (expect "open" "Rollback Tx 0: inner" (rollback-tx))`,
    ['fails: passed', 'open: passed'],
  ],
  [
    'within expect-failure that expects another error',
    '(expect-failure "fails" "other" (load "parts/fails.repl")) (expect "on" 1 1)',
    ['fails: failed', 'on: passed'],
  ],
  [
    'within expect-failure that should have failed',
    '(expect-failure "fails" (load "parts/good.repl")) (expect "on" 2 LOADED)',
    ['in the file: passed', 'fails: failed', 'on: passed'],
  ],
  [
    'within expect',
    '(expect "fails" 1 (load "parts/fails.repl")) (expect "good" 1 1)',
    ['fails: failed', 'good: passed'],
  ],
  [
    'within expect-that',
    '(expect-that "fails" (= 1) (load "parts/fails.repl"))\n(expect "never" 1 1)',
    ['halt'],
  ],
  ['within try', '(expect "caught" 1 (try 1 (load "parts/fails.repl")))', ['caught: passed']],
  [
    'within let',
    '(let ((x 1)) (load "parts/good.repl"))\n(expect "loaded" 2 LOADED)',
    ['in the file: passed', 'loaded: passed'],
  ],
  [
    'within let, with an error',
    '(let ((x 1)) (load "parts/fails.repl"))\n(expect "never" 1 1)',
    ['halt'],
  ],
  [
    'within map',
    '(map (lambda (f) (load f)) ["parts/good.repl" "parts/fails.repl" "parts/good.repl"])',
    ['in the file: passed', 'halt'],
  ],
  ['within if', '(if true (load "parts/fails.repl") 1)', ['halt']],
  [
    'by a name that is computed',
    '(load (format "parts/{}.repl" ["fails"]))\n(expect "never" 1 1)',
    ['halt'],
  ],
  [
    'of a file that loads a failing one',
    '(expect-failure "fails" "halt" (load "parts/nested.repl"))',
    ['fails: passed'],
  ],
  [
    'of a file that expects the failure of another',
    '(load "parts/nested-expected.repl")\n(expect "on" 1 1)',
    ['nested: passed', 'on: passed'],
  ],
  [
    'at top level, with an error',
    '(begin-tx "t")\n(load "parts/fails.repl")\n(expect "never" 1 1)',
    ['halt'],
  ],
  [
    'of a contract with an error',
    '(expect-failure "wrong" "no-such-name" (load "parts/wrong.pact"))',
    ['wrong: passed'],
  ],
  [
    'of a file with a syntax error',
    '(expect-failure "syntax" (load "parts/syntax.repl"))',
    ['syntax: passed'],
  ],
  [
    'of a missing file',
    '(expect-failure "missing" "Cannot load parts/none.repl: there is no such file" (load "parts/none.repl"))',
    ['missing: passed'],
  ],
  [
    'of a file that loads itself',
    '(expect-failure "circle" "circle" (load "a.repl"))',
    ['circle: passed'],
  ],
  [
    'that clears the session',
    `(begin-tx "t") (defconst N 1) (env-data { "a": 1 })
    (load "parts/good.repl" true) (expect-failure "gone" "N" (describe-module "N")) (expect "loaded" 2 LOADED)`,
    ['in the file: passed', 'gone: passed', 'loaded: passed'],
  ],
  [
    'that clears the session, within expect-failure',
    `(begin-tx "t")
    (expect-failure "fails" "halt" (load "parts/fails.repl" true)) (expect-failure "no transaction" (commit-tx))`,
    ['fails: passed', 'no transaction: passed'],
  ],
  [
    'around transactions of the file',
    `(begin-tx "t") (load "parts/tx.repl") (expect "kept" 1 IN-FILE)`,
    ['tx-function failure Begin Tx'],
  ],
  [
    'that ends the transaction',
    '(begin-tx "t") (load "parts/rolls.repl") (expect-failure "none" (commit-tx))',
    ['none: passed'],
  ],
  [
    'that ends the transaction, within expect',
    `(begin-tx "t") (expect "rolls" 1 (load "parts/rolls.repl"))
    (expect-failure "none" (commit-tx))`,
    ['rolls: failed', 'none: passed'],
  ],
  [
    'that switches to another chain',
    `(env-on-chain "1") (load "parts/chains.repl")
    (expect "on chain 2" "2" (at 'chain-id (chain-data)))`,
    ['on chain 2: passed'],
  ],
  [
    'that switches to another chain and fails',
    `(env-on-chain "1")
    (expect-failure "fails" "halt" (load "parts/chains-fail.repl"))
    (expect "on chain 2" "2" (at 'chain-id (chain-data))) (expect "open" "Rollback Tx 0" (rollback-tx))`,
    ['fails: passed', 'on chain 2: passed', 'open: passed'],
  ],
  [
    'on another chain',
    `(env-on-chain "1") (env-on-chain "3" (load "parts/chains.repl"))
    (expect "back" "1" (at 'chain-id (chain-data)))`,
    ['back: passed'],
  ],
] as const)('load %s is the same in every way', (_, text, verdicts) => {
  expect(compare('a.repl', readingFrom({ ...parts, 'a.repl': text }))).toEqual(verdicts);
});

test('scripts of transactions with errors in the middle are the same up to the error', () => {
  const text = `(begin-tx "one") (expect "one" 1 1) (print "shown") (commit-tx)
(begin-tx "two") (expect "two" 1 2) (enforce false "stop") (expect "never" 1 1) (commit-tx)
(begin-tx "three") (expect "three" 1 1) (commit-tx)`;
  expect(compare('a.repl', readingFrom({ 'a.repl': text }))).toEqual([
    'one: passed',
    'two: failed',
    'stop',
  ]);
});
