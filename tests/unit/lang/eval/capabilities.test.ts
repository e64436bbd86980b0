// Acquiring capabilities: what is granted when, the order of bodies, managers and events, and what counts as used.

import { describe } from 'vitest';
import { checkPrograms } from '../../../support/check-programs.ts';

const notGranted = (token: string): string => `!require-capability: not granted: ${token}`;
const names = `(defun names () (map (at 'name) (env-events true)))
  (defun params () (map (at 'params) (env-events true)))`;

describe('plain capabilities', () => {
  const setup = `(begin-tx) (module m G (defcap G () true)
    (defcap A () true)
    (defcap B () (compose-capability (A)))
    (defcap BB () (compose-capability (B)))
    (defcap ARG (n:decimal) (enforce (> n 0.0) "positive"))
    (defcap LOUD () (note))
    (defcap E () @event true)
    (defcap SELF (token) (compose-capability token))
    (defcap RESULT () (+ 1))
    (defun note () (emit-event (E)))
    (defun a () (require-capability (A)))
    (defun b () (require-capability (B)))
    (defun in-a () (with-capability (A) (a)))
    (defun in-b () (with-capability (B) [(a) (b)]))
    (defun in-bb () (with-capability (BB) [(a) (b)]))
    (defun after-b () (with-capability (B) 1) (a))
    (defun keeps () (with-capability (A) (with-capability (A) 1) (a)))
    (defun keeps-composed () (with-capability (B) (with-capability (A) 1) (a)))
    (defun arg (n) (with-capability (ARG n) (require-capability (ARG 1.00))))
    (defun loud () (with-capability (LOUD) (with-capability (LOUD) 1)))
    (defun self () (with-capability (SELF (A)) (with-capability (SELF (SELF (A))) 1)))
    (defun result () (with-capability (RESULT) 1))
    (defun pass () (let ((f (with-capability (A) (+ 1)))) (map f [1]))))
    (module other H (defcap H () true)
      (defun take-a () (with-capability (m.A) 1))
      (defcap WITH-A () (compose-capability (m.A)))
      (defun compose-a () (with-capability (WITH-A) (m.a)))
      (defun ask () (m.a)))
    (commit-tx) ${names}`;
  checkPrograms(setup, [
    ['are granted in the body', '(m.in-a)', 'true'],
    ['and not outside', '(m.a)', notGranted('(m.A)')],
    ['compose others', '(m.in-b)', '[true true]'],
    ['over several levels', '(m.in-bb)', '[true true]'],
    ['and those end with them', '(m.after-b)', notGranted('(m.A)')],
    ['granted twice, they end once', '(m.keeps)', 'true'],
    ['granted by composing, they end with the composer', '(m.keeps-composed)', 'true'],
    ['decimals compare by value', '(m.arg 1.0)', 'true'],
    ['other arguments are other capabilities', '(m.arg 2.0)', notGranted('(m.ARG 1.0)')],
    ['their body refuses', '(m.arg 0.0)', '!positive'],
    ['their body runs once', '(m.loud) (names)', '["m.E"]'],
    ['may compose what is granted', '(m.self)', '1'],
    ['have bodies that give values', '(m.result)', '!Expected Pact Value'],
    ['a closure leaves their scope', '(m.pass)', '[2]'],
    ['are required from everywhere', '(test-capability (m.A)) (other.ask)', 'true'],
    [
      'are acquired by their module only',
      '(other.take-a)',
      '!Module admin necessary for operation but has not been acquired:m',
    ],
    ['or with its admin', '(acquire-module-admin m) (other.take-a)', '1'],
    [
      'are composed by their module only',
      '(other.compose-a)',
      '!Module admin necessary for operation but has not been acquired:m',
    ],
    ['unless they are held', '(test-capability (m.A)) (other.compose-a)', 'true'],
    [
      'or at top level with its admin',
      '(acquire-module-admin m) (with-capability (m.A) (m.a))',
      'true',
    ],
    ['tokens may come from any expression', '(m.A)', 'CapToken(m.A)'],
    [
      'are composed in a defcap only',
      '(compose-capability (m.A))',
      '!compose-capability failed with message: native must be called within a defcap body',
    ],
  ]);
});

describe('a transaction that ends inside', () => {
  const setup = `(env-enable-repl-natives true) (begin-tx) (module m G (defcap G () true)
    (defcap A () true) (defcap E () @event (commit-tx))
    (defun body () (with-capability (A) (commit-tx) 5))
    (defun acquiring () (with-capability (E) 5)))`;
  checkPrograms(setup, [
    ['takes the capability along', '(m.body)', '5'],
    ['leaves nothing behind', '(m.body) (require-capability (m.A))', notGranted('(m.A)')],
    ['ends while a capability is acquired', '(m.acquiring)', '5'],
  ]);
});

