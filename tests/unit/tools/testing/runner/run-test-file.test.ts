// A script's results, grouped by its transactions.
import { describe, expect, test } from 'vitest';
import {
  readingFrom,
  reportLines,
  reportOf,
  reportOfFile,
} from '../../../../support/test-reports.ts';

test('expectations and prints belong to their transaction', () => {
  const script = `(expect "before" 1 1)
(begin-tx "first")
(print "a")
(expect "one" 1 1)
(expect "two" 2 3)
(commit-tx)
(begin-tx)
(map (lambda (x) (expect "each" x 1)) [1 2])
(rollback-tx)
(print "after")`;
  expect(reportLines({ 'a.repl': script })).toEqual([
    '- at a.repl:1:1',
    '  held before',
    'first at a.repl:2:1',
    '  printed "a"',
    '  held one',
    '  failed two: expected 2, received 3',
    'unnamed transaction at a.repl:7:1',
    '  held each',
    '  failed each: expected 2, received 1',
    '- at a.repl:10:1',
    '  printed "after"',
  ]);
});

test('compared values are kept separately', () => {
  const { blocks } = reportOf({ 'a.repl': '(expect "t" { "a": 1 } { "a": 2 })' });
  expect(blocks[0]?.expectations[0]?.failure).toEqual({
    message: 'expected {"a": 1}, received {"a": 2}',
    expected: '{"a": 1}',
    received: '{"a": 2}',
    source: [
      ' 1 | (expect "t" { "a": 1 } { "a": 2 })',
      '   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^',
    ].join('\n'),
    error: undefined,
  });
});

const broken = {
  'a.repl': `(begin-tx "bad")
(expect "held" 1 1)
(enforce false "stop")
(expect "never" 1 1)
(commit-tx)
(begin-tx "good")
(expect "still" 1 1)
(commit-tx)`,
};

test('an error ends the file', () => {
  expect(reportLines(broken)).toEqual([
    'bad at a.repl:1:1',
    '  held held',
    '  error at a.repl:3:1: stop',
    '  left out 0, on at the end',
  ]);
});

test('calls have positions like the error, with lines from 1', () => {
  const { blocks } = reportOf({
    'a.repl': '(module m G (defcap G () true)\n (defun f () (enforce false "no")))\n(m.f)',
  });
  expect(blocks[0]?.error?.rendered.replace(/\{.*\}/, '{hash}').split('\n')).toEqual([
    'a.repl:2:13: no',
    ' 2 |  (defun f () (enforce false "no")))',
    '   |              ^^^^^^^^^^^^^^^^^^^^',
    '  at(m.f.{hash}):a.repl:2:1, called at a.repl:3:0',
    expect.stringMatching(/^ {2}E0901: /),
    '',
  ]);
});

test.each([
  ['map', '(map f [1])'],
  ['filter', '(filter (f) [1])'],
  ['fold', '(fold f 1 [1])'],
  ['zip', '(zip f [1] [1])'],
  ['compose', '(compose (f) (f) 1)'],
])("a function that %s calls has the position of the builtin's call", (name, call) => {
  const isOfTwo = name === 'fold' || name === 'zip';
  const { blocks } = reportOf({
    'a.repl':
      `(module m G (defcap G () true)\n (defun f:bool (x${isOfTwo ? ' y' : ''}) (enforce false "no"))\n` +
      ` (defun g () ${call}))\n(m.g)`,
  });
  const lines = blocks[0]?.error?.rendered.split('\n').filter((line) => line.startsWith('  at('));
  const places = lines?.map((line) => line.replace(/^.*called at /, ''));
  expect(places).toEqual(['a.repl:3:13', 'a.repl:4:0']);
});

test('with keep-going the next transaction runs, and what was left out is counted', () => {
  expect(reportLines(broken, { keepGoing: true })).toEqual([
    'bad at a.repl:1:1',
    '  held held',
    '  error at a.repl:3:1: stop',
    '  left out 2, on at a.repl:6:1',
    'good at a.repl:6:1',
    '  held still',
  ]);
});

test('with keep-going the next transaction can reset exhausted gas', () => {
  const script = `(env-gasmodel "table") (env-gaslimit 1)
(begin-tx "much") (make-list 1000 1) (commit-tx)
(begin-tx "next") (env-gas 0) (expect "fits" 3 (+ 1 2)) (commit-tx)`;
  const lines = reportLines({ 'a.repl': script }, { keepGoing: true });
  expect(lines.slice(-2)).toEqual(['next at a.repl:3:1', '  held fits']);
});

