// Defpacts: starting, continuing, rolling back, nesting; what is stored and emitted, and which error comes first.

import { describe, expect, it } from 'vitest';
import { checkPrograms } from '../../../support/check-programs.ts';
import { replSession } from '../../../support/repl-session.ts';
import { runProgram } from '../../../support/run-program.ts';

const txId = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';
const events = `(defun events () (map (lambda (e) [(at 'name e) (at 'params e)]) (env-events true)))`;

describe('continuing', () => {
  const setup = `(module m G (defcap G () true)
    (defpact p (a:integer b) (step (+ a 1)) (step [a b (pact-id)]) (step "last"))
    (defpact back (a) (step-with-rollback [a 0] [a "undone 0"]) (step-with-rollback 1 (error "undo")) (step 2))
    (defpact fails () (step 0) (step (enforce (read-msg 'ok) "not yet")) (step 2))
    (defpact none () (step 0))
    (defun start-two () (m.none) (m.none)))
    (env-data {"ok": false})`;
  checkPrograms(setup, [
    ['the first step', '(m.p 1 "x")', '2'],
    ['the next step sees the arguments', '(m.p 1 "x") (continue-pact 1)', `[1 "x" "${txId}"]`],
    ['the last', '(m.p 1 "x") (continue-pact 1) (continue-pact 2)', '"last"'],
    [
      'beyond the last',
      '(m.p 1 "x") (continue-pact 3)',
      '!DefPactStep does not match defpact properties: requested: 3 step count:3',
    ],
    [
      'far beyond the last',
      '(m.p 1 "x") (continue-pact 9007199254740993)',
      '!DefPactStep does not match defpact properties: requested: 9007199254740992',
    ],
    [
      'as far as machine words go',
      '(m.p 1 "x") (continue-pact 18446744073709551617)',
      `[1 "x" "${txId}"]`,
    ],
    ['before the first', '(m.p 1 "x") (continue-pact -1)', '!requested: -1 step count:3'],
    [
      'the same step',
      '(m.p 1 "x") (continue-pact 0)',
      '!Step mismatch in DefPactStep and defpact execution environment: defpact id: ' +
        `${txId} step: 0 DefPactExec step: 1`,
    ],
    ['a step too far', '(m.p 1 "x") (continue-pact 2)', '!step: 2 DefPactExec step: 1'],
    [
      'a completed one',
      '(m.none) (continue-pact 0)',
      `!Requested defpact already completed:  defpact id:${txId}`,
    ],
    [
      'an unknown one',
      '(continue-pact 1 false "abc")',
      '!No previous defpact execution found for defpact id:  abc',
    ],
    ['none at all', '(continue-pact 1)', '!No defpact id or execution environment supplied'],
    [
      'by its id',
      `(begin-tx) (m.p 1 "x") (commit-tx) (continue-pact 1 false "${txId}")`,
      `[1 "x" "${txId}"]`,
    ],
    [
      'after a step that failed',
      `(m.fails) (expect-failure "" (continue-pact 1)) (env-data {"ok": true}) (continue-pact 1)`,
      'true',
    ],
    [
      'after a step that failed, the state is that before',
      `(m.fails) (expect-failure "" (continue-pact 1)) (at 'step (pact-state))`,
      '0',
    ],
    [
      'two in one transaction',
      '(m.start-two)',
      `!defpact execution context already in the environment:  defpact id: ${txId}`,
    ],
    [
      'two of different hash',
      '(m.none) (env-hash (hash "b")) (m.none)',
      '!defpact execution context already in the environment',
    ],
    [
      'two of different hash after forgetting the first',
      `(m.none) (pact-state true) (env-hash (hash "b")) (m.none)`,
      '0',
    ],
    ['again under a hash that was used', '(begin-tx) (m.none) (commit-tx) (m.none)', '0'],
    [
      'starting is a write',
      '(try 0 (m.none))',
      '!Operation disallowed in read-only or sys-only mode',
    ],
    [
      'no step outside',
      '(pact-id)',
      '!Attempted to fetch defpact data, but currently not within defpact execution',
    ],
    ['the id stays with the transaction', '(m.none) (pact-id)', `"${txId}"`],
  ]);

  checkPrograms(setup, [
    ['rolls back the present step', '(m.back 7) (continue-pact 0 true)', '[7 "undone 0"]'],
    [
      'and is over then',
      '(m.back 7) (continue-pact 0 true) (continue-pact 1)',
      '!Requested defpact already completed',
    ],
    [
      'not the next step',
      '(m.back 7) (continue-pact 1 true)',
      `!Rollback mismatch in DefPactStep and defpact execution environment: defpact id: ${txId} step rollback: True DefPactExec rollback: True`,
    ],
    [
      'not an earlier step',
      '(m.back 7) (continue-pact 1) (continue-pact 0 true)',
      '!step rollback: True DefPactExec rollback: True',
    ],
    [
      'not a step without rollback',
      '(m.p 1 "x") (continue-pact 0 true)',
      `!Step has no rollback: defpact id: ${txId}`,
    ],
    [
      'a failing rollback leaves it as it was',
      '(m.back 7) (continue-pact 1) (expect-failure "" (continue-pact 1 true)) (continue-pact 2)',
      '2',
    ],
    [
      'the last step has none',
      '(module x H (defcap H () true) (defpact p () (step-with-rollback 1 2)))',
      `!rollbacks aren't allowed on the last step in: x.p`,
    ],
  ]);
});

