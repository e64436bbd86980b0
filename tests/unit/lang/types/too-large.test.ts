// Definitions whose types grow exponentially: checking gives up on each separately, and still checks the definitions beside
// them.

import { expect, test } from 'vitest';
import { inModule, typecheckProgram } from '../../../support/typecheck.ts';

const steps = 40;
/** Two objects, each with two copies of the previous object, and whether they are equal. */
const doubling = (name: string): string => {
  const grown = (x: string): string =>
    Array.from({ length: steps }, (_, i) => `(${x}${i + 1} {"a": ${x}${i}, "b": ${x}${i}})`).join(
      ' ',
    );
  return `(defun ${name} (x0 y0) (let* (${grown('x')} ${grown('y')}) (= x${steps} y${steps})))`;
};

test('a definition whose type is too large is given up, the others are checked', () => {
  const { errors, unsupported, definitions } = typecheckProgram(
    inModule(`${doubling('big')}\n(defun wrong () (+ 1 "a"))\n(defun right (x) (+ x 1))`),
  );
  expect(errors.map(({ name }) => name).sort()).toEqual(['TypeTooLarge', 'UnificationFailure']);
  expect(unsupported).toEqual([]);
  expect([...definitions.keys()]).toContain('right');
});

test('after one that is too large, others are given up sooner', () => {
  const functions = Array.from(
    { length: 60 },
    (_, i) => `(defun f${i + 1} (x y) {"a": (f${i} x y), "b": (f${i} y x)})`,
  );
  const { errors } = typecheckProgram(inModule(`(defun f0 (x y) [x y]) ${functions.join(' ')}`));
  const limits = errors.map(({ data }) => (data as { limit?: number }).limit);
  expect(limits.length).toBeGreaterThan(2);
  expect(limits).toEqual([2_000_000, ...Array<number>(limits.length - 1).fill(200_000)]);
});
