// Top-level forms: constants, imports, REPL definitions, and their results.

import { describe, expect, it } from 'vitest';
import { checkPrograms } from '../../../support/check-programs.ts';
import { runProgram } from '../../../support/run-program.ts';

const disallowed = '!Operation disallowed in read-only or sys-only mode';

describe('constants of modules', () => {
  const setup = `(begin-tx) (module lib L (defcap L () true) (defschema s n:integer) (deftable t:{s}) (defcap E () @event true)
      (defun get () (read t "k")) (defun put () (write t "k" {"n": 1})) (defun note () (emit-event (E)))
      (defun signed () (enforce-guard (read-keyset 'k))))
    (create-table t) (put) (commit-tx) (env-data {"x": 5, "k": ["a"]})`;
  const constant = (value: string, rest = ''): string =>
    `(module m G (defcap G () true) (defconst C${value}) ${rest}) (+ [] [m.C])`;
  checkPrograms(setup, [
    ['a value', constant(' 1'), '[1]'],
    ['a call', constant(' (+ 1 2)'), '[3]'],
    ['data of the transaction', `${constant(" (read-msg 'x)")} `, '[5]'],
    [
      'data of the transaction that deployed it',
      `${constant(" (read-msg 'x)")} (env-data {"x": 6}) (+ [] [m.C])`,
      '[5]',
    ],
    ['of its type', constant(':integer 1'), '[1]'],
    [
      'of another type',
      constant(':string 1'),
      '!Runtime typecheck failure, argument is integer , but expected type string',
    ],
    [
      'of another type, whatever the flag',
      `(env-exec-config ["DisableRuntimeRTC"]) ${constant(':string 1')}`,
      '!Runtime typecheck failure',
    ],
    ['a closure', constant(' (+ 1)'), '!Evaluation did not reduce to a value'],
    ['a lambda', constant(' (lambda (x) x)'), '!Evaluation did not reduce to a value'],
    ['reading tables', constant(' (lib.get)'), disallowed],
    ['writing tables', constant(' (lib.put)'), disallowed],
    ['reading tables in a condition', constant(' (enforce (= {} (lib.get)) "")'), disallowed],
    ['keysets are read', `(env-keys ["a"]) ${constant(' (lib.signed)')}`, '[true]'],
    ['and enforced', constant(' (lib.signed)'), '!Keyset failure (keys-all): [a...]'],
    [
      'events are emitted',
      `(module m G (defcap G () true) (defconst C (lib.note))) (map (at 'name) (env-events true))`,
      '["lib.E"]',
    ],
    ['of another constant', constant(' (+ D 1)', '(defconst D 2)'), '[3]'],
    ['of a function', constant(' (f 2)', '(defun f (n) (* n 2))'), '[4]'],
    ['a module reference', constant(' lib'), '[lib]'],
    ['its own token', constant(' (A 1)', '(defcap A (n) true)'), '[CapToken(m.A 1)]'],
    [
      'its own tokens can be acquired',
      `(module m G (defcap G () true) (defcap A (n) true) (defconst C (A 1)) (defun f () (with-capability C (require-capability (A 1))))) (m.f)`,
      'true',
    ],
    [
      'its own table',
      `(module m G (defcap G () true) (defschema s n:integer) (deftable t:{s}) (defconst C t) (defun f () (with-default-read C "k" {"n": 3} {"n" := n} n))) (create-table m.t) (m.f)`,
      '3',
    ],
    ['the module itself', constant(' m'), '[m]'],
    [
      'errors end the deployment',
      `(module m G (defcap G () true) (defconst C (enforce false "no")))`,
      '!no',
    ],
    ['builtins of the REPL are constants like others', constant(' (length (pact-version))'), '[3]'],
  ]);
});

describe('constants of interfaces', () => {
  checkPrograms('', [
    ['a value', '(interface i (defconst C (+ 1 2))) (+ [] [i.C])', '[3]'],
    ['their type is not looked at', '(interface i (defconst C:string 1)) (+ [] [i.C])', '[1]'],
    [
      'they cannot refer to each other',
      '(interface i (defconst A 1) (defconst B (+ A 1)))',
      '!Defconst was not evaluated prior to execution: i.A.{',
    ],
    [
      'they can refer to those of others',
      '(interface i (defconst A 1)) (interface j (defconst B (+ i.A 1))) (+ [] [j.B])',
      '[2]',
    ],
    [
      'they are not builtins of the REPL',
      '(interface i (defconst C (length (pact-version)))) (+ [] [i.C])',
      '[3]',
    ],
  ]);
});

