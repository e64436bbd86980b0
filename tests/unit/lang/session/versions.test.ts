// Several versions of a module: which code runs, which code may use the tables, what a redeployment changes.

import { describe } from 'vitest';
import { checkPrograms } from '../../../support/check-programs.ts';

describe('pinned code', () => {
  const setup = `(begin-tx)
    (module m G (defcap G () true)
      (defschema s n:integer) (deftable t:{s}) (deftable u:{s})
      (defcap C () true) (defcap E () @event true) (defcap ONCE () @managed true)
      (defcap PAY (n:integer) @managed n left true)
      (defun left (have want) (+ "old" " manager"))
      (defconst X "old")
      (defun name () X)
      (defun get (k) (at 'n (read t k)))
      (defun put (k n) (write t k {"n": n}))
      (defun all () (keys t))
      (defun c () (require-capability (C)))
      (defun inner () (name))
      (defun run (f) (with-capability (C) (f))))
    (create-table t) (create-table u) (put "a" 1)
    (module user U (defcap U () true)
      (defconst TABLE m.t)
      (defun name () (m.name))
      (defun inner () (m.inner))
      (defun const () m.X)
      (defun get (k) (m.get k))
      (defun put (k n) (m.put k n))
      (defun all () (m.all))
      (defun pay (n) (with-capability (m.PAY n) n)))
    (commit-tx)`;
  const upgrade = (body: string): string =>
    `(begin-tx) (module m G (defcap G () true) (defschema s n:integer) (deftable t:{s}) (deftable u:{s}) (defconst X "new") (defun name () X) ${body}) (commit-tx)`;
  checkPrograms(setup, [
    ['keeps what it calls', `${upgrade('')} (user.name)`, '"old"'],
    ['and what that calls', `${upgrade('')} (user.inner)`, '"old"'],
    ['and constants', `${upgrade('')} (user.const)`, '"old"'],
    [
      'loses the tables',
      `${upgrade('')} (user.get "a")`,
      '!Execution aborted, hash not blessed for module m: ',
    ],
    [
      'also to write',
      `${upgrade('')} (user.put "a" 2)`,
      '!Execution aborted, hash not blessed for module m: ',
    ],
    [
      'also for the keys',
      `${upgrade('')} (user.all)`,
      '!Execution aborted, hash not blessed for module m: ',
    ],
    [
      'unless reading locally',
      `${upgrade('')} (env-exec-config ["AllowReadInLocal"]) (user.get "a")`,
      '1',
    ],
    ['names of the top level mean the current version', `${upgrade('')} (m.name)`, '"new"'],
    ['tables stay', `${upgrade('')} (env-module-admin m) (read m.t "a")`, '{"n": 1}'],
    [
      'tables kept in constants are of the old version',
      `${upgrade('')} (env-module-admin m) (read user.TABLE "a")`,
      '!Execution aborted, hash not blessed for module m: ',
    ],
    [
      'a table that is no longer declared',
      `(begin-tx) (module m G (defcap G () true)) (commit-tx) (env-module-admin m) (read m.t "a")`,
      '!Module m has no such member: t',
    ],
    [
      'and declared once more',
      `(begin-tx) (module m G (defcap G () true)) (commit-tx) ${upgrade('')} (env-module-admin m) (read m.t "a")`,
      '{"n": 1}',
    ],
    [
      'is not created twice',
      `${upgrade('')} (env-module-admin m) (create-table m.t)`,
      '!Table m_t already exists',
    ],
    [
      'with another schema',
      `(begin-tx) (module m G (defcap G () true) (defschema s x:string) (deftable t:{s})) (commit-tx) (env-module-admin m) (update m.t "a" {"x": "y"}) (read m.t "a")`,
      '{"n": 1,"x": "y"}',
    ],
  ]);
});

