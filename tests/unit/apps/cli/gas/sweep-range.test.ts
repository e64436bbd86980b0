// The values that `--sweep` accepts.
import { expect, test } from 'vitest';
import { Source } from '../../../../../src/base/span.ts';
import { inExpression, withConstant } from '../../../../../src/tools/testing/gas/growth.ts';
import { readSweep, valuesOf } from '../../../../../src/apps/cli/gas/sweep-range.ts';

const values = (text: string): readonly number[] | string => {
  const sweep = readSweep(text);
  return typeof sweep === 'string' ? sweep : valuesOf(sweep);
};

test.each([
  ['n=1..3', [1, 2, 3]],
  ['n=-1..1', [-1, 0, 1]],
  ['n=5..5', [5]],
  ['list-length=0..10:4', [0, 4, 8, 10]],
])('%s', (text, expected) => {
  expect(values(text)).toEqual(expected);
});

test.each([
  ['n', /^takes a parameter with its values/],
  ['n=1-3', /^takes a parameter/],
  ['=1..3', /^takes a parameter/],
  ['n=1.5..3', /^takes a parameter/],
  ['n=1..9999999999999', /^takes a parameter/],
  ['n=3..1', /begins with its largest value$/],
  ['n=1..3:0', /step of at least 1/],
  ['n=1..5000', /^measures at most 2000 values, not 5000: try n=1\.\.5000:50$/],
])('%s is not a valid sweep', (text, expected) => {
  expect(values(text)).toMatch(expected);
});

test('an expression', () => {
  expect(inExpression('(f {n} {m} {n})', 'n', -3)).toBe('(f -3 {m} -3)');
});

test('a constant at the top level of a script', () => {
  const text =
    '(module m G (defcap G () true) (defconst n 1))\n(defconst n:integer (+ 1 2) "doc")\nn';
  const template = withConstant(new Source('a.repl', text), 'n', 100);
  expect(template.kind === 'template' && template.with(42)).toBe(
    '(module m G (defcap G () true) (defconst n 1))\n(defconst n:integer 42 "doc")\nn',
  );
  expect(withConstant(new Source('a.repl', text), 'k', 100).kind).toBe('missing');
  expect(withConstant(new Source('a.repl', '(defconst n'), 'n', 100).kind).toBe('unsound');
});
