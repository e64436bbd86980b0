// Who may install and upgrade which modules, the order of the checks, and what is held afterwards.

import { describe, expect, it } from 'vitest';
import { checkPrograms } from '../../../support/check-programs.ts';
import { runProgram } from '../../../support/run-program.ts';

describe('upgrades', () => {
  const setup = `(begin-tx) (module m G (defcap G () (enforce (read-msg 'ok) "not governed"))
      (defcap A () true) (defschema s n:integer) (deftable t:{s}) (defun f () 1))
    (create-table t)
    (module user U (defcap U () true) (defun call () (m.f))) (commit-tx) (env-data {"ok": false})`;
  const version = (n: number): string =>
    `(module m G (defcap G () true) (defcap A () true) (defschema s n:integer) (deftable t:{s}) (defun f () ${n}))`;
  checkPrograms(setup, [
    ['ask the stored governance', version(2), '!not governed'],
    [
      'before names are looked at',
      '(module m G (defcap G () true) (defun f () (nothing)))',
      '!not governed',
    ],
    ['and before new governance', `(module m 'none (defun f () 2))`, '!not governed'],
    ['take place', `(env-data {"ok": true}) ${version(2)} (m.f)`, '2'],
    [
      'give module admin',
      `(env-data {"ok": true}) ${version(2)} (insert m.t "k" {"n": 1})`,
      '"Write succeeded"',
    ],
    ['do not check governance with module admin', `(acquire-module-admin m)`, '!not governed'],
    ['ask whom has admin no more', `(env-module-admin m) ${version(2)} (m.f)`, '2'],
    [
      'twice in a transaction',
      `(begin-tx) (env-data {"ok": true}) ${version(2)} (env-data {"ok": false}) ${version(3)} (m.f)`,
      '3',
    ],
    [
      'end with their transaction',
      `(begin-tx) (env-data {"ok": true}) ${version(2)} (rollback-tx) (m.f)`,
      '1',
    ],
    ['leave other callers unchanged', `(env-data {"ok": true}) ${version(2)} (user.call)`, '1'],
    [
      'until those are installed again',
      `(env-data {"ok": true}) ${version(2)} (module user U (defcap U () true) (defun call () (m.f))) (user.call)`,
      '2',
    ],
    ['not by an interface', '(interface m (defconst C 1))', '!Interface cannot be upgraded: m'],
    ['emit what governance emits', `(env-data {"ok": true}) ${version(2)} (env-events true)`, '[]'],
    [
      'governance is not left granted',
      `(env-data {"ok": true}) ${version(2)} (require-capability (m.G))`,
      '!require-capability: not granted: (m.G)',
    ],
  ]);

  const events = `(begin-tx) (module m G (defcap G () @event true)) (commit-tx)`;
  checkPrograms(events, [
    [
      'by a governance that is an event emit it',
      `(module m G (defcap G () @event true) (defun f () 1)) (map (at 'name) (env-events true))`,
      '["m.G"]',
    ],
    [
      'with module admin it is not checked',
      `(acquire-module-admin m) (env-events true) (module m G (defcap G () @event true) (defun f () 1)) (map (at 'name) (env-events true))`,
      '[]',
    ],
  ]);
});

describe('governance by a keyset', () => {
  const setup = `(env-data {"k": ["a"], "l": ["b"]}) (env-keys ["a" "b"])
    (define-keyset 'k) (define-keyset 'l)
    (begin-tx) (module m 'k (defun f () 1)) (commit-tx)`;
  checkPrograms(setup, [
    [
      'is checked on installation',
      `(env-keys []) (module n 'k (defun f () 1))`,
      '!Keyset failure (keys-all): [a...]',
    ],
    ['must exist', `(module n 'none (defun f () 1))`, `!Cannot find keyset in database: 'none`],
    [
      'is checked on upgrades',
      `(env-keys ["b"]) (module m 'k (defun f () 2))`,
      '!Keyset failure (keys-all): [a...]',
    ],
    [
      'the new one too',
      `(env-keys ["a"]) (module m 'l (defun f () 2))`,
      '!Keyset failure (keys-all): [b...]',
    ],
    ['both sign', `(module m 'l (defun f () 2)) (m.f)`, '2'],
    [
      'of the stored module comes first',
      `(env-keys ["b"]) (module m 'l (defun f () (nothing)))`,
      '!Keyset failure (keys-all): [a...]',
    ],
    [
      'that of the new one after its names',
      `(env-keys ["a"]) (module m 'l (defun f () (nothing)))`,
      '!Cannot find module:  nothing',
    ],
    [
      'is checked although the admin is held',
      `(acquire-module-admin m) (env-keys []) (module m 'k (defun f () 2))`,
      '!Keyset failure (keys-all): [a...]',
    ],
    [
      'acquiring checks it',
      `(env-keys []) (acquire-module-admin m)`,
      '!Keyset failure (keys-all): [a...]',
    ],
    [
      'follows the keyset',
      `(env-data {"k": ["b"]}) (define-keyset 'k) (env-keys ["a"]) (module m 'k (defun f () 2))`,
      '!Keyset failure (keys-all): [b...]',
    ],
  ]);

  const scopes = `(begin-tx) (module pact G (defcap G () true) (defcap MODULE_KEYSET (name:string) true) (defcap NAMESPACE (name:string) true)) (commit-tx)`;
  const sign = (cap: string): string => `(env-sigs [{"key": "a", "caps": [(pact.${cap})]}])`;
  checkPrograms(`${setup} ${scopes}`, [
    [
      'a signature scoped to the module installs',
      `${sign('MODULE_KEYSET "n"')} (module n 'k (defun f () 1)) (n.f)`,
      '1',
    ],
    ['and upgrades', `${sign('MODULE_KEYSET "m"')} (module m 'k (defun f () 2)) (m.f)`, '2'],
    [
      'and not another',
      `${sign('MODULE_KEYSET "m"')} (module n 'k (defun f () 1))`,
      '!Keyset failure',
    ],
    [
      'a module that grants it to itself is found out',
      `(test-capability (pact.MODULE_KEYSET "n")) (env-keys ["a"]) (module n 'k (defun f () 1))`,
      '!magic cap already acquired: MODULE_KEYSET',
    ],
    [
      'it acquires no admin',
      `${sign('MODULE_KEYSET "m"')} (acquire-module-admin m)`,
      '!Keyset failure',
    ],
    [
      'by older rules it counts for nothing',
      `(env-exec-config ["DisablePact52"]) ${sign('MODULE_KEYSET "m"')} (module m 'k (defun f () 2))`,
      '!Keyset failure',
    ],
  ]);
});