describe('events', () => {
  const setup = `(module m G (defcap G () true)
    (defcap A () true)
    (defcap E (n:integer) @event (compose-capability (A)) (enforce (> n 0) "positive"))
    (defcap OUTER (n:integer) @event (compose-capability (E n)) (emit-event (E (+ n 1))))
    (defun e (n) (with-capability (E n) (require-capability (A)) n))
    (defun twice (n) (with-capability (E n) (with-capability (E n) n)))
    (defun nested (n) (with-capability (E n) (with-capability (E (+ n 1)) n)))
    (defun outer (n) (with-capability (OUTER n) (emit-event (E (+ n 2)))))) ${names}`;
  checkPrograms(setup, [
    ['come with the capability', '(m.e 1) (params)', '[[1]]'],
    ['once while it is granted', '(m.twice 1) (params)', '[[1]]'],
    ['not if the body fails', '(try 0 (m.e 0)) (params)', '[]'],
    ['the outer one first', '(m.nested 1) (params)', '[[1] [2]]'],
    ['after those of the defcap body', '(m.outer 1) (params)', '[[1] [2] [1] [3]]'],
    ['of composed capabilities first', '(m.outer 1) (names)', '["m.E" "m.E" "m.OUTER" "m.E"]'],
    ['none with the flag', '(env-exec-config ["DisablePactEvents"]) (m.e 1) (params)', '[]'],
  ]);

  checkPrograms(
    `${setup}
    (defun hashes () (map (at 'module-hash) (env-events true)))
    (module caller H (defcap H () true) (defun e () (m.e 1)))`,
    [
      [
        'carry the version whose code runs',
        `(module m G (defcap G () true) (defcap E (n:integer) @event true) (defun e (n) n))
       (caller.e) (= (hashes) [(at 'hash (describe-module "m"))])`,
        'false',
      ],
      [
        'or the present one, by older rules',
        `(module m G (defcap G () true) (defcap E (n:integer) @event true) (defun e (n) n))
       (env-exec-config ["EnableLegacyEventHashes"])
       (caller.e) (= (hashes) [(at 'hash (describe-module "m"))])`,
        'true',
      ],
    ],
  );
});

describe('one-shot capabilities', () => {
  const setup = `(module m G (defcap G () true)
    (defcap ONCE (n:integer) @managed (enforce (> n 0) "positive"))
    (defun once (n) (with-capability (ONCE n) n))
    (defun inside (n) (with-capability (ONCE n) (once n)))) ${names}`;
  const used = '!One-shot managed capability used more than once';
  checkPrograms(setup, [
    ['must be installed', '(m.once 1)', '!Managed capability not installed: (m.ONCE 1)'],
    [
      'with their arguments',
      '(install-capability (m.ONCE 2)) (m.once 1)',
      '!not installed: (m.ONCE 1)',
    ],
    ['work once', '(install-capability (m.ONCE 1)) (m.once 1)', '1'],
    ['and not twice', '(install-capability (m.ONCE 1)) (m.once 1) (m.once 1)', used],
    ['which can be caught', '(install-capability (m.ONCE 1)) (m.once 1) (try 7 (m.once 1))', '7'],
    ['are granted inside', '(install-capability (m.ONCE 1)) (m.inside 1)', '1'],
    ['emit an event', '(install-capability (m.ONCE 1)) (m.once 1) (params)', '[[1]]'],
    ['come from signatures', '(env-sigs [{"key": "a", "caps": [(m.ONCE 1)]}]) (m.once 1)', '1'],
    ['once', '(env-sigs [{"key": "a", "caps": [(m.ONCE 1)]}]) (m.once 1) (m.once 1)', used],
    [
      'of any signer, once',
      '(env-sigs [{"key": "a", "caps": []} {"key": "b", "caps": [(m.ONCE 1)]} {"key": "c", "caps": [(m.ONCE 1)]}]) (m.once 1) (m.once 1)',
      used,
    ],
    [
      'are installed by code although a signature has them',
      '(env-sigs [{"key": "a", "caps": [(m.ONCE 1)]}]) (install-capability (m.ONCE 1))',
      '"Installed capability"',
    ],
    [
      'are not installed twice',
      '(install-capability (m.ONCE 1)) (install-capability (m.ONCE 1))',
      '!Capability already installed: (m.ONCE 1)',
    ],
    [
      'nor after a signature has installed them',
      '(env-sigs [{"key": "a", "caps": [(m.ONCE 1)]}]) (m.once 1) (install-capability (m.ONCE 1))',
      '!Capability already installed: (m.ONCE 1)',
    ],
    [
      'are used up if the body fails',
      '(install-capability (m.ONCE 0)) (expect-failure "" (m.once 0)) (m.once 0)',
      '!positive',
    ],
    [
      'the next transaction begins anew',
      '(begin-tx) (install-capability (m.ONCE 1)) (m.once 1) (rollback-tx) (m.once 1)',
      '!Managed capability not installed',
    ],
  ]);
});

