// The lazy forms: what they evaluate, in which mode, and what a caught error restores.

import { describe } from 'vitest';
import { checkPrograms } from '../../../support/check-programs.ts';

const setup = `(module m G (defcap G () true)
  (defschema s n:integer) (deftable t:{s})
  (defcap C (n:integer) true)
  (defcap E () @event true)
  (defcap SPEND (amount:integer) @managed amount left true)
  (defun left (have want) (enforce (<= want have) "too much") (- have want))
  (defun spend (amount) (with-capability (SPEND amount) amount))
  (defun put (k) (write t k {"n": 1}) true)
  (defun note () (emit-event (E)))
  (defun held () (require-capability (C 1)))
  (defun hold (guard) (with-capability (C 1) (enforce-guard guard)))
  (defun nest () (with-capability (at 0 []) 1))
  (defcap NESTED () (nest))
  (defun nested () (with-capability (NESTED) 1))
  (defun of (token) (with-capability token 1)))
  (create-table t)`;
const noValue = '!Expected Pact Value, got closure or table reference';
const disallowed = '!Operation disallowed in read-only or sys-only mode';

describe('and, or, if', () => {
  checkPrograms(setup, [
    ['and with no bool', '(and 1 true)', '!expected bool value, got 1'],
    ['and whose second is not a bool', '(and true "a")', '!expected bool value, got "a"'],
    ['and stops', '(and false (enforce false "second"))', 'false'],
    ['and of a closure', '(and (+ 1) true)', noValue],
    ['and whose second is a closure', '(and true (+ 1))', noValue],
    ['or with no bool', '(or 1 true)', '!expected bool value, got 1'],
    ['or whose second is not a bool', '(or false 1)', '!expected bool value, got 1'],
    ['or stops', '(or true (enforce false "second"))', 'true'],
    ['if with no bool', '(if 1 2 3)', '!expected bool value, got 1'],
    ['if evaluates one branch', '(if true 2 (enforce false "else"))', '2'],
    ['if gives closures', '(let ((f (if true (+ 1) (+ 2)))) (map f [1]))', '[2]'],
    ['writes in a branch', '(if (m.put "a") 1 2)', '1'],
    ['writes in a condition', '(and (m.put "a") (m.put "b"))', 'true'],
  ]);
});

describe('enforce', () => {
  checkPrograms(setup, [
    ['gives true', '(enforce true "message")', 'true'],
    ['evaluates no message then', '(enforce true (error "message"))', 'true'],
    ['raises the message', '(enforce (= 1 2) (+ "a" "b"))', '!ab'],
    ['with no bool', '(enforce 1 "message")', '!expected bool value, got 1'],
    ['of a closure', '(enforce (+ 1) "message")', noValue],
    ['whose message is not a string', '(enforce false 1)', '!expected string value, got: 1'],
    ['whose message is a closure', '(enforce false (+ 1))', noValue],
    [
      'whose message is not a string is not caught',
      '(try 0 (enforce false 1))',
      '!expected string value, got: 1',
    ],
    ['whose condition writes', '(enforce (m.put "k") "")', disallowed],
    ['whose message writes', '(enforce false (m.put "k"))', disallowed],
    [
      'whose condition reads',
      '(enforce (= 7 (with-default-read m.t "k" {"n": 7} {"n" := n} n)) "")',
      'true',
    ],
    [
      'whose condition reads, by older rules',
      '(env-exec-config ["DisablePact53"]) (enforce (= 7 (with-default-read m.t "k" {"n": 7} {"n" := n} n)) "")',
      disallowed,
    ],
    [
      'whose message reads, by older rules',
      '(env-exec-config ["DisablePact53"]) (enforce false (with-default-read m.t "k" {"n": "seven"} {"n" := n} n))',
      disallowed,
    ],
    ['emits events in its condition', '(enforce (m.note) "") (length (env-events true))', '1'],
  ]);
});

