// All kinds of guards: what they check when enforced, and which failures can be caught.

import { describe } from 'vitest';
import { checkPrograms } from '../../../../support/check-programs.ts';

const setup = `(begin-tx) (module m G (defcap G () (enforce (read-msg 'admin) "no admin"))
  (defschema s n:integer) (deftable t:{s})
  (defcap C (n:integer) true)
  (defcap E () @event true)
  (defun same (a b) (enforce (= a b) "differ"))
  (defun put () (write t "k" {"n": 1}))
  (defun get () (with-default-read t "k" {"n": 0} {"n" := n} (enforce (= n 0) "written")))
  (defun note () (emit-event (E)))
  (defun held () (require-capability (C 1)))
  (defun hold (guard) (with-capability (C 1) (enforce-guard guard)))
  (defun try-it (guard) (try "caught" (enforce-guard guard)))
  (defun hold-and-try (guard) (with-capability (C 1) (try-it guard)))
  (defun own () (create-module-guard "x"))
  (defun check (guard) (enforce-guard guard))
  (defun through (f:module{i}) (f::check (own)))
  (defpact p (guard) (step (enforce-guard guard)) (step (enforce-guard guard)))
  (defpact tries (guard) (step (hold-and-try guard)))
  (defpact bound-tried () (step (create-capability-pact-guard (C 1)))
    (step (hold-and-try (create-capability-pact-guard (C 1)))))
  (defpact q () (step (create-pact-guard "x")))
  (defpact bound () (step (create-capability-pact-guard (C 1))) (step (hold (create-capability-pact-guard (C 1))))))
  (create-table t) (commit-tx)
  (env-data {"admin": true, "k": ["a"]})`.replace(
  '(module m',
  '(interface i (defun check (guard))) (module m',
);

describe('user guards', () => {
  checkPrograms(setup, [
    ['hold', '(enforce-guard (create-user-guard (m.same 1 1)))', 'true'],
    ['fail as their function does', '(enforce-guard (create-user-guard (m.same 1 2)))', '!differ'],
    ['which is caught', '(m.try-it (create-user-guard (m.same 1 2)))', '"caught"'],
    ['write nothing', '(enforce-guard (create-user-guard (m.put)))', '!Operation disallowed'],
    ['read tables', '(enforce-guard (create-user-guard (m.get)))', 'true'],
    [
      'by older rules not even that',
      '(env-exec-config ["DisablePact53"]) (enforce-guard (create-user-guard (m.get)))',
      '!Operation disallowed',
    ],
    ['emit events', '(enforce-guard (create-user-guard (m.note))) (length (env-events true))', '1'],
    ['see capabilities', '(m.hold (create-user-guard (m.held)))', 'true'],
    [
      'call the present version',
      `(defconst OLD (create-user-guard (m.same 1 2)))
       (module m G (defcap G () true) (defun same (a b) true)) (enforce-guard OLD)`,
      'true',
    ],
    [
      'of a removed function',
      `(defconst OLD (create-user-guard (m.same 1 2)))
       (module m G (defcap G () true)) (enforce-guard OLD)`,
      '!Module member does not exist m.same.{',
    ],
    [
      'of a function that became something else',
      `(defconst OLD (create-user-guard (m.same 1 2)))
       (module m G (defcap G () true) (defcap same (a b) true)) (enforce-guard OLD)`,
      '!User guard closure m.same must be defun, gotdefcap',
    ],
    [
      'of a function that has other parameters now',
      `(defconst OLD (create-user-guard (m.same 1 2)))
       (module m G (defcap G () true) (defun same (a) true)) (enforce-guard OLD)`,
      '!Attempted to apply a closure outside of native callsite',
    ],
  ]);
});

