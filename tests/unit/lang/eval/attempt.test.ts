// What an expected failure rolls back: the state of the evaluation, but not rows, environment or gas.

import { describe, expect, it } from 'vitest';
import { checkPrograms } from '../../../support/check-programs.ts';
import { runProgram } from '../../../support/run-program.ts';

describe('an expected failure', () => {
  const setup = `(begin-tx) (module m G (defcap G () true) (defschema s n:integer) (deftable t:{s})
      (defcap C () true) (defcap E () @event true) (defcap ONCE () @managed true)
      (defun put (k) (write t k {"n": 1}))
      (defun note () (emit-event (E)))
      (defun held () (require-capability (C)))
      (defun deep (n) (enforce false "deep"))
      (defpact p () (step (yield {"n": 1})) (step (resume {"n" := n} n))))
    (create-table t) (commit-tx)
    (env-data {"u": ["u"]}) (define-namespace 'ns (read-keyset 'u) (read-keyset 'u)) (begin-tx)`;
  const failing = (form: string): string => `(expect-failure "" (let ((x ${form})) (at 1 [])))`;
  checkPrograms(setup, [
    ['takes events back', `${failing('(m.note)')} (env-events true)`, '[]'],
    ['not those before', `(m.note) ${failing('(m.note)')} (length (env-events true))`, '1'],
    ['takes capabilities back', `${failing('(test-capability (m.C))')} (m.held)`, '!not granted'],
    [
      'takes module admin back',
      `(commit-tx) ${failing('(acquire-module-admin m)')} (read m.t "k")`,
      '!Module admin necessary',
    ],
    [
      'takes installations back',
      `${failing('(install-capability (m.ONCE))')} (install-capability (m.ONCE))`,
      '"Installed capability"',
    ],
    [
      'takes the running defpact back',
      `${failing('(m.p)')} (pact-state)`,
      '!pact-state: no pact exec in context',
    ],
    [
      'not what it has stored',
      `${failing('(m.p)')} (continue-pact 1 false "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g")`,
      '1',
    ],
    [
      'takes the namespace back',
      `${failing("(namespace 'ns)")} (module n H (defcap H () true)) (list-modules)`,
      '["m" "n"]',
    ],
    [
      'takes the call stack back',
      `(expect-failure "" (m.deep 1)) (expect-failure "" (m.deep 1)) (env-stackframe)`,
      '[]',
    ],
    ['keeps rows', `${failing('(m.put "k")')} (env-module-admin m) (keys m.t)`, '["k"]'],
    ['keeps data', `${failing('(env-data {"x": 1})')} (read-msg "x")`, '1'],
    [
      'keeps signatures',
      `${failing('(env-keys ["u"])')} (enforce-guard (read-keyset "u"))`,
      'true',
    ],
    [
      'keeps a transaction that was opened',
      `(commit-tx) ${failing('(begin-tx)')} (commit-tx)`,
      '"Commit Tx 2"',
    ],
    [
      'restores what a commit has forgotten',
      `(m.note) (expect-failure "" (let ((x (commit-tx))) (at 1 []))) (length (env-events true))`,
      '1',
    ],
  ]);

  it('refunds no gas', () => {
    const program = (form: string): string =>
      runProgram(setup, `(env-gaslimit 100000) (env-gasmodel "table") ${form} (env-milligas)`).text;
    expect(Number(program('(expect-failure "" (m.put (at 1 [])))'))).toBeGreaterThan(0);
    expect(Number(program('(try 0 (enforce (= 1 2) "no"))'))).toBeGreaterThan(100);
  });
});

describe('a successful expectation', () => {
  const setup = `(module m G (defcap G () true) (defcap E () @event true) (defun note () (emit-event (E))))`;
  checkPrograms(setup, [
    ['keeps everything', '(expect "" true (m.note)) (length (env-events true))', '1'],
    [
      'keeps what was loaded',
      '(begin-tx) (expect "" "Namespace reset to root" (namespace "")) (m.note)',
      'true',
    ],
    [
      'the expected expression is evaluated afterwards',
      '(expect "" (env-gas) (env-gas 5)) (env-gas)',
      '5',
    ],
    [
      'and not if the other fails',
      '(expect "" (m.note) (at 1 [])) (length (env-events true))',
      '0',
    ],
    [
      'errors of the expected expression are errors',
      '(expect "" (at 1 []) 1)',
      '!Array index out of bounds',
    ],
  ]);
});
