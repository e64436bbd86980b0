// Values in unusual positions: tables as arguments, closures in bindings, guards of namespaced functions.

import { describe } from 'vitest';
import { checkPrograms } from '../../../support/check-programs.ts';

const noAdmin = (module: string): string =>
  `!Module admin necessary for operation but has not been acquired:${module}`;
const disallowed = '!Operation disallowed in read-only or sys-only mode';

describe('tables as values', () => {
  const setup = `(begin-tx) (module m G (defcap G () true)
      (defschema s n:integer) (defschema same n:integer) (defschema other n:string)
      (defschema any x)
      (deftable t:{s}) (deftable u:{s}) (deftable v:{same}) (deftable w:{other}) (deftable a:{any})
      (defun get (table key) (at 'n (read table key)))
      (defun typed (table:table{s}) (typeof table))
      (defun all () (map (lambda (table) (length (keys table))) [t u]))
      (defun give () t)
      (defun make (table) (create-table table))
      (defun keep () (write a "k" {"x": t}))
      (defun kept () (at 'n (with-read a "k" {"x" := table} (read table "k"))))
      (defun names () (select t ['n 'none] (where 'n (< 1))))
      (defun guarded () (enforce (= [] (keys t)) "")))
    (module thief H (defcap H () true) (defun get (table key) (read table key)) (defun through () (m.get m.t "k")))
    (create-table t) (create-table u) (create-table v) (create-table w) (create-table a)
    (insert t "k" {"n": 1}) (insert t "l" {"n": 2}) (insert u "k" {"n": 3}) (commit-tx)`;
  checkPrograms(setup, [
    ['to functions of their module', '(m.get m.t "k")', '1'],
    ['one or the other', '[(m.get m.t "k") (m.get m.u "k")]', '[1 3]'],
    ['in lists', '(m.all)', '[2 1]'],
    ['from functions', '(m.get (m.give) "k")', '1'],
    ['through other modules', '(thief.through)', '1'],
    ['not to other modules', '(thief.get m.t "k")', noAdmin('m')],
    ['not to the top level', '(read (m.give) "k")', noAdmin('m')],
    ['in rows', '(m.keep) (m.kept)', '1'],
    ['of a type', '(m.typed m.t)', '"table{m.s}"'],
    ['of a type with the same fields', '(m.typed m.v)', '"table{m.same}"'],
    [
      'of another type',
      '(m.typed m.w)',
      '!Runtime typecheck failure, argument is table , but expected type table{m.s}',
    ],
    ['equal nothing', '(= m.t m.t)', 'false'],
    ['are described', `(at 'name (describe-table (m.give)))`, '"t"'],
    [
      'are not created by functions',
      '(acquire-module-admin m) (m.make m.t)',
      '!Top-level call used in module create-table',
    ],
    ['unknown fields are passed over', '(m.names)', '[{"n": 2}]'],
    ['keys are not read in conditions', '(m.guarded)', disallowed],
  ]);
});

describe('closures in bindings', () => {
  const setup = `(module m G (defcap G () true) (defschema s n:integer) (deftable t:{s})
      (defun n-of (row) (at 'n row))
      (defpact p () (step (yield {"n": 7})) (step (resume n-of)) (step 1))
      (defpact q () (step (yield {"n": 7})) (step (resume (at 'n))) (step 1)))
    (create-table t) (insert t "k" {"n": 1})`;
  checkPrograms(setup, [
    ['a builtin for with-read', `(with-read t "k" (at 'n))`, '1'],
    ['a function for with-read', '(with-read t "k" n-of)', '1'],
    ['a builtin for with-default-read', `(with-default-read t "z" {"n": 5} (at 'n))`, '5'],
    ['a lambda for bind', `(bind {"n": 2} (lambda (o) (at 'n o)))`, '2'],
    ['a function for resume', '(p) (continue-pact 1)', '7'],
    ['a partial builtin for resume', '(q) (continue-pact 1)', '7'],
    [
      'a binding is a function',
      `(map (lambda (o) (bind o {"n" := n} n)) [{"n": 1} {"n": 2}])`,
      '[1 2]',
    ],
    [
      'a function of two parameters stays partial',
      '(let ((f (bind {"n": 1} (lambda (o x) [o x])))) (map f [2]))',
      '[[{"n": 1} 2]]',
    ],
    [
      'not a value',
      '(bind {"n": 1} 5)',
      '!native function bind with argument(s) of type(s): object, integer',
    ],
  ]);
});