describe('an upgrade in a namespace under the flag that gives admin of a module of the root', () => {
  const version = (n: number): string =>
    `(module m G (defcap G () (enforce (read-msg 'ok) "not governed"))
       (defschema s n:integer) (deftable t:{s}) (defun f () ${n}))`;
  const setup = `(begin-tx) (env-data {"ok": true})
    (module free G (defcap G () true) (defun free () true))
    (define-namespace 'ns (create-user-guard (free.free)) (create-user-guard (free.free)))
    (commit-tx)`;
  checkPrograms(
    `${setup} (begin-tx) (namespace 'ns) ${version(1)} (create-table t) (commit-tx)
    (env-exec-config ["PreserveNsModuleInstallBug"]) (begin-tx) (namespace 'ns)`,
    [
      [
        'checks the governance once, and leaves module admin of the module',
        `${version(2)} (env-data {"ok": false}) (insert ns.m.t "k" {"n": 1})`,
        '"Write succeeded"',
      ],
      [
        'which is not had without an upgrade',
        '(insert ns.m.t "k" {"n": 1})',
        '!Module admin necessary for operation but has not been acquired:ns.m',
      ],
    ],
  );
});

describe('namespaces', () => {
  const setup = `(env-data {"u": ["u"], "g": ["g"], "ns.k": ["k"]})
    (define-namespace 'ns (read-keyset 'u) (read-keyset 'g))
    (module policy G (defcap G () true) (defun allow (name guard) true))`;
  checkPrograms(setup, [
    [
      'their user guard is checked for modules',
      `(namespace 'ns) (module m G (defcap G () true))`,
      '!Keyset failure (keys-all): [u...]',
    ],
    [
      'and for interfaces',
      `(namespace 'ns) (interface i (defconst C 1))`,
      '!Keyset failure (keys-all): [u...]',
    ],
    [
      'before names are looked at',
      `(namespace 'ns) (module m G (defcap G () true) (defun f () (nothing)))`,
      '!Keyset failure',
    ],
    [
      'and not for upgrades',
      `(env-keys ["u"]) (namespace 'ns) (module m G (defcap G () true) (defun f () 1)) (env-keys []) (module m G (defcap G () true) (defun f () 2)) (ns.m.f)`,
      '2',
    ],
    [
      'the name is that of the namespace',
      `(env-keys ["u"]) (namespace 'ns) (module m G (defcap G () true) (defun f () (at 0 [1]))) [(ns.m.f) (m.f)]`,
      '[1 1]',
    ],
    [
      'a module of the root is a different one',
      `(module m G (defcap G () (enforce false "root"))) (env-keys ["u"]) (namespace 'ns) (module m G (defcap G () true) (defun f () 1)) (ns.m.f)`,
      '1',
    ],
    [
      'governed by a keyset of the namespace',
      `(env-keys ["u" "k"]) (namespace 'ns) (define-keyset "ns.k") (module m "ns.k" (defun f () 1)) (env-keys ["u"]) (module m "ns.k" (defun f () 2))`,
      '!Keyset failure (keys-all): [k...]',
    ],
    [
      'the transaction ends them',
      `(begin-tx) (namespace 'ns) (commit-tx) (module m G (defcap G () true)) (list-modules)`,
      '["m" "policy"]',
    ],
    [
      'the root may be closed',
      '(env-namespace-policy false policy.allow) (module m G (defcap G () true))',
      '!Namespace installation error: cannot install in root namespace',
    ],
    [
      'for interfaces too',
      '(env-namespace-policy false policy.allow) (interface i (defconst C 1))',
      '!cannot install in root namespace',
    ],
    [
      'but not for upgrades',
      '(env-namespace-policy false policy.allow) (module policy G (defcap G () true) (defun f () 2)) (policy.f)',
      '2',
    ],
    [
      'nor within a namespace',
      `(env-namespace-policy false policy.allow) (env-keys ["u"]) (namespace 'ns) (module m G (defcap G () true) (defun f () 1)) (ns.m.f)`,
      '1',
    ],
    [
      'or be open',
      '(env-namespace-policy true policy.allow) (module m G (defcap G () true) (defun f () 1)) (m.f)',
      '1',
    ],
  ]);

  checkPrograms(
    `${setup} (begin-tx) (module pact G (defcap G () true) (defcap NAMESPACE (name:string) true) (defcap DEFINE_NAMESPACE (name:string) true)) (commit-tx)`,
    [
      [
        'a signature scoped to the namespace',
        `(env-sigs [{"key": "u", "caps": [(pact.NAMESPACE "ns")]}]) (namespace 'ns) (module m G (defcap G () true) (defun f () 1)) (ns.m.f)`,
        '1',
      ],
      [
        'defines keysets in it',
        `(env-exec-config ["RequireKeysetNs"]) (env-sigs [{"key": "u", "caps": [(pact.NAMESPACE "ns")]}]) (namespace 'ns) (define-keyset "ns.k")`,
        '"Keyset write success"',
      ],
      [
        'does not define it anew',
        `(env-sigs [{"key": "g", "caps": [(pact.NAMESPACE "ns")]}]) (define-namespace 'ns (read-keyset 'u) (read-keyset 'g))`,
        '!Keyset failure',
      ],
      [
        'one scoped to that does',
        `(env-sigs [{"key": "g", "caps": [(pact.DEFINE_NAMESPACE "ns")]}]) (define-namespace 'ns (read-keyset 'u) (read-keyset 'g))`,
        '"Namespace defined: ns"',
      ],
    ],
  );
});