describe('managed capabilities', () => {
  const setup = `(module m G (defcap G () true)
    (defcap A () true)
    (defcap PAY (who:string amount:integer) @managed amount left
      (compose-capability (A))
      (enforce (!= who "Eve") "not Eve"))
    (defcap ODD (n:integer) @managed n odd true)
    (defcap DEEP (n:integer) @managed n deep true)
    (defcap COMPOSER () (compose-capability (DEEP 1)))
    (defun left (have want) (enforce (<= want have) "too much") (- have want))
    (defun odd (have want) (if (= have "done") (enforce false "done before") "done"))
    (defun deep (have want) (with-capability (A) have))
    (defun pay (who amount) (with-capability (PAY who amount) (require-capability (A)) amount))
    (defun do-odd () (with-capability (ODD 1) (require-capability (ODD 1))))
    (defun do-deep () (with-capability (DEEP 1) 1))
    (defun composer () (with-capability (COMPOSER) 1))
    (defun both () (with-capability (PAY "Ann" 1) (with-capability (PAY "Ann" 2) 1)))
    (defun same () (with-capability (PAY "Ann" 3) (with-capability (PAY "Ann" 3) 1)))) ${names}`;
  checkPrograms(setup, [
    ['must be installed', '(m.pay "Ann" 1)', '!Managed capability not installed: (m.PAY "Ann" 1)'],
    [
      'for the other arguments',
      '(install-capability (m.PAY "Bob" 9)) (m.pay "Ann" 1)',
      '!not installed: (m.PAY "Ann" 1)',
    ],
    ['spend', '(install-capability (m.PAY "Ann" 5)) (m.pay "Ann" 2) (m.pay "Ann" 3)', '3'],
    [
      'until nothing is left',
      '(install-capability (m.PAY "Ann" 5)) (m.pay "Ann" 2) (m.pay "Ann" 4)',
      '!too much',
    ],
    [
      'each for itself',
      '(install-capability (m.PAY "Ann" 5)) (install-capability (m.PAY "Bob" 1)) (m.pay "Ann" 5) (m.pay "Bob" 1)',
      '1',
    ],
    [
      'their body before the manager',
      '(install-capability (m.PAY "Eve" 1)) (m.pay "Eve" 9)',
      '!not Eve',
    ],
    [
      'their event after the manager',
      '(install-capability (m.PAY "Ann" 1)) (try 0 (m.pay "Ann" 9)) (params)',
      '[]',
    ],
    [
      'nested with other amounts',
      '(install-capability (m.PAY "Ann" 3)) (m.both) (params)',
      '[["Ann" 1] ["Ann" 2]]',
    ],
    [
      'nested with the same amount they are paid once',
      '(install-capability (m.PAY "Ann" 3)) (m.same) (params)',
      '[["Ann" 3]]',
    ],
    [
      'are not installed twice, whatever the amount',
      '(install-capability (m.PAY "Ann" 1)) (install-capability (m.PAY "Ann" 2))',
      '!Capability already installed: (m.PAY "Ann" 2)',
    ],
    [
      'nor if a signature has one, whatever the amount',
      '(env-sigs [{"key": "a", "caps": [(m.PAY "Ann" 1)]}]) (install-capability (m.PAY "Ann" 2))',
      '!Capability already installed: (m.PAY "Ann" 2)',
    ],
    [
      'but if a signature has a different one',
      '(env-sigs [{"key": "a", "caps": [(m.PAY "Bob" 1)]}]) (install-capability (m.PAY "Ann" 2))',
      '"Installed capability"',
    ],
    [
      'of several signatures the smallest counts',
      '(env-sigs [{"key": "a", "caps": [(m.PAY "Ann" 5)]} {"key": "b", "caps": [(m.PAY "Ann" 3)]}]) (m.pay "Ann" 4)',
      '!too much',
    ],
    ['their manager may give anything', '(install-capability (m.ODD 1)) (m.do-odd)', 'true'],
    ['and gets it back', '(install-capability (m.ODD 1)) (m.do-odd) (m.do-odd)', '!done before'],
    [
      'the manager may acquire what the acquirer may',
      '(install-capability (m.DEEP 1)) (m.do-deep)',
      '1',
    ],
    [
      'and not within a defcap',
      '(install-capability (m.DEEP 1)) (m.composer)',
      '!Form illegal within defcap with-capability',
    ],
  ]);

  checkPrograms(
    `(module m G (defcap G () true)
       (defcap SEE (amount:integer) @managed amount left (signed))
       (defun left (have want) (signed) (- have want))
       (defun signed () (enforce-guard (read-keyset 'k)))
       (defun see (amount) (with-capability (SEE amount) (try false (signed)))))
     (env-data {"k": ["a"]}) (env-sigs [{"key": "a", "caps": [(m.SEE 5)]}])`,
    [
      ['body and manager run under the token that was installed', '(m.see 1)', 'false'],
      ['the body of with-capability under the requested one', '(m.see 5)', 'true'],
      ['each time', '(m.see 1) (m.see 4)', 'false'],
    ],
  );
});

