// Keysets and guards: definition, rotation, scopes of signatures, reserved capabilities.

import { describe } from 'vitest';
import { checkPrograms } from '../../../support/check-programs.ts';

/** Allows signatures to name the reserved capability. */
const scopeNames = `(module pact G (defcap G () true) (defcap DEFINE_KEYSET (name:string) true))`;

describe('define-keyset', () => {
  checkPrograms(
    `(env-data {"k": ["a"], "new": ["b"], "ns.k": ["a"], "u": ["u"]})
     (define-keyset 'k (read-keyset 'k))`,
    [
      [
        'refs are not keysets',
        `(define-keyset 'x (keyset-ref-guard 'k))`,
        '!type(s): string, guard',
      ],
      [
        'the type is checked before the position',
        `(define-keyset 'x 1)`,
        '!type(s): string, integer',
      ],
      ['invalid names', `(define-keyset "" (read-keyset 'k))`, '!Invalid keyset name format: '],
      ['data before the name', `(define-keyset "")`, '!define-read-keyset failure'],
      ['any string', `(define-keyset "two words" (read-keyset 'k))`, '"Keyset write success"'],
      ['rotation requires the old one', `(define-keyset 'k (read-keyset 'new))`, '!Keyset failure'],
      [
        'and the new one nothing',
        `(env-keys ["a"]) (define-keyset 'k (read-keyset 'new)) (describe-keyset 'k)`,
        'KeySet {keys: [b],pred: keys-all}',
      ],
      [
        'a signature scoped to the rotation',
        `${scopeNames} (env-sigs [{"key": "a", "caps": [(pact.DEFINE_KEYSET "k")]}])
         (define-keyset 'k (read-keyset 'new))`,
        '"Keyset write success"',
      ],
      [
        'a signature scoped to the rotation of another',
        `${scopeNames} (env-sigs [{"key": "a", "caps": [(pact.DEFINE_KEYSET "x")]}])
         (define-keyset 'k (read-keyset 'new))`,
        '!Keyset failure',
      ],
      [
        'a signature scoped to the rotation, by older rules',
        `${scopeNames} (env-sigs [{"key": "a", "caps": [(pact.DEFINE_KEYSET "k")]}])
         (env-exec-config ["DisablePact52"]) (define-keyset 'k (read-keyset 'new))`,
        '!Keyset failure',
      ],
      [
        'not within a module',
        `(module m G (defcap G () true) (defun f () (define-keyset 'x (read-keyset 'k)))) (m.f)`,
        '!Top-level call used in module define-keyset',
      ],
      [
        'not in read-only mode, after the charge',
        `(enforce (= "" (define-keyset 'x (read-keyset 'k))) "")`,
        '!Operation disallowed in read-only or sys-only mode',
      ],
    ],
  );
});

describe('new keysets where a namespace is required', () => {
  checkPrograms(
    `(env-data {"k": ["a"], "u": ["u"]}) (define-keyset 'root (read-keyset 'k))
     (define-namespace 'ns (read-keyset 'u) (read-keyset 'u)) (env-exec-config ["RequireKeysetNs"])`,
    [
      [
        'none',
        `(define-keyset 'x (read-keyset 'k))`,
        '!Cannot define keyset outside of a namespace',
      ],
      [
        'another one',
        `(namespace 'ns) (define-keyset 'x (read-keyset 'k))`,
        '!Error defining keyset, namespace mismatch, expected ns',
      ],
      [
        'its user guard',
        `(namespace 'ns) (define-keyset "ns.x" (read-keyset 'k))`,
        '!Keyset failure',
      ],
      [
        'that one',
        `(env-keys ["u"]) (namespace 'ns) (define-keyset "ns.x" (read-keyset 'k))`,
        '"Keyset write success"',
      ],
      [
        'rotation does not need one',
        `(env-keys ["a"]) (define-keyset 'root (read-keyset 'u))`,
        '"Keyset write success"',
      ],
    ],
  );
});

