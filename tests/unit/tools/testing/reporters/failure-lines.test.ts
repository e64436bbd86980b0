// The printed lines of a failed expectation: limited in size, whatever the values are.
import { expect, test } from 'vitest';
import { failureLines } from '../../../../../src/tools/testing/reporters/failure-lines.ts';
import { paintOf } from '../../../../../src/tools/testing/reporters/paint.ts';
import {
  failuresOf,
  type FailureReport,
} from '../../../../../src/tools/testing/runner/test-report.ts';
import { reportOf } from '../../../../support/test-reports.ts';

/** Returns the lines of the first failed expectation. */
function linesOf(script: string, others: Readonly<Record<string, string>> = {}): string[] {
  const { blocks } = reportOf({ 'a.repl': script, ...others });
  const [first] = blocks.flatMap(failuresOf);
  return first?.failure === undefined ? [] : failureLines(first.failure, paintOf(false));
}

test('an error within: source of the expectation, source and caret of the error, calls', () => {
  const purse = `(module purse G
  (defcap G () true)
  (defun pay (amount:integer)
    (enforce (< amount 10) "too much")
    "paid"))`;
  const lines = linesOf('(load "purse.pact")\n(expect "pays" "paid" (purse.pay 12))', {
    'purse.pact': purse,
  });
  expect(
    lines
      .join('\n')
      .replace(/\{.*\}/, '{hash}')
      .replace(/E0901: .*/, 'E0901'),
  ).toBe(
    ` 2 | (expect "pays" "paid" (purse.pay 12))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
failed with an error
purse.pact:4:4: too much
 4 |     (enforce (< amount 10) "too much")
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  at(purse.pay.{hash} 12):purse.pact:3:2, called at a.repl:2:22
  E0901`,
  );
});

test('another error than expected: both texts, and where it comes from', () => {
  const script = '(expect-failure "refused" "too little" (enforce false "too much"))';
  expect(linesOf(script).slice(2, 6)).toEqual([
    'failed with a different error than expected',
    'expected  too little',
    'received  too much',
    'a.repl:1:39: too much',
  ]);
});

test.each([
  ['(expect "x" 1 2)', ['expected  1', 'received  2']],
  [
    '(expect "x" 1.0 1)',
    ['expected  1.0', 'received  1', 'an integer and a decimal are never equal: 1 is not 1.0'],
  ],
  ['(expect-that "small" (> 3) 5)', ['did not satisfy the condition, received 5']],
  ['(expect-failure "no" (+ 1 1))', ['should have failed, received 2']],
  ['(expect-failure "no" "why" (+ 1 1))', ["should have failed with 'why', received 2"]],
])('%s', (script, lines) => {
  expect(linesOf(script).slice(2)).toEqual(lines);
});

test('a condition that a long value does not satisfy shows the value line by line', () => {
  const lines = linesOf('(expect-that "none" (lambda (x) (= x [])) (enumerate 1 1000))');
  expect(lines.slice(2, 6)).toEqual(['did not satisfy the condition', 'received', '  [', '    1']);
  expect(lines.at(-1)).toBe('  ... 973 more lines');
});

const failure: FailureReport = {
  message: 'm',
  expected: undefined,
  received: undefined,
  source: undefined,
  error: undefined,
};
const list = (count: number, from: number): string =>
  `[${Array.from({ length: count }, (_, at) => at + from).join(', ')}]`;
const text = (end: string): string => `"${'a'.repeat(10_000)}${end}"`;

test.each<[string, Partial<FailureReport>]>([
  ['lists without a common element', { expected: list(5000, 0), received: list(5000, 10_000) }],
  [
    'lists of which every second element differs',
    {
      expected: list(2000, 0),
      received: list(2000, 0).replaceAll(/[02468],/g, '0,'),
    },
  ],
  ['long texts', { expected: text('b'), received: text('c') }],
  ['texts without a common character', { expected: text('b'), received: 'x'.repeat(10_000) }],
  ['long messages', { message: `${'long '.repeat(5000)}\n`.repeat(100) }],
  ['long excerpts', { source: ' 1 | x\n'.repeat(500) }],
  [
    'long errors',
    {
      error: {
        place: { file: '', line: 1, column: 1 },
        code: '',
        message: '',
        rendered: '  at\n'.repeat(500),
        stack: [],
      },
    },
  ],
])('the output is limited: %s', (_, given) => {
  const lines = failureLines({ ...failure, ...given }, paintOf(false));
  expect(lines.length).toBeLessThanOrEqual(120);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(540);
});

test('long texts are shown around their difference', () => {
  const lines = failureLines(
    { ...failure, expected: text('b'), received: text('c') },
    paintOf(false),
  );
  expect(lines.slice(2)).toEqual([`- ...${'a'.repeat(40)}b"`, `+ ...${'a'.repeat(40)}c"`]);
});

test('an expectation of several lines is shown whole, a long one from its start', () => {
  expect(linesOf('(expect "x"\n  1\n  2)').slice(0, 4)).toEqual([
    ' 1 | (expect "x"',
    ' 2 |   1',
    ' 3 |   2)',
    'expected  1',
  ]);
  expect(linesOf(`(expect "x"${'\n'.repeat(15)} 1 2)`).slice(4, 7)).toEqual([
    ' 5 |',
    '... 11 more lines',
    'expected  1',
  ]);
});

test('an error about a whole module shows where that begins', () => {
  const lines = linesOf(`(expect "x" 1 (load "long.pact"))`, {
    'long.pact': `(module m G (defcap G () (enforce false "no"))${'\n'.repeat(30)})`,
  });
  expect(lines.length).toBeLessThan(20);
});