test('the writes of the broken transaction are rolled back', () => {
  const script = `(begin-tx "one") (define-namespace 'n (create-capability-guard (x)) (x)) (commit-tx)
(begin-tx "two") (expect-failure "none" (describe-namespace 'n)) (commit-tx)`;
  const lines = reportLines({ 'a.repl': script }, { keepGoing: true });
  expect(lines.at(-1)).toBe('  held none');
});

test('an error in a loaded file leaves out only the rest of that file', () => {
  const files = {
    'a.repl': '(load "b.repl")\n(begin-tx "own") (expect "on" 1 1) (commit-tx)',
    'b.repl': '(begin-tx "loaded")\n(enforce false "stop")\n(expect "never" 1 1)',
  };
  expect(reportLines(files, { keepGoing: true })).toEqual([
    'loaded at b.repl:1:1',
    '  error at b.repl:2:1: stop',
    '  left out 1, on at the end',
    'own at a.repl:2:1',
    '  held on',
  ]);
});

test('syntax errors and missing files are errors of the form that loads', () => {
  const files = {
    'a.repl': '(begin-tx "t")\n(load "b.repl")\n(begin-tx "u")\n(load "c.repl")',
    'b.repl': '(',
  };
  const lines = reportLines(files, { keepGoing: true }).filter((line) => line.includes('error'));
  expect(lines).toEqual([
    expect.stringMatching(/^ {2}error at b\.repl:1:\d/),
    expect.stringMatching(/^ {2}error at a\.repl:4:1: .*c\.repl/),
  ]);
});

test('a file that is loaded twice, and a scan in a transaction, are reported', () => {
  const files = {
    'a.repl': `(begin-tx "t")
(module m G (defcap G () true) (defschema s x:integer) (deftable t:{s}))
(create-table t)
(load "b.repl")
(load "b.repl")
(keys t)
(load "b.repl")
(commit-tx)`,
    'b.repl': '1',
  };
  expect(reportLines(files).filter((line) => line.startsWith('notice'))).toEqual([
    'notice at a.repl:5:1: b.repl is loaded again; it was first loaded at a.repl:4',
    'notice at a.repl:6:1: this reads all keys of the table m.t, which costs 40000 gas each time on a chain',
  ]);
});

test('a file that is loaded on each chain of a script is not reported', () => {
  const files = {
    'a.repl': '(env-on-chain "0") (load "b.repl") (env-on-chain "1") (load "b.repl")',
    'b.repl': '1',
  };
  expect(reportLines(files).filter((line) => line.startsWith('notice'))).toEqual([]);
});

test('all files that were read are known, the script first', () => {
  const files = { 'a.repl': '(load "b.repl") (load "c.repl")', 'b.repl': '1' };
  expect(reportOf(files).reads).toEqual(['a.repl', 'b.repl', 'c.repl']);
});

test('gas is reported by transaction, whatever the script does with its meter', () => {
  const script = `(+ 1 2)
(begin-tx "a") (env-gasmodel "table") (env-gaslimit 1000) (+ 1 2) (env-gas 0) (+ 1 2) (commit-tx)
(begin-tx "b") (+ 1 2) (+ 1 2) (commit-tx)`;
  const { blocks, milliGas } = reportOf({ 'a.repl': script });
  const [a, b] = blocks.map((block) => block.milliGas);
  expect(a).toBe(b);
  const outside = reportOf({ 'a.repl': '(+ 1 2)' }).milliGas;
  expect(outside).toBeGreaterThan(0n);
  expect([b, milliGas]).toEqual([2n * outside, 5n * outside]);
});

test('a module that fits in no block is reported', () => {
  const functions = Array.from({ length: 2500 }, (_, at) => `(defun f${at} () (+ ${at} "x"))`);
  const script = `(module big G (defcap G () true) ${functions.join(' ')})`;
  expect(reportLines({ 'a.repl': script })).toEqual([
    expect.stringMatching(
      /^notice at a\.repl:1:1: big needs \d+ gas to deploy; the limit of a transaction is 150000$/,
    ),
  ]);
});