describe('yielding', () => {
  const setup = `(module m G (defcap G () true)
    (defpact twice () (step [(yield {"n": 1}) (yield {"n": 2})]) (step (resume {"n" := n} n)))
    (defpact late () (step (yield {"n": 1})) (step 1) (step (resume {"n" := n} n)))
    (defpact again () (step (yield {"n": 1})) (step (resume {"n" := n} (resume {"n" := o} [n o]))))
    (defpact bare () (step (yield {"n": 1})) (step (resume {} 5)))
    (defpact whole () (step (yield {"n": 1, "o": 2})) (step (let ((f (lambda (x) x))) (resume f))))
    (defpact caught () (step (try {} (let ((y (yield {"n": 1}))) (error "no")))) (step (resume {"n" := n} n)))
    (defpact first () (step (resume {"n" := n} n)))
    (defpact back () (step-with-rollback (yield {"n": 1}) (resume {"n" := n} n)) (step 1)))
    (defun f () (resume {"n" := n} n))`;
  const none = '!No yield value found from previous pact step. Current step: ';
  checkPrograms(setup, [
    ['the last one counts', '(m.twice) (continue-pact 1)', '2'],
    [
      'it is for the next step',
      '(m.late) (continue-pact 1) (continue-pact 2)',
      `${none}2 defpact Id: ${txId}`,
    ],
    ['it is read as often as one likes', '(m.again) (continue-pact 1)', '[1 1]'],
    [
      'braces without a name are an object',
      '(m.bare) (continue-pact 1)',
      '!Attempted to apply a closure to too many arguments',
    ],
    ['by a function', '(m.whole) (continue-pact 1)', '{"n": 1,"o": 2}'],
    ['a caught error does not take it back', '(m.caught) (continue-pact 1)', '1'],
    ['nothing in the first step', '(m.first)', `${none}0 defpact Id: ${txId}`],
    ['a rollback gets that of its own step', '(m.back) (continue-pact 0 true)', '1'],
    [
      'nothing outside of steps',
      '(m.twice) (f)',
      '!No active defpact execution in the environment',
    ],
    ['state shows it', `(m.twice) (at 'yield (pact-state))`, '{"n": 2}'],
    ['or that there is none', `(m.late) (continue-pact 1) (at 'yield (pact-state))`, 'false'],
    ['data that is given instead', `(m.twice) (continue-pact 1 false "${txId}" {"n": 9})`, '9'],
    [
      'data that is given where there was none',
      `(m.late) (continue-pact 1) (continue-pact 2 false "${txId}" {"n": 9})`,
      '9',
    ],
  ]);
});