describe('try', () => {
  checkPrograms(setup, [
    ['gives the body', '(try 0 (+ 1 2))', '3'],
    ['gives a closure', '(let ((f (try (+ 2) (+ 1)))) (map f [1]))', '[2]'],
    ['catches enforce', '(try 0 (enforce false "no"))', '0'],
    ['catches error', '(try 0 (error "no"))', '0'],
    ['catches no error of a builtin', '(try 0 (at 5 [1]))', '!Array index out of bounds'],
    ['catches no type error', '(try 0 (+ 1 "a"))', '!native function +'],
    ['catches no missing keyset', `(try 0 (enforce-keyset 'none))`, '!Cannot find keyset'],
    ['evaluates the other after an error', '(try (error "second") (error "first"))', '!second'],
    ['and not before', '(try (error "second") 1)', '1'],
    ['within another', '(try 0 (try (error "second") (error "first")))', '0'],
    ['reads only', '(try 0 (m.put "k"))', disallowed],
    ['and then writes', '(try (m.put "k") (error "first"))', 'true'],
    ['but not within a condition', '(enforce (try (m.put "k") (error "first")) "")', disallowed],
    ['keeps events', '(try 0 (let ((x (m.note))) (error "no"))) (length (env-events true))', '1'],
    [
      'restores what managed capabilities have spent',
      `(install-capability (m.SPEND 5))
       (try 0 (let ((x (m.spend 4))) (error "no"))) (m.spend 5)`,
      '5',
    ],
    [
      'and what it installed',
      `(try "" (let ((x (install-capability (m.SPEND 5)))) (error "no"))) (m.spend 1)`,
      '!Managed capability not installed: (m.SPEND 1)',
    ],
    [
      'keeps what was spent without an error',
      `(install-capability (m.SPEND 5)) (try 0 (m.spend 4)) (m.spend 5)`,
      '!too much',
    ],
    [
      'takes back capabilities',
      '(try 0 (let ((x (test-capability (m.C 1)))) (error "no"))) (m.held)',
      '!require-capability: not granted: (m.C 1)',
    ],
    [
      'the call stack is as before',
      `(defun f () (error "deep")) (defun g () (try 0 (f)) (try 0 (f)) (env-stackframe))
       (length (g))`,
      '1',
    ],
    [
      'the same function can be called again',
      '(defun f () (error "no")) (+ (try 1 (f)) (try 2 (f)))',
      '3',
    ],
  ]);
});

describe('enforce-one', () => {
  checkPrograms(setup, [
    ['the first one that holds', '(enforce-one "none" [false true (error "third")])', 'true'],
    ['errors are passed over', '(enforce-one "none" [(enforce false "a") true])', 'true'],
    ['if none holds', '(enforce-one (+ "no" "ne") [false (error "a")])', '!none'],
    ['the message is evaluated only if none holds', '(enforce-one (error "m") [true])', 'true'],
    ['no conditions', '(enforce-one "none" [])', '!internal CEnforceOne error'],
    ['no conditions is an error to catch', '(try 0 (enforce-one "none" []))', '0'],
    ['not a bool', '(enforce-one "none" [1 true])', '!expected bool value, got 1'],
    ['a closure', '(enforce-one "none" [(+ 1) true])', noValue],
    ['errors that are not caught', '(enforce-one "none" [(at 1 []) true])', '!Array index'],
    ['conditions read only', '(enforce-one "none" [(m.put "k")])', disallowed],
    ['the message reads only', '(enforce-one (m.put "k") [false])', disallowed],
    ['the message is not a string', '(enforce-one 1 [false])', '!expected string value, got: 1'],
    [
      'a list that is not written literally',
      '(let ((l [true])) (enforce-one "none" l))',
      '!native execution failure, enforce-one failed with message: enforce-one: expected a list of conditions',
    ],
    ['fails within another', '(enforce-one "outer" [(enforce-one "inner" [false]) true])', 'true'],
    ['its failure is caught', '(try 0 (enforce-one "none" [false]))', '0'],
  ]);
});

