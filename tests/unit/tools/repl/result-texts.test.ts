// The results of the REPL's builtins, word for word: the specification's texts if it has them, otherwise the reference's
// (docs/decisions/0004). Scripts compare some of them.

import { describe, expect, it } from 'vitest';
import { replSession } from '../../../support/repl-session.ts';

type Case = readonly [program: string, answer: string];

const module = `(module m G (defcap G () true) (defun id (x) x) (defun may:bool (n:string g:guard) true)
  (defcap C () true) (defcap E () @event true) (defcap ONCE () @managed true)
  (defpact p () (step "one") (step-with-rollback "two" "back") (step "three")))`;

const expectations: readonly Case[] = [
  ['(expect "sum" 3 (+ 1 2))', '"Expect: success: sum"'],
  ['(expect "" true true)', '"Expect: success: "'],
  ['(expect "sum" 4 (+ 1 2))', '"FAILURE: sum expected: 4, received: 3"'],
  ['(expect "text" "a" "b")', '"FAILURE: text expected: "a", received: "b""'],
  [
    '(expect "boom" 1 (enforce false "lost"))',
    '"FAILURE: boom evaluation of actual failed with error message: lost"',
  ],
  [
    `(expect "boom" 1 (read-msg 'none))`,
    '"FAILURE: boom evaluation of actual failed with error message: read-msg failure"',
  ],
  [
    '(expect "boom" 1 (at 3 [1]))',
    '"FAILURE: boom evaluation of actual failed with error message:\n' +
      'Array index out of bounds. Length (1), Index (3)"',
  ],
  ['(expect "boom" (enforce false "lost") 1)', 'fails: lost'],
  [
    '(expect "lambda" 1 (lambda (x) x))',
    '"FAILURE: lambda evaluation of actual failed with error message:\n' +
      'Expected Pact Value, got closure or table reference"',
  ],
  [
    '(expect "lambda" (lambda (x) x) 1)',
    'fails: Expected Pact Value, got closure or table reference',
  ],
  ['(expect-failure "no" (enforce false "lost"))', '"Expect failure: Success: no"'],
  ['(expect-failure "no" "os" (enforce false "lost"))', '"Expect failure: Success: no"'],
  [
    '(expect-failure "no" "found" (enforce false "lost"))',
    `"FAILURE: no: expected error message 'found', got 'lost'"`,
  ],
  ['(expect-failure "fine" 1)', '"FAILURE: fine: expected failure, got result"'],
  ['(expect-failure "fine" "lost" 1)', '"FAILURE: lost: expected failure, got result: 1"'],
  ['(expect-that "positive" (< 0) 5)', '"Expect-that: success positive"'],
  [
    '(expect-that "positive" (< 0) -5)',
    '"FAILURE: Expect-that: Did not satisfy condition: positive, received: -5"',
  ],
  [
    '(expect-that "sum" (+ 0) 5)',
    'fails: native execution failure, expect-that failed with message: ' +
      'Expect-that: condition did not return a boolean',
  ],
];

const transactions: readonly Case[] = [
  ['(begin-tx "load")', '"Begin Tx 0: load"'],
  ['(begin-tx)', '"Begin Tx 0"'],
  ['(begin-tx "load") (commit-tx)', '"Commit Tx 0: load"'],
  ['(begin-tx) (commit-tx)', '"Commit Tx 0"'],
  ['(begin-tx "load") (rollback-tx)', '"Rollback Tx 0: load"'],
  ['(begin-tx) (commit-tx) (begin-tx "next")', '"Begin Tx 1: next"'],
  ['(begin-tx) (rollback-tx) (begin-tx)', '"Begin Tx 0"'],
  [
    '(commit-tx)',
    'fails: Error during database operation: No Transaction currently in progress, cannot execute "commit"',
  ],
  [
    '(rollback-tx)',
    'fails: Error during database operation: No Transaction currently in progress, cannot execute "rollback"',
  ],
  ['(begin-tx) (begin-tx)', 'fails: tx-function failure Begin Tx'],
];