describe('builtins of the REPL in modules', () => {
  const refused =
    '!repl native disallowed in module code. If you want to use this, enable them with (env-enable-repl-natives true)';
  const module = (body: string): string => `(module m G (defcap G () true) ${body})`;
  checkPrograms('', [
    ['not in functions', module('(defun f () (env-data {}))'), refused],
    ['not within arguments', module('(defun f () (map (lambda (x) (print x)) [1]))'), refused],
    ['not in defcaps', module('(defcap C () (env-data {}))'), refused],
    ['not in steps', module('(defpact p () (step (env-data {})))'), refused],
    [
      'not in rollbacks',
      module('(defpact p () (step-with-rollback 1 (env-data {})) (step 2))'),
      refused,
    ],
    [
      'after names are looked at',
      module('(defun f () (env-data (nothing)))'),
      '!Cannot find module:  nothing',
    ],
    [
      'and constants are evaluated',
      module('(defconst C (at 1 [])) (defun f () (env-data {}))'),
      '!Array index out of bounds',
    ],
    ['but before the keyset of governance', `(module m 'none (defun f () (env-data {})))`, refused],
    [
      'unless they are allowed',
      `(env-enable-repl-natives true) ${module('(defun f () (env-gas))')} (m.f)`,
      '0',
    ],
    [
      'until they are not',
      `(env-enable-repl-natives true) (env-enable-repl-natives false) ${module('(defun f () (env-gas))')}`,
      refused,
    ],
    [
      'modules that have them keep them',
      `(env-enable-repl-natives true) ${module('(defun f () (env-gas))')} (env-enable-repl-natives false) (m.f)`,
      '0',
    ],
  ]);
});

describe('definitions of the REPL', () => {
  checkPrograms('', [
    ['functions', '(defun f (x) (+ x 1)) (f 1)', '2'],
    ['functions of functions', '(defun f (x) (+ x 1)) (defun g (x) (f (f x))) (g 1)', '3'],
    ['anew', '(defun f () 1) (defun f () 2) (f)', '2'],
    ['callers take the new one', '(defun f () 1) (defun g () (f)) (defun f () 2) (g)', '2'],
    ['constants', '(defconst A 1) (+ A 1)', '2'],
    ['constants of a type', '(defconst A:string 1)', '!Runtime typecheck failure'],
    [
      'constants read no tables',
      '(module m G (defcap G () true) (defschema s n:integer) (deftable t:{s}) (defun get () (keys t))) (create-table t) (defconst A (m.get))',
      disallowed,
    ],
    [
      'functions are checked',
      '(defun f:string (x:integer) x) (f 1)',
      '!Runtime typecheck failure, argument is integer , but expected type string',
    ],
    ['an unknown name', '(defun f () (nothing))', '!Cannot find module:  nothing'],
  ]);
});

describe('imports', () => {
  const setup = `(begin-tx) (interface i (defconst C 1) (defschema s n:integer) (defun f (x)))
    (module m G (defcap G () true) (defun f () "from m") (defun g () 2) (defconst D 3)) (commit-tx)`;
  checkPrograms(setup.replace('"from m"', '(+ "from" " m")'), [
    ['all names', '(use m) [(f) (g) (+ 0 D)]', '["from m" 2 3]'],
    ['some names', '(use m [g]) (g)', '2'],
    ['and not others', '(use m [g]) (f)', '!Cannot find module:  f'],
    [
      'names that it does not have',
      '(use m [h f])',
      '!Invalid imports, module or interface m does not implement the following members: ',
    ],
    [
      'by its hash',
      `(use m "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g")`,
      '!Import error for module m , hash not blessed: ',
    ],
    ['constants of interfaces', '(use i) (+ 0 C)', '1'],
    [
      'functions of interfaces have no body',
      '(use i [f])',
      '!Invalid imports, module or interface i does not implement the following members: ',
    ],
    ['missing modules', '(use none)', '!Cannot find module:  none'],
    ['in a module', '(module n H (defcap H () true) (use m) (defun h () (f))) (h)', '"from m"'],
    [
      'in a module hold at top level too',
      '(module n H (defcap H () true) (use m) (defun h () (f))) (f)',
      '"from m"',
    ],
    [
      'known names keep their meaning at top level',
      '(module n H (defcap H () true) (defun f () 9)) (use m) [(f) (g)]',
      '[9 2]',
    ],
    [
      'but not in a module',
      '(module n H (defcap H () true) (defun f () 9)) (module o I (defcap I () true) (use m) (defun h () (f))) (h)',
      '"from m"',
    ],
    [
      'of several in a module the last',
      '(module n H (defcap H () true) (defun f () 9)) (module o I (defcap I () true) (use n) (use m) (defun h () (f))) (h)',
      '"from m"',
    ],
    [
      'of several in a module the last, the other way',
      '(module n H (defcap H () true) (defun f () 9)) (module o I (defcap I () true) (use m) (use n) (defun h () (f))) (h)',
      '9',
    ],
    [
      'own names come before',
      '(module n H (defcap H () true) (use m) (defun g () 9) (defun h () (g))) (h)',
      '9',
    ],
  ]);
  it('reports what was imported', () => {
    expect(runProgram(setup.replace('"from m"', '1'), '(use m)').text).toBe(
      'Loaded imports from m',
    );
  });
});

describe('modules that only a constant loads', () => {
  const setup = `(begin-tx) (module other G (defcap G () true) (defun p (ks n) true) (defun q () 1))
    (module lib G (defcap G () true) (defun ok () (enforce-guard (read-keyset 'k))))
    (env-data {"k": {"keys": ["a"], "pred": "other.p"}}) (commit-tx)
    (env-gasmodel "table") (env-gaslimit 1000000) (begin-tx)`;
  const priceAfter = (form: string): string => `${form} (env-gas 0) (other.q) (env-gas)`;
  checkPrograms(setup, [
    ['are loaded again', priceAfter('(module m G (defcap G () true) (defconst C (lib.ok)))'), '1'],
    ['other code keeps them', priceAfter('(lib.ok)'), '0'],
  ]);
});