test('a file that uses more gas than allowed is ended there, whatever would catch the error', () => {
  const script = `(begin-tx "first") (expect "one" 1 1) (commit-tx)
(begin-tx "endless")
(try "caught" (fold (lambda (a x) (+ a x)) 0 (enumerate 1 2000)))
(expect "never" 1 1)
(commit-tx)`;
  const files = { 'a.repl': script };
  const { milliGas } = reportOf(files);
  const enough = Number((milliGas + 999n) / 1000n);
  const fileGasLimit = enough - 1;
  const report = reportOf(files, { fileGasLimit, keepGoing: true });
  expect(report.problem).toBe(
    `used more than ${fileGasLimit} gas and was stopped (see --gas-limit) at a.repl:3`,
  );
  expect(report.blocks.map(({ name, error }) => [name, error])).toEqual([
    ['first', undefined],
    ['endless', undefined],
  ]);
  expect(reportOf(files, { fileGasLimit: enough }).problem).toBeUndefined();
});

test('a failure is shown without its name, which is above it', () => {
  const script = `(expect-failure "refused" "no" (+ 1 1))
(expect-failure "no" (+ 1 1))
(expect-that "small" (> 3) 5)
(expect "sum" 1 (enforce false "stop"))`;
  expect(reportLines({ 'a.repl': script }).slice(1)).toMatchInlineSnapshot(`
    [
      "  failed refused: should have failed with 'no', received 2",
      "  failed no: should have failed, received 2",
      "  failed small: did not satisfy the condition, received 5",
      "  failed sum: failed with an error: stop",
    ]
  `);
});

test('time is reported for every expectation and block, and counted once', () => {
  let time = 0;
  const report = reportOfFile(
    'a.repl',
    readingFrom({
      'a.repl': '(begin-tx "a") (print 1) (expect "x" 1 1) (+ 1 1) (commit-tx) (+ 1 1)',
    }),
    { now: () => time++ },
  );
  const [block] = report.blocks;
  expect(block?.durationMs).toBeGreaterThan(0);
  expect(block?.expectations[0]?.durationMs).toBeGreaterThan(0);
  expect(block?.durationMs).toBeGreaterThanOrEqual(block?.expectations[0]?.durationMs ?? NaN);
  expect(report.durationMs).toBeGreaterThan(block?.durationMs ?? NaN);
});

describe('with keep-going, an error in a loaded file', () => {
  test('is one of the form that loads it, if that is more than (load ...)', () => {
    const files = {
      'a.repl': `(begin-tx "t")
(defconst N 1)
(expect-failure "fails" "halt" (load "b.repl"))
(expect "open" 1 N)
(let ((x 1)) (load "c.repl"))
(expect "never" 1 1)
(begin-tx "u") (expect "held" 1 (try 1 (enforce false "no"))) (commit-tx)`,
      'b.repl': '(enforce false "halt")\n(begin-tx "inner")\n(expect "never" 1 1)',
      'c.repl': '(enforce false "halt")\n(begin-tx "inner")\n(expect "never" 1 1)',
    };
    expect(reportLines(files, { keepGoing: true })).toEqual([
      't at a.repl:1:1',
      '  held fails',
      '  held open',
      '  error at c.repl:1:1: halt',
      '  left out 1, on at a.repl:7:1',
      'u at a.repl:7:1',
      '  held held',
    ]);
  });

  test('ends the transaction in which the file was loaded', () => {
    const files = {
      'a.repl': `(begin-tx "t")
(load "b.repl")
(expect "never" 1 (m.f))
(commit-tx)
(begin-tx "u") (expect "held" 1 1) (commit-tx)`,
      'b.repl': '(load "c.pact")\n"never"\n(commit-tx)\n(begin-tx "never")\n(commit-tx)',
      'c.pact': '(module m G (defcap G () true) (defun f () 1))\n(m.g)\n(m.h)',
    };
    expect(reportLines(files, { keepGoing: true })).toEqual([
      't at a.repl:1:1',
      expect.stringMatching(/^ {2}error at c\.pact:2:/),
      '  left out 7, on at a.repl:5:1',
      'u at a.repl:5:1',
      '  held held',
    ]);
  });

  test('leaves the files that are loaded after it', () => {
    const files = {
      'a.repl': '(load "b.repl")\n(load "c.repl")',
      'b.repl': '(begin-tx "b")\n(enforce false "stop")\n(commit-tx)',
      'c.repl': '(begin-tx "c")\n(expect "held" 1 1)\n(commit-tx)',
    };
    expect(reportLines(files, { keepGoing: true })).toEqual([
      'b at b.repl:1:1',
      '  error at b.repl:2:1: stop',
      '  left out 1, on at the end',
      'c at c.repl:1:1',
      '  held held',
    ]);
  });
});
