// Definitions whose types grow exponentially: each gives up by itself, and what stands beside them is checked.

import { expect, test } from 'vitest';
import { inModule, typecheckProgram } from '../../../support/typecheck.ts';

const steps = 40;
/** Two objects, each of two copies of the object before it, and whether they are alike. */
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
