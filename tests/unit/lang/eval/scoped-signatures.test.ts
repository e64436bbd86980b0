// Signatures scoped to a held capability, within the scope of another capability of each kind: its body has ended, so all
// held capabilities count again.

import { describe } from 'vitest';
import { checkPrograms } from '../../../support/check-programs.ts';

const setup = `(begin-tx) (module m G (defcap G () true)
    (defcap HELD () true)
    (defcap PLAIN () true)
    (defcap EVENT () @event true)
    (defcap ONCE () @managed true)
    (defcap PAY (amount:integer) @managed amount REST true)
    (defun REST (left paid) (- left paid))
    (defun signed () (enforce-guard (read-keyset 'k)))
    (defun plain () (with-capability (HELD) (with-capability (PLAIN) (signed))))
    (defun event () (with-capability (HELD) (with-capability (EVENT) (signed))))
    (defun once () (install-capability (ONCE))
      (with-capability (HELD) (with-capability (ONCE) (signed))))
    (defun pay () (install-capability (PAY 5))
      (with-capability (HELD) (with-capability (PAY 2) (signed))))
    (defcap NESTED () (compose-capability (EVENT)) (signed))
    (defun nested () (with-capability (HELD) (with-capability (NESTED) true))))
  (commit-tx)
  (env-data {"k": {"keys": ["a"], "pred": "keys-all"}})`;

describe.each(['plain', 'event', 'once', 'pay'])('in the scope of a capability: %s', (name) => {
  checkPrograms(`${setup} (env-sigs [{"key": "a", "caps": [(m.HELD)]}])`, [
    ['the signature of one that is held around it counts', `(m.${name})`, 'true'],
    ['and within try', `(try false (m.${name}))`, 'true'],
  ]);
});

describe('in the body of a capability', () => {
  checkPrograms(setup, [
    [
      'what is held around it does not count',
      '(env-sigs [{"key": "a", "caps": [(m.HELD)]}]) (m.nested)',
      '!Keyset failure (keys-all)',
    ],
  ]);
});