describe('bless', () => {
  const old =
    '(module m G (defcap G () true) (defschema s n:integer) (deftable t:{s}) (defun get () (at "n" (read t "a"))))';
  // The hash of that module, as its installation reports it.
  const hash = 'UBo3qq7iNmSc3UL2OkAFpmYUdu2aBPMldAZd8f0Gx6Y';
  const setup = `(begin-tx) ${old} (create-table t) (insert t "a" {"n": 1})
    (module user U (defcap U () true) (defun get () (m.get))) (commit-tx)`;
  const blessing = (...hashes: readonly string[]): string =>
    `(begin-tx) (module m G (defcap G () true) ${hashes.map((each) => `(bless "${each}")`).join(' ')} (defschema s n:integer) (deftable t:{s}) (defun get () 9)) (commit-tx)`;
  const other = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';
  checkPrograms(setup, [
    ['the hash', `(at 'hash (describe-module "m"))`, `"${hash}"`],
    ['lets old code use the tables', `${blessing(hash)} (user.get)`, '1'],
    ['one of several', `${blessing(other, hash)} (user.get)`, '1'],
    [
      'unknown hashes bless nothing that exists',
      `${blessing(other)} (user.get)`,
      `!Execution aborted, hash not blessed for module m: ${hash}`,
    ],
    [
      'counts for the version that has it',
      `${blessing(hash)} ${blessing(other)} (user.get)`,
      `!hash not blessed for module m: ${hash}`,
    ],
    ['an invalid hash is refused', blessing('abc'), '!Invalid blessed hash, incorrect format: abc'],
    [
      'imports by hash want the present version',
      `${blessing(hash)} (use m "${hash}")`,
      '!Import error for module m , hash not blessed: ',
    ],
  ]);
});

describe('in one transaction', () => {
  const setup = '(begin-tx)';
  const version = (n: number): string => `(module m G (defcap G () true) (defun f () ${n}))`;
  checkPrograms(setup, [
    ['the last version counts', `${version(1)} ${version(2)} (f)`, '2'],
    ['under its full name too', `${version(1)} ${version(2)} (m.f)`, '2'],
    [
      'code between keeps the one before',
      `${version(1)} (module n H (defcap H () true) (defun g () (m.f))) ${version(2)} (g)`,
      '1',
    ],
    ['the same version again', `${version(1)} ${version(1)} (f)`, '1'],
    [
      'functions of the REPL keep the one before',
      `${version(1)} (defun g () (m.f)) ${version(2)} (g)`,
      '1',
    ],
    [
      'a removed name keeps its old meaning at top level',
      `(module m G (defcap G () true) (defun f () 1)) (module m G (defcap G () true) (defun g () 2)) (f)`,
      '1',
    ],
    [
      'but not under the full name',
      `(module m G (defcap G () true) (defun f () 1)) (module m G (defcap G () true) (defun g () 2)) (m.f)`,
      '!Module m has no such member: f',
    ],
    ['a commit forgets bare names', `${version(1)} (commit-tx) (f)`, '!Cannot find module:  f'],
    ['and imports', `${version(1)} (commit-tx) (use m) (f)`, '1'],
    [
      'also imports',
      `${version(1)} (commit-tx) (begin-tx) (use m) (commit-tx) (f)`,
      '!Cannot find module:  f',
    ],
    [
      'a rollback forgets the module',
      `${version(1)} (rollback-tx) (m.f)`,
      '!Module m has no such member: f',
    ],
    ['functions of the REPL stay', `(defun g () 5) (commit-tx) (g)`, '5'],
    ['constants of the REPL stay', `(defconst G5 5) (rollback-tx) (+ 0 G5)`, '5'],
    [
      'functions of the REPL lose what they called',
      `${version(1)} (defun g () (m.f)) (commit-tx) (g)`,
      '!Unbound free variable m.f.{',
    ],
    [
      'modules keep their dependencies through it',
      `${version(1)} (module n H (defcap H () true) (defun g () (m.f))) (commit-tx) (n.g)`,
      '1',
    ],
    [
      'static-redeploy changes nothing',
      `${version(1)} (static-redeploy "m") (commit-tx) (m.f)`,
      '1',
    ],
    [
      'static-redeploy checks no guard',
      `(module m G (defcap G () (enforce false "")) (defun f () 1)) (commit-tx) (static-redeploy "m") (m.f)`,
      '1',
    ],
    [
      'static-redeploy keeps the dependencies',
      `${version(1)} (module n H (defcap H () true) (defun g () (m.f))) (commit-tx) ${version(2)} (begin-tx) (static-redeploy "n") (commit-tx) (n.g)`,
      '1',
    ],
  ]);
});
