// So many capabilities that they are looked up by key: they behave like a few.

import { describe } from 'vitest';
import { checkPrograms } from '../../../support/check-programs.ts';

const notGranted = (token: string): string => `!require-capability: not granted: ${token}`;

describe('capabilities among many', () => {
  const setup = `(begin-tx) (module m G (defcap G () true)
    (defcap ONE (n) true)
    (defcap OUTER (n) (compose-capability (ONE n)))
    (defcap ALL () (map (lambda (n) (compose-capability (OUTER n))) (enumerate 1 40)))
    (defcap UPTO (k) (map (lambda (n) (compose-capability (ONE n))) (enumerate 1 k)))
    (defun held (n) (try false (need (ONE n))))
    (defun among (k) (with-capability (UPTO k)
      [(with-capability (ONE -1) (with-capability (ONE -2)
         [(held 1) (held k) (held -1) (held -2) (held (+ k 1))]))
       (try 0 (with-capability (ONE -3) (enforce (not (held -3)) "held")))
       (held -1) (held -2) (held -3) (held 1) (held k)]))
    (defcap PAY (to:decimal amount:integer) @managed amount REST true)
    (defun REST (left paid) (enforce (>= left paid) "no more") (- left paid))
    (defcap ONCE (n) @managed true)
    (defun need (token) (require-capability token))
    (defun with-all () (with-capability (ALL) [(need (ONE 1)) (need (OUTER 40)) (need (ONE 40))]))
    (defun too-many () (with-capability (ALL) (need (ONE 41))))
    (defun after-all () (with-capability (ALL) 1) (need (ONE 20)))
    (defun decimals ()
      (with-capability (ALL) (with-capability (ONE 1.50) [(need (ONE 1.5)) (need (ONE 1.500))])))
    (defun inner-ended () (with-capability (ALL) (with-capability (ONE 1.50) 1) (need (ONE 1.5))))
    (defun install () (map (lambda (n) (install-capability (PAY n 10)))
      (map (lambda (n) (dec n)) (enumerate 1 40))) 1)
    (defun pay (to amount) (with-capability (PAY to amount) amount))
    (defun pay-all () (fold (+) 0 (map (lambda (n) (pay (dec n) n)) (enumerate 1 10))))
    (defun once () (map (lambda (n) (install-capability (ONCE n))) (enumerate 1 40)) 1)
    (defun take-once (n) (with-capability (ONCE n) n))
    (defcap SPEND (amount:integer) @managed amount REST
      (compose-capability (ONE 70)) (compose-capability (ONE 71)))
    (defun spend () (install-capability (SPEND 10))
      (with-capability (ALL) (with-capability (SPEND 3) (map (held) [1 40 70 71 72])))))
    (commit-tx)`;
  checkPrograms(setup, [
    ['are found', '(m.with-all)', '[true true true]'],
    ['others are not', '(m.too-many)', notGranted('(m.ONE 41)')],
    ['and end together', '(m.after-all)', notGranted('(m.ONE 20)')],
    ['decimals compare by value', '(m.decimals)', '[true true]'],
    ['one ends alone', '(m.inner-ended)', notGranted('(m.ONE 1.5)')],
    ['are installed', '(m.install) [(m.pay 3.0 4) (m.pay 40.0 10) (m.pay 3.00 6)]', '[4 10 6]'],
    ['each with its own rest', '(m.install) (m.pay-all) (m.pay 9.0 1) (m.pay 10.0 1)', '!no more'],
    ['once', '(m.install) (install-capability (m.PAY 7.0 1))', '!Capability already installed'],
    [
      'are used once',
      '(m.once) (m.take-once 39) (m.take-once 39)',
      '!One-shot managed capability used more than once',
    ],
    [
      'are held and end, however many there are',
      '(distinct (map (m.among) (enumerate 1 50)))',
      '[[[true true true true false] 0 false false false true true]]',
    ],
    [
      'return to what they were, however many were used before',
      `(m.install)
       (map (lambda (n) (m.pay (dec n) 4)
              (try 0 (let ((x (m.pay (dec n) 6)) (y (m.pay (dec (+ n 1)) 3))) (enforce false "no")))
              (m.pay (dec n) 5))
            (enumerate 1 39))
       [(try "spent" (m.pay 20.0 2)) (m.pay 20.0 1) (m.pay 40.0 10)]`,
      '["spent" 1 10]',
    ],
    ['hold what a managed one composes', '(m.spend)', '[true true true true false]'],
    ['return to what they were', '(m.install) (try 0 (m.pay 3.0 11)) (m.pay 3.0 10)', '10'],
  ]);
});