const scoped = `(env-data {"k": ["a"]}) (define-keyset 'k (read-keyset 'k))
  (module m G (defcap G () true)
    (defcap PAY (to:string) (enforce-keyset 'k))
    (defcap OUTER (to:string) (compose-capability (PAY to)))
    (defcap OTHER () (enforce-keyset 'k))
    (defun pay (to) (with-capability (PAY to) "paid"))
    (defun inside (to) (with-capability (OUTER to) (enforce-keyset 'k)))
    (defun other () (with-capability (OTHER) "other"))
    (defun plain () (enforce-keyset 'k)))
  (env-sigs [{"key": "a", "caps": [(PAY "Ann")]}])`;

describe('signatures with a scope', () => {
  checkPrograms(scoped, [
    ['count in the body of their capability', '(pay "Ann")', '"paid"'],
    ['not with other arguments', '(pay "Bob")', '!Keyset failure (keys-all): [a...]'],
    ['not in another capability', '(other)', '!Keyset failure'],
    ['not outside', '(plain)', '!Keyset failure'],
    ['while a composed capability is granted', '(inside "Ann")', 'true'],
  ]);
});

describe('signatures without a scope', () => {
  const managed = `(env-data {"k": ["a"]}) (define-keyset 'k (read-keyset 'k)) (env-keys ["a"])
    (module m G (defcap G () true) (defcap ONCE () @managed true)
      (defun once () (with-capability (ONCE) "used")))`;
  checkPrograms(managed, [
    ['count', `(enforce-keyset 'k)`, 'true'],
    [
      'no longer, once code installs a capability',
      `(install-capability (ONCE)) (enforce-keyset 'k)`,
      '!Keyset failure',
    ],
    [
      'a capability that was not installed',
      '(once)',
      '!Managed capability not installed: (m.ONCE)',
    ],
    ['one use', '(install-capability (ONCE)) (once)', '"used"'],
    [
      'two uses',
      '(install-capability (ONCE)) (once) (once)',
      '!One-shot managed capability used more than once',
    ],
  ]);
});

describe('predicates', () => {
  const define = (predicate: string, ...keys: string[]): string =>
    `(env-data {"k": {"keys": [${keys.map((key) => `"${key}"`).join(' ')}], "pred": "${predicate}"}})
     (env-keys ["a" "b"]) (enforce-guard (read-keyset 'k))`;
  checkPrograms(
    `(module m G (defcap G () true)
      (defun half (all have) (>= (* 2 have) all)) (defun five (all have) 5) (defcap C () true))`,
    [
      ['all', define('keys-all', 'a', 'c'), '!Keyset failure (keys-all): [a..., c...]'],
      ['all of no keys', define('keys-all'), 'true'],
      ['any', define('keys-any', 'a', 'c'), 'true'],
      ['any of no keys', define('keys-any'), '!Keyset failure (keys-any): []'],
      ['two', define('keys-2', 'a', 'b', 'c'), 'true'],
      ['a function', define('m.half', 'a', 'c'), 'true'],
      [
        'a function that returns false',
        define('m.half', 'a', 'c', 'd'),
        '!Keyset failure (m.half)',
      ],
      [
        'a function that returns another type',
        define('m.five', 'a'),
        '!expected bool value, got 5',
      ],
      ['not a function', define('m.C', 'a'), '!Invalid custom predicate for keyset expected defun'],
      ['not a member', define('m.nothing', 'a'), '!Module member does not exist m.nothing'],
      ['a builtin', define('=', 'a', 'b'), 'true'],
      [
        'not a builtin',
        define('nothing', 'a'),
        '!Invalid custom predicate for keyset expected native',
      ],
    ],
  );
});

describe('module and pact guards', () => {
  const setup = `(begin-tx) (module m G (defcap G () (enforce (read-msg 'admin) "no admin"))
      (defun guard () (create-module-guard "g"))
      (defun check (g) (enforce-guard g))
      (defpact p () (step (create-pact-guard "g")) (step (enforce-guard (create-pact-guard "h")))))
    (commit-tx) (env-data {"admin": false})`;
  checkPrograms(setup, [
    ['within the module', '(m.check (m.guard))', 'true'],
    ['outside by governance', '(env-data {"admin": true}) (enforce-guard (m.guard))', 'true'],
    ['outside', '(enforce-guard (m.guard))', '!no admin'],
    ['in its defpact', '(m.p) (continue-pact 1)', 'true'],
  ]);
});