describe('keysets within namespaces only', () => {
  const setup = `(env-exec-config ["RequireKeysetNs"]) (env-data {"u": ["u"], "g": ["g"], "k": ["k"], "ns.k": ["k"], "other.k": ["k"]}) (env-keys ["u" "k"])
    (define-namespace 'ns (read-keyset 'u) (read-keyset 'g))`;
  checkPrograms(setup, [
    ['not outside', '(define-keyset "ns.k")', '!Cannot define keyset outside of a namespace'],
    [
      'not without its name',
      `(namespace 'ns) (define-keyset 'k)`,
      '!Error defining keyset, namespace mismatch, expected ns',
    ],
    [
      'not with another',
      `(namespace 'ns) (define-keyset "other.k")`,
      '!Error defining keyset, namespace mismatch, expected ns',
    ],
    [
      'checks its user guard',
      `(env-keys []) (namespace 'ns) (define-keyset "ns.k")`,
      '!Keyset failure (keys-all): [u...]',
    ],
    ['within', `(namespace 'ns) (define-keyset "ns.k")`, '"Keyset write success"'],
    [
      'an existing one from anywhere',
      `(namespace 'ns) (define-keyset "ns.k") (namespace "") (define-keyset "ns.k")`,
      '"Keyset write success"',
    ],
  ]);
});

describe('gas', () => {
  const setup = (
    governance: string,
  ): string => `(begin-tx) (module lib L (defcap L () true) (defun ok () true))
    (module m G (defcap G () ${governance}) (defun f () 1)) (commit-tx)
    (env-gaslimit 1000000) (env-gasmodel "table") (env-gaslog)`;
  const loads = (program: string): number => {
    const lines = runProgram(setup('(lib.ok)'), `${program} (env-gaslog)`).text.split('"');
    return lines.filter((line) => line.includes('MOpLoadModule')).length;
  };
  const knownWhenMerging = (program: string): string[] => {
    const { text } = runProgram(setup('true'), `${program} (env-gaslog)`);
    return [...text.matchAll(/MOpMergeDeps (\d+)/g)].map((match) => match[1] ?? '');
  };

  it('loads the stored module for its governance, and forgets it again', () => {
    const upgrade = '(module m G (defcap G () true) (defun f () 2))';
    expect(loads(upgrade)).toBe(1);
    // The new version refers to the old one, which is therefore loaded once more.
    expect(loads('(module m G (defcap G () true) (defconst X (m.f)))')).toBe(2);
  });

  it('does not count what governance has loaded when it merges', () => {
    expect(knownWhenMerging('(module m G (defcap G () true) (defun f () (lib.ok)))')).toEqual([
      '0',
    ]);
  });
});