describe('install-capability', () => {
  const setup = `(module m G (defcap G () true)
    (defcap A () true) (defcap E () @event true) (defcap ONCE () @managed true)
    (defun in-once () (with-capability (ONCE) 1)))
    (env-data {"k": ["a"]}) (env-keys ["a"])`;
  const notManaged = (name: string): string =>
    `!Install capability error: capability is not managed and cannot be installed: m.${name}`;
  const enforced = `(enforce-guard (read-keyset 'k))`;
  checkPrograms(setup, [
    ['not of plain ones', '(install-capability (m.A))', notManaged('A')],
    ['nor of events', '(install-capability (m.E))', notManaged('E')],
    ['of managed ones', '(install-capability (m.ONCE))', '"Installed capability"'],
    [
      'makes signatures without scope void',
      `(install-capability (m.ONCE)) ${enforced}`,
      '!Keyset failure (keys-all): [a...]',
    ],
    [
      'for this transaction',
      `(begin-tx) (install-capability (m.ONCE)) (commit-tx) ${enforced}`,
      'true',
    ],
    ['what a test installs does not', `(test-capability (m.ONCE)) ${enforced}`, 'true'],
    [
      'nor what a signature installs',
      `(env-sigs [{"key": "a", "caps": []} {"key": "b", "caps": [(m.ONCE)]}]) (m.in-once) ${enforced}`,
      'true',
    ],
    [
      'works where nothing is written',
      '(enforce (= "Installed capability" (install-capability (m.ONCE))) "")',
      'true',
    ],
  ]);
});

describe('test-capability', () => {
  const setup = `(module m G (defcap G () true)
    (defcap A () (enforce (read-msg 'on) "off")) (defcap B () (compose-capability (A)))
    (defcap E () @event true)
    (defcap ONCE () @managed (enforce (read-msg 'on) "off"))
    (defcap PAY (n:integer) @managed n left true)
    (defun left (have want) (enforce (<= want have) "too much") (- have want))
    (defun a () (require-capability (A)))
    (defun once () (with-capability (ONCE) 1))
    (defun is-once () (require-capability (ONCE)))
    (defun pay (n) (with-capability (PAY n) n))) (env-data {"on": true}) ${names}`;
  checkPrograms(setup, [
    ['gives nothing', '(typeof (test-capability (m.A)))', '"unit"'],
    ['grants', '(test-capability (m.A)) (m.a)', 'true'],
    ['and what is composed', '(test-capability (m.B)) (m.a)', 'true'],
    ['runs the body', '(env-data {"on": false}) (test-capability (m.A))', '!off'],
    [
      'not where it is granted',
      '(test-capability (m.A)) (env-data {"on": false}) (test-capability (m.A)) (m.a)',
      'true',
    ],
    [
      'until the transaction ends',
      '(begin-tx) (test-capability (m.A)) (commit-tx) (m.a)',
      notGranted('(m.A)'),
    ],
    [
      'an expectation that fails takes it back',
      '(expect-failure "" (let ((x (test-capability (m.A)))) (at 1 []))) (m.a)',
      notGranted('(m.A)'),
    ],
    [
      'one that succeeds does not',
      '(expect "" true (let ((x (test-capability (m.A)))) true)) (m.a)',
      'true',
    ],
    [
      'events cannot be installed',
      '(test-capability (m.E))',
      '!Install capability error: capability is not managed and cannot be installed: m.E',
    ],
    [
      'a one-shot is used',
      '(test-capability (m.ONCE)) (m.once)',
      '!One-shot managed capability used more than once',
    ],
    ['and not granted', '(test-capability (m.ONCE)) (m.is-once)', notGranted('(m.ONCE)')],
    ['without an event', '(test-capability (m.ONCE)) (names)', '[]'],
    ['with its body', '(env-data {"on": false}) (test-capability (m.ONCE))', '!off'],
    [
      'not installed twice',
      '(test-capability (m.PAY 5)) (test-capability (m.PAY 6))',
      '!Capability already installed: (m.PAY 6)',
    ],
    ['the manager does not run', '(test-capability (m.PAY 5)) (m.pay 5)', '5'],
  ]);
});
