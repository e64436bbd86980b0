// Module references and dynamic calls: where references can be stored, which version is called, recursion and reentrancy.

import { describe } from 'vitest';
import { checkPrograms } from '../../../support/check-programs.ts';

describe('dynamic calls', () => {
  const setup = `(interface i (defconst LIMIT 7) (defun f:integer (n:integer)) (defcap CAP (n:integer)))
    (interface j (defun g (n)))
    (module m G (defcap G () true) (implements j) (implements i)
      (defconst OWN 3)
      (defschema s n:integer) (deftable t:{s})
      (defun f:integer (n:integer) (+ n 1))
      (defun g (n) [n])
      (defcap CAP (n:integer) true)
      (defpact p () (step (pact-id)))
      (defun hidden () (+ "hid" "den")))
    (module k H (defcap H () true) (implements i)
      (defun f:integer (n:integer) (* n 2))
      (defcap CAP (n:integer) (enforce false "k")))
    (module user U (defcap U () true)
      (defconst REF:module{i} m)
      (defconst REFS [m k])
      (defschema s ref:module{i}) (deftable t:{s})
      (defun call (r:module{i} n) (r::f n))
      (defun any (r n) (r::f n))
      (defun member (r) (r::hidden))
      (defun const (r) r::OWN)
      (defun table (r) (typeof r::t))
      (defun pact (r) (r::p))
      (defun schema (r) r::s)
      (defun absent (r) (r::nothing))
      (defun token (r:module{i}) (r::CAP 1))
      (defun all (n) (map (lambda (r:module{i}) (r::f n)) REFS))
      (defun by-const (n) (let ((r REF)) (r::f n)))
      (defun as-value (r) (map r::f [1 2]))
      (defun both (r:module{j,i}) (r::g (r::f 1)))
      (defun put (r) (write t "k" {"ref": r}))
      (defun get (n) (with-read t "k" {"ref" := r} (r::f n))))
    (create-table user.t)`;
  checkPrograms(setup, [
    ['by interface', '(user.call m 1)', '2'],
    ['of another module', '(user.call k 5)', '10'],
    ['without a type', '(user.any m 1)', '2'],
    ['of what the interface does not have', '(user.member m)', '"hidden"'],
    ['of a constant', '(user.const m)', '3'],
    ['of a table', '(user.table m)', '"table{m.s}"'],
    ['of a defpact', '(user.pact m)', '"DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g"'],
    ['of a capability', '(user.token k)', 'CapToken(k.CAP 1)'],
    ['of a schema', '(user.schema m)', '!Invalid def kind, received defscema in var position'],
    ['of nothing', '(user.absent m)', '!Unbound free variable m.nothing.{'],
    [
      'on no reference',
      '(user.any 1 1)',
      '!Attempted to use r as dynamic name, but it is not a modref',
    ],
    [
      'on a closure',
      '(let ((r (+ 1))) (r::f 1))',
      '!Attempted to use r as dynamic name, but it is not a modref',
    ],
    ['as a value', '(user.as-value m)', '[2 3]'],
    ['references in lists', '(user.all 3)', '[4 6]'],
    ['references in constants', '(user.by-const 1)', '2'],
    ['references in objects', '(let ((o {"r": k})) (bind o {"r" := r} (r::f 1)))', '2'],
    ['references in tables', '(user.put k) (user.get 4)', '8'],
    [
      'references of the wrong type in tables',
      '(user.put user)',
      '!Attempted insert failed due to schema mismatch. Expected: {"ref": module{i}}, received {"ref": user}',
    ],
    [
      'of another type',
      '(user.call user 1)',
      '!Runtime typecheck failure, argument is modref , but expected type module{i}',
    ],
    ['interfaces ascend in a type', '(user.both k)', '!expected type module{i, j}'],
    ['all of them', '(user.both m)', '[2]'],
    ['interfaces ascend in a value', '(typeof m)', '"module{i, j}"'],
    ['references print as their module', '[m k]', '[m k]'],
    ['and are equal by it', '(= m k)', 'false'],
    [
      'arguments are checked',
      '(user.any m "a")',
      '!Runtime typecheck failure, argument is string , but expected type integer',
    ],
  ]);

  checkPrograms(
    `(begin-tx) ${setup} (commit-tx) (begin-tx)
      (module m G (defcap G () true) (implements j) (implements i)
        (defun f:integer (n:integer) (+ n 100)) (defun g (n) [n]) (defcap CAP (n:integer) true)) (commit-tx)`,
    [
      ['go to the present version', '(user.call m 1)', '101'],
      ['also from constants', '(user.by-const 1)', '101'],
      ['also from tables', '(user.put m) (user.get 1)', '101'],
    ],
  );
});