describe('pure and error', () => {
  checkPrograms(setup, [
    ['pure gives its value', '(pure (+ 1 2))', '3'],
    ['pure reads only', '(pure (m.put "k"))', disallowed],
    ['pure of a closure', '(let ((f (pure (+ 1)))) (map f [1]))', '[2]'],
    ['error without a string', '(error 1)', '!expected string value, got: 1'],
    ['error of a closure', '(error (+ 1))', noValue],
  ]);
});

describe('with-capability', () => {
  checkPrograms(setup, [
    ['not of a value', '(m.of 1)', '!expected capability token value, got: 1'],
    [
      'not of a closure',
      '(module n H (defcap H () true) (defun f () (with-capability (+ 1) 1))) (n.f)',
      noValue,
    ],
    ['of a token that was passed in', '(m.of (m.C 1))', '1'],
    [
      'not from a function that a defcap calls, before its argument',
      '(m.nested)',
      '!Form illegal within defcap with-capability',
    ],
  ]);
});

describe('create-user-guard', () => {
  checkPrograms(setup, [
    ['of a function', '(typeof (create-user-guard (m.held)))', '"guard"'],
    [
      'of a capability',
      '(create-user-guard (m.C 1))',
      '!User guard closure m.C must be defun, gotdefcap',
    ],
    ['after its arguments', '(create-user-guard (m.C (error "arg")))', '!arg'],
    [
      'of a builtin',
      '(create-user-guard (+ 1 2))',
      '!create-user-guard: expected function application of a top-level function',
    ],
    [
      'of a variable',
      '(let ((f m.held)) (create-user-guard (f)))',
      '!expected function application of a top-level function',
    ],
    ['of a closure', '(create-user-guard (m.put (+ 1)))', noValue],
    [
      'arguments are counted when it is enforced',
      '(enforce-guard (create-user-guard (m.put)))',
      '!Attempted to apply a closure outside of native callsite',
    ],
    [
      'too many of them too',
      '(enforce-guard (create-user-guard (m.put "a" "b")))',
      '!Attempted to apply a closure outside of native callsite',
    ],
    ['reads only', '(enforce-guard (create-user-guard (m.put "a")))', disallowed],
    [
      'of a function of the REPL, which no module holds',
      '(defun no () false) (enforce-guard (create-user-guard (no)))',
      '!Cannot find module: #repl',
    ],
    ['any result of a module will do', '(enforce-guard (create-user-guard (m.left 2 1)))', 'true'],
    ['its failure', '(enforce-guard (create-user-guard (m.left 1 2)))', '!too much'],
    ['sees capabilities', '(m.hold (create-user-guard (m.held)))', 'true'],
  ]);
});

describe('an enforce within try', () => {
  const setup = `(module m G (defcap G () true) (defschema s n:integer) (deftable t:{s})
      (defcap C () true)
      (defun held (x) (require-capability (C)) x)
      (defun granted () (with-capability (C) (held (try 1 (enforce false "no"))))))
    (create-table t)`;
  checkPrograms(setup, [
    ['holds', '(try 1 (enforce true "no"))', 'true'],
    ['fails', '(try 1 (enforce false "no"))', '1'],
    ['of a condition that fails', '(try 1 (enforce (enforce false "inner") "no"))', '1'],
    ['of a message that fails', '(try 1 (enforce false (read-msg "absent")))', '1'],
    ['of a message that is not a string', '(try 1 (enforce false 5))', '!expected string'],
    ['of no condition', '(try 1 (enforce 5 "no"))', '!expected bool'],
    ['keeps what was granted', '(m.granted)', '1'],
    ['cannot write', '(try 1 (enforce (= "" (write m.t "k" {"n": 1})) "no"))', '!disallowed'],
    ['is passed over', '(enforce-one "all" [(enforce false "a") (enforce true "b")])', 'true'],
    ['is the last', '(enforce-one "all" [(enforce false "a") (enforce false "b")])', '!all'],
    [
      'costs the same as elsewhere',
      `(env-gasmodel "table") (env-gaslimit 1000)
       (try 1 (enforce (< 2 1) (format "{}" [1]))) (env-milligas)`,
      '1864',
    ],
  ]);
});
