// Builtins on modules and namespaces.

import { describe } from 'vitest';
import { checkPrograms } from '../../../support/check-programs.ts';

describe('describe-module', () => {
  const source = `(module m 'k (bless "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g") (implements i) (defun f () 1))`;
  checkPrograms(
    `(env-data {"k": []}) (define-keyset 'k) (begin-tx) (interface i (defconst C 1)) ${source} (commit-tx)`,
    [
      ['code as written', '(at "code" (describe-module "m"))', `"${source}"`],
      [
        'everything else',
        '(drop ["code" "hash"] (describe-module "m"))',
        '{"blessed": ["DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g"],"interfaces": ["i"],"keyset": "k",' +
          '"name": "m","tx_hash": "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g"}',
      ],
      [
        'an interface',
        '(drop ["hash"] (describe-module "i"))',
        '{"code": "(interface i (defconst C 1))","name": "i",' +
          '"tx_hash": "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g"}',
      ],
      [
        'the name is checked before the position',
        '(module n G (defcap G () true) (defun f () (describe-module "1"))) (n.f)',
        '!invalid module name format',
      ],
      [
        'not from a function',
        '(module n G (defcap G () true) (defun f () (describe-module "m"))) (n.f)',
        '!Top-level call used in module describe-module',
      ],
      [
        'local only, if configured',
        '(env-exec-config ["DisableHistoryInTransactionalMode"]) (describe-module "m")',
        '!Operation only permitted in local execution mode: describe-module',
      ],
      ['names ascend', '(list-modules)', '["i" "m"]'],
      [
        'names are read in impure code only',
        '(enforce (= [] (list-modules)) "")',
        '!Operation disallowed in read-only or sys-only mode',
      ],
      ['a module again', '(static-redeploy "m") (m.f)', '1'],
      ['an interface again', '(typeof (static-redeploy "i"))', '"unit"'],
      [
        'a module again, from a function',
        '(module n G (defcap G () true) (defun f () (static-redeploy "1"))) (n.f)',
        '!Top-level call used in module static-redeploy',
      ],
    ],
  );
});

describe('namespaces', () => {
  const define = (name: string): string =>
    `(define-namespace "${name}" (read-keyset 'u) (read-keyset 'g))`;
  checkPrograms(`(env-data {"u": ["u"], "g": ["g"]}) ${define('ns')}`, [
    [
      'a digit in front',
      define('1a'),
      '!define-namespace failed with message: invalid namespace format',
    ],
    ['invalid names', define(''), '!invalid namespace format'],
    ['a dot', define('a.b'), '!invalid namespace format'],
    ['letters of Latin-1', define('é1%'), '"Namespace defined: é1%"'],
    ['letters beyond', define('ł'), '!invalid namespace format'],
    ['defined again without admin', `(env-keys ["u"]) ${define('ns')}`, '!Keyset failure'],
    ['defined again by the admin', `(env-keys ["g"]) ${define('ns')}`, '"Namespace defined: ns"'],
    ['entering requires no guard', '(namespace "ns")', '"Namespace set to ns"'],
    [
      'installing requires the user guard',
      '(namespace "ns") (module m G (defcap G () true))',
      '!Keyset failure (keys-all): [u...]',
    ],
    [
      'names get it in front',
      '(env-keys ["u"]) (namespace "ns") (module m G (defcap G () true)) (list-modules)',
      '["ns.m"]',
    ],
    [
      'until it is left',
      '(env-keys ["u"]) (namespace "ns") (namespace "") (module m G (defcap G () true)) (list-modules)',
      '["m"]',
    ],
    [
      'descriptions',
      `(at 'admin-guard (describe-namespace "ns"))`,
      'KeySet {keys: [g],pred: keys-all}',
    ],
  ]);
});

describe('the policy for new namespaces', () => {
  const define = `(define-namespace 'ns (read-keyset 'u) (read-keyset 'g))`;
  checkPrograms(
    `(env-data {"u": ["u"], "g": ["g"]})
     (module p G (defcap G () true)
       (defun yes (name guard) (enforce-guard guard) true)
       (defun no (name guard) false)
       (defun odd (name guard) 1))`,
    [
      [
        'permits',
        `(env-keys ["g"]) (env-namespace-policy true (p.yes)) ${define}`,
        '"Namespace defined: ns"',
      ],
      [
        'is given the admin guard',
        `(env-namespace-policy true (p.yes)) ${define}`,
        '!Keyset failure',
      ],
      [
        'forbids',
        `(env-namespace-policy true (p.no)) ${define}`,
        '!Namespace definition not permitted',
      ],
      [
        'answers something else',
        `(env-namespace-policy true (p.odd)) ${define}`,
        '!Namespace manager function returned an invalid value',
      ],
    ],
  );
});
