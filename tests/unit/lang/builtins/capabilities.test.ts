// Capabilities: the requirements of composing, installing, emitting and module admin, and the order of their checks.

import { describe, expect, it } from 'vitest';
import { checkPrograms } from '../../../support/check-programs.ts';
import { runProgram } from '../../../support/run-program.ts';

const modules = `(begin-tx)
  (module vault G (defcap G () (enforce (read-msg 'admin) "no admin"))
    (defcap OPEN () true)
    (defcap OPENED () @event true)
    (defschema s n:integer) (deftable t:{s})
    (defun open () (require-capability (OPEN)) "open"))
  (create-table t)
  (module thief G (defcap G () true)
    (defcap STEAL () (compose-capability (vault.OPEN)))
    (defcap PRY () (pry))
    (defun pry () (compose-capability (OWN)))
    (defcap OWN () true)
    (defcap DEEP () (install-capability (ONCE)))
    (defcap ONCE () @managed true)
    (defun steal () (with-capability (STEAL) (vault.open)))
    (defun by-function () (with-capability (PRY) 1))
    (defun deep () (with-capability (DEEP) 1))
    (defun emit () (emit-event (vault.OPENED)))
    (defun write-it () (insert vault.t "k" {"n": 1})))
  (commit-tx) (env-data {"admin": true})`;
const noAdmin = '!Module admin necessary for operation but has not been acquired:vault';

describe("another module's capability", () => {
  checkPrograms(modules, [
    ['is not composed', '(thief.steal)', noAdmin],
    ['but with its admin', '(acquire-module-admin vault) (thief.steal)', '"open"'],
    ['and by older rules', '(env-exec-config ["DisablePact54Fix"]) (thief.steal)', '"open"'],
    ['is not emitted', '(thief.emit)', noAdmin],
    [
      'not even with its admin',
      '(acquire-module-admin vault) (thief.emit)',
      '!Emitted event does not match module: thief',
    ],
    [
      'nor at top level',
      '(acquire-module-admin vault) (emit-event (vault.OPENED))',
      '!Emitted event does not match module: vault',
    ],
    ['nor are its tables written', '(thief.write-it)', noAdmin],
    ['but with its admin', '(acquire-module-admin vault) (thief.write-it)', '"Write succeeded"'],
  ]);
});

describe('a defcap', () => {
  checkPrograms(modules, [
    [
      'composes itself, and not through a function',
      '(thief.by-function)',
      '!compose-capability failed with message: native must be called within a defcap body',
    ],
    ['installs nothing', '(thief.deep)', '!Form illegal within defcap install-capability'],
  ]);
});

describe('module admin', () => {
  checkPrograms(modules, [
    ['runs governance', '(env-data {"admin": false}) (acquire-module-admin vault)', '!no admin'],
    [
      'once',
      '(acquire-module-admin vault) (env-data {"admin": false}) (acquire-module-admin vault)',
      '"Module admin for module vault acquired"',
    ],
    [
      'until the transaction ends',
      '(begin-tx) (acquire-module-admin vault) (rollback-tx) (thief.steal)',
      noAdmin,
    ],
  ]);
});

describe('a managed capability', () => {
  const managed = `(module m G (defcap G () true)
    (defcap SPEND (who:string amount:integer) @managed amount left (enforce (!= who "Eve") "not Eve"))
    (defun left:integer (have want) (enforce (<= want have) "too much") (- have want))
    (defun spend (who amount) (with-capability (SPEND who amount) amount)))
    (defun names () (map (at 'params) (env-events true)))`;
  checkPrograms(managed, [
    [
      'by a signature',
      '(env-sigs [{"key": "a", "caps": [(m.SPEND "Ann" 5)]}]) (spend "Ann" 3)',
      '3',
    ],
    [
      'over all uses',
      '(env-sigs [{"key": "a", "caps": [(m.SPEND "Ann" 5)]}]) (spend "Ann" 3) (spend "Ann" 3)',
      '!too much',
    ],
    [
      'for those arguments',
      '(env-sigs [{"key": "a", "caps": [(m.SPEND "Ann" 5)]}]) (spend "Bob" 3)',
      '!Managed capability not installed: (m.SPEND "Bob" 3)',
    ],
    [
      'not by code if a signature has it',
      '(env-sigs [{"key": "a", "caps": [(m.SPEND "Ann" 5)]}]) (install-capability (m.SPEND "Ann" 1))',
      '!Capability already installed: (m.SPEND "Ann" 1)',
    ],
    [
      'its body before its manager',
      '(install-capability (m.SPEND "Eve" 5)) (spend "Eve" 9)',
      '!not Eve',
    ],
    [
      'one event a use',
      '(install-capability (m.SPEND "Ann" 5)) (spend "Ann" 1) (spend "Ann" 2) (names)',
      '[["Ann" 1] ["Ann" 2]]',
    ],
  ]);
});

it('charges require-capability by the number of granted capabilities, including composed ones', () => {
  const setup = `(module m G (defcap G () true) (defcap A () true) (defcap B () (compose-capability (A)))
    (defcap C () true)
    (defun one () (with-capability (C) (require-capability (C))))
    (defun three () (with-capability (B) (with-capability (C) (require-capability (C))))))
    (env-gaslimit 100000) (env-gasmodel "table") (env-gaslog)`;
  const charges = (call: string): string => runProgram(setup, `${call} (env-gaslog)`).text;
  expect(charges('(one)')).toContain('CapOpRequire 1');
  expect(charges('(three)')).toContain('CapOpRequire 3');
});
