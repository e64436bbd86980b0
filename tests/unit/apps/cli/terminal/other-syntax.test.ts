// What the prompt says about the syntax of other languages.

import { expect, test } from 'vitest';
import { explainOtherSyntax } from '../../../../../src/apps/cli/terminal/typed-line.ts';

test.each([
  ['1 + 2', 'Operators come first in Pact: (+ 1 2)'],
  ['1+2', 'Operators come first in Pact: (+ 1 2)'],
  ['2 * 3', 'Operators come first in Pact: (* 2 3)'],
  ['1 + 2 + 3', 'Operators come first in Pact: (+ (+ 1 2) 3)'],
  ['"a" + "b"', 'Operators come first in Pact: (+ "a" "b")'],
  ['x == 1', 'Operators come first in Pact: (= x 1)'],
  ['a && b', 'Operators come first in Pact: (and a b)'],
  ['7 % 2', 'Operators come first in Pact: (mod 7 2)'],
  ['(f x) < 3', 'Operators come first in Pact: (< (f x) 3)'],
  ['f(x)', 'The name comes inside of the parentheses: (f x)'],
  ['f()', 'The name comes inside of the parentheses: (f)'],
  [
    'coin.transfer("a", "b", 1.0);',
    'The name comes inside of the parentheses: (coin.transfer "a" "b" 1.0)',
  ],
  ['f(1 + 2, x)', 'The name comes inside of the parentheses: (f (+ 1 2) x)'],
])('%s', (typed, said) => {
  expect(explainOtherSyntax(typed)).toBe(said);
});

test.each(['x = 1', 'let x = 1;', 'x := 1', 'const x = 1'])('%s', (typed) => {
  expect(explainOtherSyntax(typed)).toBe(
    'To give 1 a name, write (defconst x 1), or (let ((x 1)) ...) for one expression. ' +
      'To compare, write (= x 1).',
  );
});

test.each([
  '(+ 1 2)',
  '1',
  '1 2',
  '"a = b"',
  '(f x) (g y)',
  '(let ((x 1)) x)',
  '{ "a": 1 }',
  "(at 'x y)",
  '-1',
  '+',
  '1 + 2 * 3',
  '(f',
  '; a = b',
])('%s is left alone', (typed) => {
  expect(explainOtherSyntax(typed)).toBeUndefined();
});