describe('recursion', () => {
  const setup = `(interface i (defun f (n)))
    (module m G (defcap G () true) (implements i)
      (defcap C (r n) (if (> n 0) (r::f (- n 1)) true))
      (defun f (n) (let ((r:module{i} m)) (if (> n 0) (r::f (- n 1)) n)))
      (defun by-lambda (n) (map (lambda (x) (f x)) [n]))
      (defun catch (n) (try 9 (f n))))
    (module n H (defcap H () true) (implements i)
      (defun f (n) (let ((r:module{i} o)) (if (> n 0) (r::f (- n 1)) n))))
    (module o I (defcap I () true) (implements i)
      (defun f (n) n))`;
  checkPrograms(setup.replace('(let ((r:module{i} o))', '(let ((r:module{i} n))'), [
    ['none', '(m.f 0)', '0'],
    [
      'of a function in itself',
      '(m.f 1)',
      '!Recursion detected by the runtime. Recursing in function: m.f',
    ],
    ['through a lambda', '(m.by-lambda 1)', '!Recursing in function: m.f'],
    ['is not caught', '(m.catch 1)', '!Recursing in function: m.f'],
    ['one after the other is none', '[(m.f 0) (m.f 0)]', '[0 0]'],
    ['after an expected failure it is none', '(expect-failure "" (m.f 1)) (m.f 0)', '0'],
  ]);
});

describe('reentrancy', () => {
  const program = (body: string, call: string): string => `
    (interface caller (defun back ()))
    (interface callee (defun call (r:module{caller})))
    (module bank G (defcap G () true) (implements caller)
      (defschema s n:integer) (deftable t:{s})
      (defcap PLAIN () (put "plain"))
      (defcap LOUD () @event (put "loud"))
      (defcap ONCE () @managed (put "once"))
      (defun put (k) (write t k {"n": 1}))
      (defun back () (put "back"))
      (defun look () (with-default-read t "x" {"n": 0} {"n" := n} n))
      (defun with-plain () (with-capability (PLAIN) (+ "pla" "in")))
      (defun with-loud () (with-capability (LOUD) (+ "lo" "ud")))
      (defun with-once () (with-capability (ONCE) (+ "on" "ce")))
      (defpact p () (step (put "pact")))
      (defun guarded () (enforce-guard (create-user-guard (look))))
      (defun out (r:module{callee}) (r::call bank))
      (defun out-and-put (r:module{callee}) (r::call bank) (put "after"))
      (defun lend (r:module{callee}) (let ((f (lambda (k) (put k)))) (r::call bank))))
    (module other H (defcap H () true) (implements callee)
      (defschema s n:integer) (deftable t:{s})
      (defun note () (write t "k" {"n": 1}))
      (defun call (r:module{caller}) ${body}))
    (create-table bank.t) (create-table other.t) ${call}`;
  const disallowed = '!Operation disallowed in read-only or sys-only mode';
  const written = '"Write succeeded"';
  checkPrograms('', [
    ['coming back one reads only', program('(r::back)', '(bank.out other)'), disallowed],
    ['coming back by name too', program('(bank.back)', '(bank.out other)'), disallowed],
    [
      'unless the flag says otherwise',
      program('(r::back)', '(env-exec-config ["DisableReentrancyCheck"]) (bank.out other)'),
      written,
    ],
    ['coming back one reads', program('(bank.look)', '(bank.out other)'), '0'],
    ['afterwards one writes', program('1', '(bank.out-and-put other)'), written],
    ['the other module writes', program('(note)', '(bank.out other)'), written],
    [
      'but not out of the module that was left',
      program('(bank.guarded)', '(bank.out other)'),
      'true',
    ],
    ['from the top level nothing is left', program('(r::back)', '(other.call bank)'), written],
    [
      'the body of a plain capability reads only',
      program('(bank.with-plain)', '(bank.out other)'),
      disallowed,
    ],
    ['a step of a defpact reads only', program('(bank.p)', '(bank.out other)'), disallowed],
    [
      'a function around an event reads only',
      program('(bank.with-loud)', '(bank.out other)'),
      disallowed,
    ],
  ]);

  // The bodies of event and managed capabilities do not check which module was left: only the enclosing function does.
  const foreign = (cap: string): string => `
    (interface callee (defun call ()))
    (module bank G (defcap G () true)
      (defschema s n:integer) (deftable t:{s})
      (defcap PLAIN () (put)) (defcap LOUD () @event (write t "k" {"n": 1})) (defcap ONCE () @managed (write t "k" {"n": 1}))
      (defun put () (write t "k" {"n": 1}))
      (defun out (r:module{callee}) (r::call)))
    (module other H (defcap H () true) (implements callee)
      (defun call () (with-capability (bank.${cap}) 5)))
    (create-table bank.t)`;
  checkPrograms('', [
    [
      'a plain capability, acquired by the other module',
      `${foreign('PLAIN')} (bank.out other)`,
      disallowed,
    ],
    ['an event', `${foreign('LOUD')} (bank.out other)`, '5'],
    ['a managed one', `${foreign('ONCE')} (install-capability (bank.ONCE)) (bank.out other)`, '5'],
  ]);
});
