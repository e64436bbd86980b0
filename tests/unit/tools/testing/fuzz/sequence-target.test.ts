// After which calls an invariant is checked, and the message if it never was.
import { expect, test } from 'vitest';
import { fuzzed } from '../../../../support/fuzzed.ts';

const module = (body: string): string => `(module m G (defcap G () true) ${body})`;

const bank = `(module bank G (defcap G () true)
  (defschema account balance:integer) (deftable accounts:{account})
  (defun balance-of (who:string) (at "balance" (read accounts who)))
  (defun move (from:string to:string amount:integer)
    (update accounts from { "balance": (- (balance-of from) amount) })
    (update accounts to { "balance": (+ (balance-of to) amount) })))
  (create-table bank.accounts)
  (insert bank.accounts "a" { "balance": 10 }) (insert bank.accounts "b" { "balance": 10 })`;

test('an invariant is checked after calls of other modules that change what it reads', () => {
  const { broken, counterexamples } = fuzzed(`${bank}
    (module tests G (defcap G () true)
      (defun invariant-nobody-owes () (>= (bank.balance-of "a") 0)))`);
  expect(broken).toEqual(['tests.invariant-nobody-owes']);
  expect(counterexamples[0]?.steps[0]).toMatch(/^\(bank\.move /);
});

test('calls of a third module prepare for those that affect an invariant', () => {
  const { broken } = fuzzed(`(module gate G (defcap G () true)
      (defschema s open:bool) (deftable t:{s})
      (defun open () (write t "gate" { "open": true }))
      (defun is-open () (at "open" (read t "gate"))))
    (create-table gate.t) (gate.open)
    (module shop G (defcap G () true)
      (defschema s sold:integer) (deftable t:{s})
      (defun sell () (enforce (gate.is-open) "closed") (write t "a" { "sold": (+ 1 (sold)) }))
      (defun sold () (with-default-read t "a" { "sold": 0 } { "sold" := n } n)))
    (create-table shop.t)
    (module closing G (defcap G () true)
      (defun invariant-few () (< (shop.sold) 3)))`);
  expect(broken).toEqual(['closing.invariant-few']);
});

test('calls through module references count as calls of all modules that they may mean', () => {
  const { broken } = fuzzed(`(interface store (defun put (n:integer)))
    (module one G (defcap G () true) (implements store)
      (defschema s n:integer) (deftable t:{s})
      (defun put (n:integer) (require-capability (P)) (write t "a" { "n": n }))
      (defcap P () true))
    (module other G (defcap G () true) (implements store)
      (defschema s n:integer) (deftable t:{s})
      (defun put (n:integer) (write t "a" { "n": n }))
      (defun get () (with-default-read t "a" { "n": 0 } { "n" := n } n)))
    (create-table one.t) (create-table other.t)
    (module tests G (defcap G () true)
      (defun put (s:module{store} n:integer) (s::put n))
      (defun invariant-small () (< (other.get) 1000)))`);
  expect(broken).toEqual(['tests.invariant-small']);
});

test.each([
  [
    'an invariant that no call can change',
    `(defschema s n:integer) (deftable t:{s})
     (defun invariant-empty () (= [] (keys t)))`,
    'm.invariant-empty: it holds where the script ended, but no function of the loaded modules changes what it reads',
  ],
  [
    'an invariant whose calls are all rejected',
    `(defschema s n:integer) (deftable t:{s})
     (defun put (k:string) (enforce false "closed") (write t k { "n": 1 }))
     (defun invariant-empty () (= [] (keys t)))`,
    /m\.invariant-empty: it holds where the script ended, but all \d+ calls were rejected, most often by: closed$/,
  ],
  [
    'an invariant of rows that never exist',
    `(defschema s @model [(invariant (> n 0))] n:integer) (deftable t:{s}) (deftable u:{s})
     (defun put (k:string) (if (= 1000 (length k)) (write t k { "n": 1 }) ""))`,
    'm.s: (> n 0): its tables have no rows after any call',
  ],
  [
    'an invariant of rows that cannot be evaluated',
    `(defschema s @model [(invariant (> (missing n) 0))] n:integer) (deftable t:{s})
     (defun put (k:string) (write t k { "n": 1 }))`,
    /m\.s: \(> \(missing n\) 0\): it cannot be evaluated: /,
  ],
  [
    'a property whose cases are all rejected',
    '(defun prop-p (x:integer) (enforce false "never") true)',
    'm.prop-p: all 500 cases were rejected, most often by: never',
  ],
])('an untried invariant gets no tick, and is a failure if required: %s', (_, body, why) => {
  const tables = [...body.matchAll(/deftable (\w)/g)].map(([, name]) => `(create-table m.${name})`);
  const whole = [module(body), ...tables].join(' ');
  const { held, broken, notices } = fuzzed(whole);
  expect([...held, ...broken]).toEqual([]);
  expect(notices.filter((each) => each.startsWith('not tried: '))).toEqual([
    typeof why === 'string' ? `not tried: ${why}` : expect.stringMatching(why),
  ]);
  const strict = fuzzed(whole, { strict: true });
  expect(strict.broken).toHaveLength(1);
  const [failure] = strict.report.blocks.flatMap((block) => block.expectations);
  expect(failure?.failure?.message).toMatch(/^not tried: /);
});

test('an invariant may take more gas than a transaction', () => {
  const { broken, counterexamples } = fuzzed(`${module(`
    (defschema s n:integer) (deftable t:{s})
    (defun put (n:integer) (write t "a" { "n": n }))
    (defun invariant-small ()
      (select t (where "n" (< 0))) (select t (where "n" (< 0))) (select t (where "n" (< 0)))
      (select t (where "n" (< 0))) (select t (where "n" (< 0)))
      (< (at "n" (read t "a")) 1000))`)}
    (create-table m.t) (m.put 1)`);
  expect(broken).toEqual(['m.invariant-small']);
  expect(counterexamples[0]?.message).toBe('it is false');
});

test('the title of an invariant says after how many calls it was checked', () => {
  const { report } = fuzzed(`${bank} (module tests G (defcap G () true)
    (defun invariant-sum () (= 20 (+ (bank.balance-of "a") (bank.balance-of "b")))))`);
  expect(report.blocks.at(-1)?.expectations[0]?.name).toMatch(
    /^fuzz tests\.invariant-sum \(\d+ runs, \d+ calls\)$/,
  );
});

test('a run makes up to 20 calls in a row, as long as they succeed', () => {
  const { counterexamples } = fuzzed(
    `(module m G (defcap G () true)
      (defschema s n:integer) (deftable t:{s})
      (defun more () (write t "a" { "n": (+ 1 (count)) }))
      (defun count () (with-default-read t "a" { "n": 0 } { "n" := n } n))
      (defun invariant-few () (< (count) 12)))
    (create-table t)`,
    { runs: 2 },
  );
  expect(counterexamples.map(({ steps }) => steps.length)).toEqual([13]);
});