describe('capability guards', () => {
  checkPrograms(setup, [
    ['hold', '(m.hold (create-capability-guard (m.C 1)))', 'true'],
    [
      'for their arguments',
      '(m.hold (create-capability-guard (m.C 2)))',
      '!Capability not acquired: CapabilityGuard {name: m.C,args: [2],pactId: }',
    ],
    ['which is caught', '(m.try-it (create-capability-guard (m.C 1)))', '"caught"'],
    [
      'are not an acquisition',
      '(enforce-guard (create-capability-guard (m.C 1)))',
      '!Capability not acquired',
    ],
    [
      'with a pact they want the capability too',
      '(enforce-guard (m.bound))',
      '!Capability not acquired: CapabilityGuard {name: m.C',
    ],
    [
      'with another pact',
      '(let ((g (m.bound))) (pact-state true) (env-hash (hash "other")) (m.p g))',
      '!Capability pact guard failed: invalid pact id, expected',
    ],
    [
      'which is caught',
      '(let ((g (m.bound))) (pact-state true) (env-hash (hash "other")) (try 7 (m.p g)))',
      '7',
    ],
    [
      'outside of any pact',
      '(let ((g (m.bound))) (pact-state true) (enforce-guard g))',
      '!Attempted to fetch defpact data, but currently not within defpact execution',
    ],
    [
      'outside of any pact, within try',
      '(let ((g (m.bound))) (pact-state true) (m.hold-and-try g))',
      '!Attempted to fetch defpact data, but currently not within defpact execution',
    ],
    [
      'with another pact, within try',
      '(let ((g (m.bound))) (pact-state true) (env-hash (hash "other")) (m.tries g))',
      '"caught"',
    ],
    ['in their pact', '(m.bound) (continue-pact 1)', 'true'],
    ['in their pact, within try', '(m.bound-tried) (continue-pact 1)', 'true'],
  ]);
});

describe('pact guards', () => {
  checkPrograms(setup, [
    ['hold while the pact is there', '(enforce-guard (m.q))', 'true'],
    [
      'outside',
      '(let ((g (m.q))) (pact-state true) (enforce-guard g))',
      '!currently not within defpact execution',
    ],
    [
      'in another',
      '(let ((g (m.q))) (pact-state true) (env-hash (hash "other")) (m.p g))',
      '!Capability pact guard failed: invalid pact id',
    ],
  ]);
});

describe('module guards', () => {
  checkPrograms(setup, [
    ['hold within calls of their module', '(m.check (m.own))', 'true'],
    ['or for its governance', '(enforce-guard (m.own))', 'true'],
    [
      'and gains its admin by that',
      '(enforce-guard (m.own)) (env-data {"admin": false}) (at "n" (with-default-read m.t "k" {"n": 5} {"n" := n} {"n": n}))',
      '5',
    ],
    ['but not otherwise', '(env-data {"admin": false}) (enforce-guard (m.own))', '!no admin'],
    [
      'module admin is enough, without a new check',
      '(acquire-module-admin m) (env-data {"admin": false}) (enforce-guard (m.own))',
      'true',
    ],
    [
      'deep in the call stack',
      '(module x H (defcap H () true) (implements i) (defun check (guard) (enforce-guard guard))) (env-data {"admin": false}) (m.through x)',
      'true',
    ],
  ]);
});

describe('keyset references', () => {
  checkPrograms(setup, [
    ['must exist', `(keyset-ref-guard 'k)`, `!Cannot find keyset in database: 'k`],
    [
      'follow the keyset',
      `(env-keys ["a"]) (define-keyset 'k) (let ((g (keyset-ref-guard 'k))) (env-data {"k": ["b"]}) (define-keyset 'k) (enforce-guard g))`,
      '!Keyset failure (keys-all): [b...]',
    ],
    ['a string names a keyset', `(env-keys ["a"]) (define-keyset 'k) (enforce-guard 'k)`, 'true'],
    ['an invalid name', `(enforce-guard "")`, '!Invalid keyset name format: '],
    [
      'that do not exist are not caught',
      `(try 0 (enforce-guard 'none))`,
      `!Cannot find keyset in database: 'none`,
    ],
  ]);
});
