// A module can be upgraded while its defpact runs. A step sees the arguments that the defpact began with, the last argument as
// the last parameter: variables are counted from the innermost (resumePact and NBound in CEK/Evaluator.hs).

import { describe } from 'vitest';
import { checkPrograms } from '../../../support/check-programs.ts';

const version = (params: string, step: string): string =>
  `(module m G (defcap G () true) (defpact p (${params}) (step 0) ${step} (step 2)))`;
const setup = `(interface i (defun f ())) ${version('a b', '(step [a b])')} (m.p 1 2)`;
const upgraded = (params: string, step: string): string =>
  `${version(params, step)} (continue-pact 1)`;
const lacking = (name: string): string =>
  `!Fatal execution error, invariant violated: Invalid bound or free variable: ${name}`;

describe('an upgraded defpact', () => {
  checkPrograms(setup, [
    ['with the same parameters', upgraded('x y', '(step [y x])'), '[2 1]'],
    ['with fewer', upgraded('x', '(step [x])'), '[2]'],
    ['with none', upgraded('', '(step "no arguments")'), '"no arguments"'],
    ['with more: the last ones have values', upgraded('x y z', '(step [y z])'), '[1 2]'],
    ['the first ones have none', upgraded('x y z', '(step [z x])'), lacking('x')],
    ['they may be unused', upgraded('w x y z', '(step (+ y z))'), '3'],
    ['below a let', upgraded('x y z', '(step (let ((v 5)) [v y z]))'), '[5 1 2]'],
    ['below a let without one', upgraded('x y z', '(step (let ((v 5)) [v x]))'), lacking('x')],
    ['in a lambda', upgraded('x y z', '(step (map (lambda (v) (+ v z)) [1]))'), '[3]'],
    [
      'in a lambda without one',
      upgraded('x y z', '(step (map (lambda (v) (+ v x)) [1]))'),
      lacking('x'),
    ],
    ['in an attempt', upgraded('x y z', '(step (try 0 (+ z 1)))'), '3'],
    ['as a module', upgraded('x:module{i} y z', '(step (x::f))'), lacking('x')],
    [
      'in a rollback',
      `${version('x y z', '(step 1)').replace('(step 0)', '(step-with-rollback 0 [y z])')} (continue-pact 0 true)`,
      '[1 2]',
    ],
    [
      'in a rollback without one',
      `${version('x y z', '(step 1)').replace('(step 0)', '(step-with-rollback 0 x)')} (continue-pact 0 true)`,
      lacking('x'),
    ],
  ]);
});