describe('between chains', () => {
  const module = `(module m G (defcap G () true)
    (defpact p (a) (step (yield {"n": a} "2")) (step 1))
    (defpact chain () (step (yield {"n": 1} "1")) (step (resume {"n" := n} (yield {"n": (+ n 1)} "1"))) (step (resume {"n" := n} n)))
    (defpact far () (step (yield {"n": 1} "2")) (step (resume {"n" := n} n)))
    (defpact stuck () (step-with-rollback (yield {"n": 1} "2") 1) (step 1)))`;
  const setup = `(env-chain-data {"chain-id": "1"}) ${module} ${events}`;
  const upgraded = (bless: string): string =>
    `(defconst HASH (at 'hash (describe-module "m"))) (m.chain)
     (module m G (defcap G () true) ${bless} (defpact chain () (step 0) (step (resume {"n" := n} n)) (step 2))) (continue-pact 1)`;
  checkPrograms(setup, [
    ['an event reports the yield', '(m.p 5) (events)', '[["pact.X_YIELD" ["2" "m.p" [5]]]]'],
    [
      'resuming reports the origin, before the next yield',
      '(m.chain) (continue-pact 1) (events)',
      '[["pact.X_YIELD" ["1" "m.chain" []]] ["pact.X_RESUME" ["1" "m.chain" []]] ["pact.X_YIELD" ["1" "m.chain" []]]]',
    ],
    [
      'even if the step does not resume',
      '(m.p 5) (continue-pact 1) (events)',
      '[["pact.X_YIELD" ["2" "m.p" [5]]] ["pact.X_RESUME" ["1" "m.p" [5]]]]',
    ],
    [
      'data that is given instead has no origin',
      `(m.p 5) (env-events true) (continue-pact 1 false "${txId}" {"n": 1}) (events)`,
      '[]',
    ],
    [
      'but must fit the chain',
      `(m.far) (continue-pact 1 false "${txId}" {"n": 1})`,
      '!Yield provenance does not match, received (Provenance 2 ',
    ],
    ['the same chain fits', '(m.chain) (continue-pact 1) (continue-pact 2)', '2'],
    [
      'another version does not fit',
      upgraded(''),
      '!Yield provenance does not match, received (Provenance 1 ',
    ],
    [
      'not from a step with rollback',
      '(m.stuck)',
      '!Program encountered an unhandled raised error: Cross-chain yield not allowed in step with rollback',
    ],
    ['no events with the flag', '(env-exec-config ["DisablePactEvents"]) (m.p 5) (events)', '[]'],
  ]);
});

describe('nesting', () => {
  const setup = `(module child G (defcap G () true)
    (defpact c (n) (step [n (pact-id) (yield {"n": n})]) (step (resume {"n" := x} [x (pact-id)])))
    (defpact three () (step 0) (step 1) (step 2))
    (defpact back (n) (step-with-rollback 0 [n "undone"]) (step 1))
    (defpact far () (step (yield {"n": 1} "9")) (step 1))
    (defpact fails () (step 0) (step (error "child")))
    (defpact long-fails () (step 0) (step (error "child")) (step 2)))
  (module m H (defcap H () true)
    (defpact p () (step (child.c 1)) (step (continue (child.c 1))))
    (defpact two () (step [(child.c 1) (child.c 2)]) (step [(continue (child.c 2)) (continue (child.c 1))]))
    (defpact own () (step [(child.c 1) (pact-id) (yield {"n": 0})]) (step [(continue (child.c 1)) (resume {"n" := n} n) (pact-id)]))
    (defpact forgets () (step (child.c 1)) (step 1))
    (defpact late () (step 0) (step (child.c 1)))
    (defpact other () (step (child.c 1)) (step (child.c 2)))
    (defpact again () (step [(child.c 1) (child.c 1)]) (step 1))
    (defpact later () (step (child.c 1)) (step [(child.c 1) (child.c 1)]))
    (defpact long () (step (child.three)) (step 1))
    (defpact back () (step-with-rollback (child.back 7) (child.back 7)) (step (child.back 7)))
    (defpact uneven () (step-with-rollback (child.c 1) 0) (step 1))
    (defpact without () (step-with-rollback 1 (child.back 7)) (step 1))
    (defpact far () (step (child.far)) (step (continue (child.far))))
    (defpact fails () (step (child.fails)) (step (child.fails)))
    (defpact tries () (step (child.long-fails)) (step (try 5 (child.long-fails))) (step 2))) ${events}`;
  checkPrograms(setup, [
    ['a nested pact has its own id', `(!= "${txId}" (at 1 (m.p)))`, 'true'],
    ['and keeps it', '(= (at 1 (m.p)) (at 1 (continue-pact 1)))', 'true'],
    ['its steps get what it yielded', '(m.p) (at 0 (continue-pact 1))', '1'],
    ['several at once, in any order', '(m.two) (map (at 0) (continue-pact 1))', '[2 1]'],
    ['the outer one yields for itself', '(m.own) (drop 1 (continue-pact 1))', `[0 "${txId}"]`],
    ['all of them go on', '(m.forgets) (continue-pact 1)', `!Nested defpact not advanced ${txId}`],
    [
      'none starts later',
      '(m.late) (continue-pact 1)',
      '!Requested nested defpact double execution: defpact id: ',
    ],
    [
      'other arguments start another pact',
      '(m.other) (continue-pact 1)',
      '!Requested nested defpact double execution: defpact id: ',
    ],
    [
      'none runs twice in a step',
      '(m.again)',
      '!Requested nested defpact never started: defpact id: ',
    ],
    [
      'nor in a later step',
      '(m.later) (continue-pact 1)',
      '!Requested nested defpact never started: defpact id: ',
    ],
    [
      'they have as many steps',
      '(m.long)',
      `!Nested defpact execution failed, parameter mismatch: PactId: ${txId} step count: 3 Parent step count: 2`,
    ],
    ['they roll back with the outer one', '(m.back) (continue-pact 0 true)', '[7 "undone"]'],
    [
      'also where the outer step did not run them',
      '(m.without) (continue-pact 0 true)',
      '[7 "undone"]',
    ],
    [
      'they have rollbacks where it has',
      '(m.uneven)',
      `!Nested defpact execution failed, parameter mismatch: defpact id: ${txId} Rollback: False Parent rollback:True`,
    ],
    ['they emit nothing of chains', '(m.far) (events)', '[]'],
    ['they are not stored apart', '(pact-state true)', '!pact-state: no pact exec in context'],
    ['an error in one', '(m.fails) (continue-pact 1)', '!child'],
    ['caught, the outer one continues', '(m.tries) (continue-pact 1)', '5'],
    [
      'but the inner one remains the running pact',
      '(m.tries) (continue-pact 1) (continue-pact 2)',
      '!No previous defpact execution found for defpact id:  ',
    ],
    [
      'and takes the place of the outer one',
      `(m.tries) (continue-pact 1) (continue-pact 2 false "${txId}")`,
      `!Requested defpact id: ${txId} does not match context defpact id: `,
    ],
  ]);
});