const environment: readonly Case[] = [
  ['(env-data {"a": 1})', '"Setting transaction data"'],
  ['(env-keys ["a"])', '"Setting transaction keys"'],
  ['(env-sigs [{"key": "a", "caps": []}])', '"Setting transaction signatures/caps"'],
  [
    '(env-sigs [{"key": "a"}])',
    `fails: env-sigs: Expected object with 'key': string, 'caps': [capability]`,
  ],
  ['(env-verifiers [{"name": "v", "caps": []}])', '"Setting transaction verifiers/caps"'],
  [
    '(env-verifiers [{"name": "v"}])',
    'fails: native execution failure, env-verifiers failed with message: ' +
      `Expected object with 'name': string, 'caps': [capability]`,
  ],
  ['(env-chain-data {"chain-id": "3"})', '"Updated public metadata"'],
  [
    '(env-chain-data {"block-time": "soon"})',
    'fails: envChainData: bad public metadata value for key: block-time',
  ],
  ['(env-chain-data {"moon": 1})', 'fails: envChainData: bad public metadata value for key: moon'],
  ['(env-hash "aGVsbG8")', '"Set tx hash to aGVsbG8"'],
  ['(env-enable-repl-natives true)', '"repl natives enabled"'],
  ['(env-enable-repl-natives false)', '"repl natives disabled"'],
  [`${module} (env-namespace-policy true m.may)`, '"Installed namespace policy"'],
  [`${module} (env-module-admin m)`, '"Acquired module admin for: m"'],
  ['(env-exec-config ["DisablePact51" "DisablePact40"])', '["DisablePact51" "DisablePact40"]'],
  ['(env-exec-config ["DisablePact40"]) (env-exec-config)', '["DisablePact40"]'],
  ['(env-exec-config ["DisablePact40"]) (env-exec-config [])', '[]'],
  // Deeper than JSON may nest: the value is taken as it is.
  ['(env-data (fold (lambda (deep _) [deep]) 1 (enumerate 1 1001))) (typeof (read-msg))', '"list"'],
  ['(env-events true)', '[]'],
  ['(env-keys ["b" "a"]) (sig-keyset)', 'KeySet {keys: [a, b],pred: keys-all}'],
  ['(env-stackframe)', '[]'],
  ['(pact-version)', '"5.4"'],
  ['(enforce-pact-version "4.0" "5.4")', 'true'],
  ['(enforce-pact-version "")', 'true'],
  ['(enforce-pact-version "5")', 'true'],
  [
    '(enforce-pact-version "5.5")',
    'fails: Enforce pact-version failed: Current Version: 5.4 Minimum Version: 5.5 ',
  ],
];

const gas: readonly Case[] = [
  ['(env-gas)', '0'],
  ['(env-gas 7)', '"Set gas to 7"'],
  ['(env-gas 7) (env-milligas)', '7000'],
  ['(env-set-milligas 7)', '"Set milligas to 7"'],
  ['(env-gaslimit 100)', '"Set gas limit to 100"'],
  ['(env-gasmodel)', `"Current gas model is 'freeGasModel': free gas model"`],
  ['(env-gasmodel "table")', '"Set gas model to table-based cost model"'],
  ['(env-gasmodel "fixed" 3)', '"Set gas model to constant rate gas model with fixed rate 3"'],
  [
    '(env-gasmodel "fixed" 0) (env-gasmodel)',
    `"Current gas model is 'fixed 0': constant rate gas model with fixed rate 0"`,
  ],
  ['(env-gaslog)', '["Enabled gas log"]'],
  ['(env-gasprice 0.5)', '"Set gas price to 0.5"'],
  ['(env-gasrate 2)', '"Set gas model to constant rate gas model with fixed rate 2"'],
];

const defpacts: readonly Case[] = [
  [`${module} (m.p) (continue-pact 1)`, '"two"'],
  [`${module} (m.p) (continue-pact 1) (continue-pact 1 true)`, '"back"'],
  [
    `${module} (m.p) (pact-state)`,
    '{"pactId": "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g","step": 0,"yield": false}',
  ],
  [`${module} (m.p) (pact-state true) (pact-state)`, 'fails: pact-state: no pact exec in context'],
  ['(continue-pact 1)', 'fails: No defpact id or execution environment supplied'],
];

const capabilities: readonly Case[] = [
  [`${module} (test-capability (m.C))`, '()'],
  [`${module} (test-capability (m.ONCE))`, '()'],
  [
    `${module} (test-capability (m.E))`,
    'fails: Install capability error: capability is not managed and cannot be installed: m.E',
  ],
];

const groups = { expectations, transactions, environment, gas, defpacts, capabilities };

describe.each(Object.entries(groups))('%s', (_, cases) => {
  it.each(cases)('%s gives %s', (program, answer) => {
    expect(replSession().run(program)).toBe(answer);
  });
});
