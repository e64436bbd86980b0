// yield, resume and pact-id between steps and chains.

import { describe } from 'vitest';
import { checkPrograms } from '../../../support/check-programs.ts';

const setup = `(begin-tx) (module m G (defcap G () true)
  (defun give (x) (yield {"x": x}))
  (defpact near () (step (give 1)) (step (resume {"x" := x} x)) (step (resume {"x" := x} x)))
  (defpact again () (step (yield {"x": 1})) (step (resume {"x" := x} (yield {"x": (+ x 1)})))
    (step (resume {"x" := x} x)))
  (defpact far () (step (yield {"x": 1} "1")) (step (resume {"x" := x} x)))
  (defpact stuck () (step-with-rollback (yield {"x": 1} "1") 0) (step 1))
  (defpact lacks () (step (yield {"x": 1})) (step (resume {"y" := y} y)))) (commit-tx)
  (env-chain-data {"chain-id": "0"})`;

describe('between steps', () => {
  checkPrograms(setup, [
    ['what was yielded in a function', '(m.near) (continue-pact 1)', '1'],
    [
      'only from the step before',
      '(m.near) (continue-pact 1) (pact-state true) (continue-pact 2)',
      '!No defpact id or execution environment supplied',
    ],
    ['and on', '(m.again) (continue-pact 1) (continue-pact 2)', '2'],
    ['fields that are missing', '(m.lacks) (continue-pact 1)', '!Key "y" not found'],
    ['the given object instead', '(m.near) (continue-pact 1 false (tx-hash) {"x": 7})', '7'],
    ['nothing outside', '(m.give 1)', '!Try to yield a value outside a running defpact execution'],
    ['not even with a chain', '(yield {"x": 1} "2")', '!Try to yield a value outside'],
    ['objects only', '(yield 1)', '!native function yield with argument(s) of type(s): integer'],
  ]);
});

describe('between chains', () => {
  checkPrograms(setup, [
    ['the result is the object', '(m.far)', '{"x": 1}'],
    [
      'not on this chain',
      '(m.far) (continue-pact 1)',
      '!Yield provenance does not match, received (Provenance 1 ',
    ],
    ['on that chain', '(m.far) (env-chain-data {"chain-id": "1"}) (continue-pact 1)', '1'],
    [
      'not from a step with rollback',
      '(m.stuck)',
      '!Cross-chain yield not allowed in step with rollback',
    ],
    ['an event has the target', `(m.far) (map (at 'name) (env-events true))`, '["pact.X_YIELD"]'],
  ]);
});