describe('thousands nested in a step', () => {
  const setup = `(env-enable-repl-natives true)
    (module m G (defcap G () true)
      (defpact inner (n) (step (yield {"n": n})) (step (resume {"n" := n} n)))
      (defun all (count) (map (inner) (enumerate 1 count)))
      (defpact outer (count) (step (length (all count))) (step (fold (+) 0 (all count))))
      (defpact failing ()
        (step (expect-failure "" (let ((x (inner 1))) (at 1 []))))
        (step "alone"))
      (defpact both ()
        (step [(inner 1) (expect-failure "" (let ((x (inner 2))) (at 1 [])))])
        (step (inner 1))))`;
  checkPrograms(setup, [
    ['begin and go on', '(m.outer 3000) (continue-pact 1)', '4501500'],
    ['are rolled back by a failure', '(m.failing) (continue-pact 1)', '"alone"'],
    ['but not those before it', '(m.both) (continue-pact 1)', '1'],
  ]);
});

// The stored record does not change until a step ends.
describe('a step that fails after its nested defpacts', () => {
  const module = `(module m G (defcap G () true)
    (defpact innermost ()
      (step-with-rollback (yield {"n": 10}) (resume {"n" := n} (yield {"n": (+ n 1)})))
      (step 1)
      (step 2))
    (defpact inner () (step-with-rollback (innermost) (innermost)) (step (innermost)) (step (innermost)))
    (defpact outer ()
      (step-with-rollback (inner) [(inner) (checked)])
      (step [(inner) (checked)])
      (step [(inner) (checked)]))
    (defun checked () (enforce (read-msg 'ok) "not yet")))`;
  const start = `(begin-tx) ${module} (env-data {"ok": false}) (m.outer) (commit-tx)`;

  it.each([
    [
      'can be run again',
      [`(continue-pact 1 false "${txId}")`, `(continue-pact 2 false "${txId}")`],
      ['[1 true]', '[2 true]'],
    ],
    // The rollback also yields: one more than the yielded value.
    ['can be rolled back again', [`(continue-pact 0 true "${txId}")`], ['[{"n": 11} true]']],
  ])('%s', (_, steps, results) => {
    const { run } = replSession();
    expect(run(start)).toContain('Commit');
    for (const [at, step] of steps.entries()) {
      for (let times = 0; times < 2; times++) {
        expect(run(`(begin-tx) (env-data {"ok": false}) ${step}`)).toContain('not yet');
        run('(rollback-tx)');
      }
      expect(run(`(begin-tx) (env-data {"ok": true}) ${step}`)).toBe(results[at]);
      run('(commit-tx)');
    }
  });
});

it('a step that a script has continued has no effect on the next defpact', () => {
  const text = runProgram(
    `(begin-tx) (module m G (defcap G () true)
      (defpact p (n:integer) (step (yield { "n": n })) (step (resume { "n" := n } n)))) (commit-tx)
    (begin-tx) (env-hash (hash "one")) (m.p 1) (continue-pact 1) (commit-tx)`,
    '(begin-tx) (env-hash (hash "two")) (m.p 2) (continue-pact 1)',
  ).text;
  expect(text).toBe('2');
});