describe('in namespaces', () => {
  const setup = `(env-data {"u": {"keys": [], "pred": "keys-all"}}) (define-namespace 'ns (read-keyset 'u) (read-keyset 'u)) (namespace 'ns)
    (module m G (defcap G () true) (defcap C (n) true) (defcap E () @event true) (defcap ONCE () @managed true)
      (defun ok (n) (enforce (= n 1) "not one"))
      (defun guard (n) (create-user-guard (ok n)))
      (defun cap-guard () (create-capability-guard (C 1)))
      (defun once () (with-capability (ONCE) 1))
      (defun held (g) (with-capability (C 1) (enforce-guard g))))
    (namespace "")`;
  checkPrograms(setup, [
    ['user guards', '(enforce-guard (ns.m.guard 1))', 'true'],
    ['user guards that fail', '(enforce-guard (ns.m.guard 2))', '!not one'],
    ['user guards from outside', '(enforce-guard (create-user-guard (ns.m.ok 1)))', 'true'],
    [
      'user guards show their function',
      '(take 6 (typeof-principal (create-principal (ns.m.guard 1))))',
      '"u:"',
    ],
    ['principals show the function', '(take 9 (create-principal (ns.m.guard 1)))', '"u:ns.m.ok"'],
    ['capability guards', '(ns.m.held (ns.m.cap-guard))', 'true'],
    [
      'names of events',
      `(test-capability (ns.m.C 1)) (install-capability (ns.m.ONCE)) (ns.m.once) (map (at 'name) (env-events true))`,
      '["ns.m.ONCE"]',
    ],
    ['tokens', '(ns.m.C 1)', 'CapToken(ns.m.C 1)'],
    [
      'signatures by full name',
      '(env-sigs [{"key": "a", "caps": [(ns.m.ONCE)]}]) (ns.m.once)',
      '1',
    ],
    [
      'keyset predicates',
      `(env-data {"k": {"keys": [], "pred": "ns.m.none"}}) (enforce-guard (read-keyset 'k))`,
      '!Module member does not exist ns.m.none.{',
    ],
  ]);
});

describe('verifiers', () => {
  const setup = `(module m G (defcap G () true)
      (defcap A () (enforce-verifier "v")) (defcap B () (compose-capability (A))) (defcap PLAIN () true)
      (defcap DEEP () (ask))
      (defun ask () (enforce-verifier "v"))
      (defun a () (with-capability (A) 1)) (defun b () (with-capability (B) 1))
      (defun plain () (with-capability (PLAIN) (a))) (defun deep () (with-capability (DEEP) 1)))`;
  const vouch = (...caps: readonly string[]): string =>
    `(env-verifiers [{"name": "v", "caps": [${caps.join(' ')}]}])`;
  checkPrograms(setup, [
    ['vouch in the body of a capability', `${vouch('(m.A)')} (m.a)`, '1'],
    ['or of one that composes it', `${vouch('(m.B)')} (m.b)`, '1'],
    [
      'not for one that is only granted',
      `${vouch('(m.PLAIN)')} (m.plain)`,
      '!Verifier failure v: not in scope',
    ],
    ['not without scope', `${vouch()} (m.a)`, '!Verifier failure v: not in scope'],
    ['not if there is none', '(m.a)', '!Verifier failure v: not in transaction'],
    ['which is caught', '(try 7 (m.a))', '7'],
    [
      'in defcaps only',
      `${vouch('(m.A)')} (m.ask)`,
      '!enforce-verifier failed with message: native must be called within a defcap body',
    ],
    ['directly', `${vouch('(m.DEEP)')} (m.deep)`, '!native must be called within a defcap body'],
  ]);
});

describe('events of defpacts', () => {
  checkPrograms(
    `(module m G (defcap G () true) (defcap E (n) @event true)
       (defpact p () (step-with-rollback (emit-event (E 0)) (emit-event (E 9))) (step (emit-event (E 1)))))
     (defun params () (map (at 'params) (env-events true)))`,
    [
      ['in steps', '(m.p) (continue-pact 1) (params)', '[[0] [1]]'],
      ['in rollbacks', '(m.p) (continue-pact 0 true) (params)', '[[0] [9]]'],
    ],
  );
});
