// Property tests of small modules: what is found, how far it is simplified, and that a seed determines everything.
import { expect, test } from 'vitest';
import { Random } from '../../../../../src/tools/testing/fuzz/random.ts';
import { fuzzed } from '../../../../support/fuzzed.ts';
import { replSession } from '../../../../support/repl-session.ts';

const module = (body: string): string => `(module m G (defcap G () true) ${body})`;

/** The steps of the only failure. */
function stepsOf(script: string): readonly string[] {
  const { counterexamples } = fuzzed(script);
  expect(counterexamples).toHaveLength(1);
  return counterexamples[0]?.steps ?? [];
}

test.each([
  ['integers', '(defun prop-p (x:integer) (< x 1000))', '(m.prop-p 1000)'],
  ['negative ones', '(defun prop-p (x:integer) (> x -1000))', '(m.prop-p -1000)'],
  ['decimals', '(defun prop-p (x:decimal) (< x 2.5))', '(m.prop-p 3.0)'],
  ['strings', '(defun prop-p (s:string) (< (length s) 3))', '(m.prop-p "aaa")'],
  ['lists', '(defun prop-p (l:[integer]) (< (length l) 2))', '(m.prop-p [0 0])'],
  ['bools', '(defun prop-p (a:bool b:bool) (or a (not b)))', '(m.prop-p false true)'],
  [
    'objects',
    '(defschema s n:integer t:string) (defun prop-p (o:object{s}) (< (at "n" o) 7))',
    '(m.prop-p {"n": 7, "t": ""})',
  ],
  ['words of the module', '(defun prop-p (s:string) (!= s "needle"))', '(m.prop-p "needle")'],
  [
    'constants of the module',
    '(defconst C 987654) (defun prop-p (n:integer) (!= n C))',
    '(m.prop-p 987654)',
  ],
])('%s become simple', (_, body, call) => {
  expect(stepsOf(module(body))).toEqual([`(expect "m.prop-p" true ${call})`]);
});

test('errors are failures, unless the arguments were not meant', () => {
  const { held, counterexamples } = fuzzed(
    module(`(defun fuzz-a (a:integer b:integer) (enforce (!= b 0) "assume: b is not zero") (/ a b))
      (defun fuzz-b (a:integer b:integer) (/ a b))`),
  );
  expect(held).toEqual(['m.fuzz-a']);
  expect(counterexamples).toMatchObject([
    { target: 'm.fuzz-b', message: 'Arithmetic exception: div by zero', steps: ['(m.fuzz-b 0 0)'] },
  ]);
});

test('properties and invariants of models', () => {
  const { held, broken, notices, counterexamples } = fuzzed(`${module(`
    (defschema account @model [(invariant (>= balance 0.0))] balance:decimal)
    (deftable accounts:{account})
    (defun open (who:string) (insert accounts who { "balance": 5.0 }))
    (defun pay (who:string amount:decimal)
      (enforce (> amount 0.0) "nothing")
      (with-read accounts who { "balance" := b }
        (update accounts who { "balance": (- b amount) })))
    (defun size:integer (x:integer)
      @model [(property (>= result 0)) (property (when (> x 3) (= result x)))
              (property (column-delta accounts "balance"))]
      (if (= x -42) -1 (abs x)))`)}
    (create-table accounts)`);
  expect(held).toEqual(['m.size: (when (> x 3) (= result x))']);
  expect(broken).toEqual(['m.size: (>= result 0)', 'm.account: (>= balance 0.0)']);
  expect(notices).toEqual([
    'not tried: m.size: (column-delta accounts "balance"): column-delta has no meaning in a program',
  ]);
  expect(counterexamples[0]?.steps[0]).toContain('((x -42) (result (m.size x)))');
  const [open, pay] = counterexamples[1]?.steps ?? [];
  expect(open).toBe('(m.open "a")');
  expect(pay).toBe('(m.pay "a" 6.0)');
});

test('properties that a module defines for its models', () => {
  const { held, broken, notices } = fuzzed(`(module m G
    @model [
      (defproperty short (text:string most:integer) (<= (length text) most))
      (defproperty kept (= 0.0 (column-delta t "n")))
      (defproperty plain (and (!= result "bob") (short result 3)))]
    (defcap G () true)
    (defun cut:string (text:string)
      @model [(property (short result 5)) (property (short text 2)) (property kept) (property plain)]
      (take 3 text)))`);
  expect(held).toEqual(['m.cut: (short result 5)']);
  expect(broken).toContain('m.cut: (short text 2)');
  expect(notices.join()).toContain('m.cut: kept: column-delta has no meaning in a program');
});

test('properties that refer to themselves, or grow without limit, are not tried', () => {
  const doubled = (name: string, inner: string): string =>
    `(defproperty ${name} (and ${Array(50).fill(inner).join(' ')}))`;
  const { notices, broken } = fuzzed(`(module m G
    @model [
      (defproperty again (x:integer) (again x))
      ${doubled('a', '(> result 0)')} ${doubled('b', 'a')} ${doubled('c', 'b')} ${doubled('d', 'c')}]
    (defcap G () true)
    (defun f:integer (x:integer)
      @model [(property (again x)) (property d)]
      x))`);
  expect(broken).toEqual([]);
  expect(notices).toEqual([
    'not tried: m.f: (again x): again has no meaning in a program',
    'not tried: m.f: d: a has no meaning in a program',
  ]);
});

test('functions named invariant- hold after any calls', () => {
  const counter = (max: number): string =>
    `${module(`(defschema s n:integer) (deftable t:{s})
      (defun get () (at "n" (read t "a")))
      (defun up () (write t "a" { "n": (+ 1 (get)) }))
      (defun invariant-small () (<= (get) ${max}))`)}
    (create-table m.t) (insert m.t "a" { "n": 0 })`;
  expect(stepsOf(counter(2))).toEqual([
    '(m.up)',
    '(m.up)',
    '(m.up)',
    '(expect "m.invariant-small" true (m.invariant-small))',
  ]);
  expect(fuzzed(counter(100)).held).toEqual(['m.invariant-small']);
});

test('a fault that takes several calls, each with its own word, is found call by call', () => {
  const safe = `${module(`
    (defconst CODE 4711)
    (defschema box @model [(invariant (>= left 0.0))] stage:integer left:decimal)
    (deftable boxes:{box})
    (defun stage-of (name:string) (at "stage" (read boxes name)))
    (defun knock (name:string code:integer)
      (enforce (= code CODE) "wrong code")
      (enforce (= 0 (stage-of name)) "too late")
      (update boxes name { "stage": 1 }))
    (defun enter (name:string word:string)
      (enforce (= word "open-sesame") "wrong word")
      (enforce (= 1 (stage-of name)) "knock first")
      (update boxes name { "stage": 2 }))
    (defun withdraw (name:string amount:decimal)
      (enforce (> amount 0.0) "nothing to withdraw")
      (enforce (= 2 (stage-of name)) "enter first")
      (with-read boxes name { "left" := left } (update boxes name { "left": (- left amount) })))`)}
    (create-table m.boxes) (insert m.boxes "the-box" { "stage": 0, "left": 10.0 })`;
  const [knock, enter, withdraw] = stepsOf(safe);
  expect([knock, enter]).toEqual(['(m.knock "the-box" 4711)', '(m.enter "the-box" "open-sesame")']);
  expect(withdraw).toMatch(/^\(m\.withdraw "the-box" /);
});

test('invariants also cover objects and guards', () => {
  const { counterexamples } = fuzzed(`${module(`
    (defschema point x:integer)
    (defschema s @model [(invariant (< (at "x" place) 3)) (invariant (= owner other))]
      place:object{point} owner:guard other:guard)
    (deftable t:{s})
    (defun move (x:integer) (update t "a" { "place": { "x": x } }))`)}
    (env-data { "k": ["k"] })
    (create-table m.t)
    (insert m.t "a" { "place": { "x": 0 }, "owner": (read-keyset "k"), "other": (read-keyset "k") })`);
  expect(counterexamples.map(({ steps }) => steps[0])).toEqual(['(m.move 3)']);
  expect(counterexamples[0]?.message).toBe('it is false of m.t "a"');
});

test('an invariant that is false before any call hides no other one', () => {
  const script = `${module(`(defschema s @model [(invariant (> n 0))] n:integer) (deftable t:{s})
      (defun up () (update t "a" { "n": (+ 1 (at "n" (read t "a"))) }))
      (defun invariant-small () (< (at "n" (read t "a")) 2))
      (defun invariant-never () false)`)}
    (create-table m.t) (insert m.t "a" { "n": 0 })`;
  const { counterexamples } = fuzzed(script);
  expect(counterexamples.map(({ target, message }) => `${target}: ${message}`)).toEqual([
    'm.invariant-small: it is false',
    'm.invariant-never: it is false, before any call',
    'm.s: (> n 0): it is false of m.t "a": n 0, before any call',
  ]);
  expect(counterexamples.map(({ steps }) => steps.length)).toEqual([3, 1, 1]);
});

test('conditions of a property itself reject arguments, those of functions it calls do not', () => {
  const { held, notices, counterexamples } = fuzzed(
    module(`(defun half (x:integer) (enforce (= 0 (mod x 2)) "odd") (/ x 2))
      (defun prop-half (x:integer) (enforce (= 0 (mod x 2)) "even ones only") (= x (* 2 (half x))))
      (defun prop-any (x:integer) (= x (* 2 (half x))))
      (defun prop-rare (a:string b:string)
        (enforce (and (= a "one") (= b "two")) "two words only") true)`),
  );
  expect(held).toContain('m.prop-half');
  expect(counterexamples).toMatchObject([{ target: 'm.prop-any', message: 'odd' }]);
  expect(notices.join()).toMatch(
    /\d+ of \d+ cases of m.prop-rare were rejected, most often by: two words only/,
  );
});

test('functions that no call passes are reported, internal functions of the module are not', () => {
  const { notices, report } = fuzzed(`${module(`(defschema s n:integer) (deftable t:{s})
      (defcap INNER () true)
      (defun put (k:string) (if (= k k) (require-capability (INNER)) true) (insert t k { "n": 1 }))
      (defun open (k:string) (enforce false "closed for today") (with-capability (INNER) (put k)))
      (defun set (k:string) (with-capability (INNER) (put k)))
      (defun invariant-ok () true)`)}
    (create-table m.t)`);
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatch(/^no call succeeded of m.open \(\d+ calls, most often: closed for/);
  expect(report.blocks.at(-1)?.prints[0]?.text).toContain('for the module alone');
});

test('invariants of rows may read the tables of their module', () => {
  const { held, broken } = fuzzed(`${module(`
      (defschema limit most:integer)
      (deftable limits:{limit})
      (defschema s @model [(invariant (<= n (at "most" (read limits "all")))) (invariant (> n (length (keys limits))))]
        n:integer)
      (deftable t:{s})
      (defun up (k:string) (write t k { "n": 3 }))`)}
    (create-table m.limits) (create-table m.t)
    (insert m.limits "all" { "most": 3 }) (insert m.limits "one" { "most": 3 })
    (insert m.limits "two" { "most": 3 })`);
  expect(held).toEqual(['m.s: (<= n (at "most" (read limits "all")))']);
  expect(broken).toEqual(['m.s: (> n (length (keys limits)))']);
});

test('an interruption keeps what was found', () => {
  let asked = 0;
  const { counterexamples, notices } = fuzzed(
    module(`(defun prop-a (x:integer) (< x 1000)) (defun prop-b (x:integer) true)
      (defun prop-c (x:integer) true)`),
    { runs: 5000, isInterrupted: () => ++asked > 4000 },
  );
  expect(counterexamples.map(({ target }) => target)).toEqual(['m.prop-a']);
  expect(notices).toEqual([
    expect.stringMatching(/^m\.prop-b: ended after \d+ of 5000 runs \(see --timeout\)$/),
    'not tried: m.prop-c: there was no time left (see --timeout)',
  ]);
});

test('calls are limited to the gas that a transaction can have', () => {
  const { held, notices } = fuzzed(
    module('(defun prop-long (x:integer) (>= (length (make-list (abs x) 1)) 0))'),
    { runs: 10 },
  );
  expect(held).toEqual(['m.prop-long']);
  expect(notices).toEqual([]);
});

test('module references implement the interface', () => {
  const { held, notices } = fuzzed(`(interface shape (defun area:integer ()))
    (module square G (defcap G () true) (implements shape) (defun area:integer () 4))
    (module m G (defcap G () true)
      (defun prop-area (s:module{shape}) (= (s::area) 4))
      (defschema x a:integer)
      (defun prop-table (t:table{x}) true))`);
  expect(held).toEqual(['m.prop-area']);
  expect(notices[0]).toMatch(/^not tried: m\.prop-table: no argument can be generated for t/);
});

const flawed = module('(defun prop-p (x:integer s:string) (or (< x 1000) (= s "")))');

test('a seed gives the same again, and earlier failures come first', () => {
  const first = fuzzed(flawed);
  expect(fuzzed(flawed).report.blocks).toEqual(first.report.blocks);
  const { target = '', seed = '', run = 0 } = first.counterexamples[0] ?? {};
  const again = fuzzed(flawed, { seed: 'another', known: [{ target, seed, run }] });
  expect(again.counterexamples).toEqual(first.counterexamples);
  expect(again.report.blocks[0]?.expectations[0]?.name).toBe('fuzz m.prop-p (1 run)');
});

test("the script's state is kept: tables and earlier counts", () => {
  const script = `(expect "before" 1 1)
    ${module(`(defschema s n:integer) (deftable t:{s})
      (defun prop-p (k:string) (write t k { "n": 1 }) (= 1 (length (keys t))))`)}
    (create-table m.t)`;
  const { report, held } = fuzzed(script);
  expect(held).toEqual(['before', 'm.prop-p']);
  expect(report.milliGas).toBe(fuzzed(script, { runs: 1 }).report.milliGas);
});

test('a failing script is not continued', () => {
  expect(fuzzed(`${flawed} (enforce false "stop")`).counterexamples).toHaveLength(1);
  const session = replSession();
  session.run(flawed);
  expect(session.run('(m.prop-p 1000 "a")')).toBe('false');
});

test('findings are reported at once', () => {
  const found: string[] = [];
  fuzzed(module('(defun prop-a (x:integer) (< x 1000)) (defun prop-b (x:integer) true)'), {
    found: ({ target }) => void found.push(target),
    isInterrupted: () => found.length > 0,
  });
  expect(found).toEqual(['m.prop-a']);
});

test('random numbers depend only on a text', () => {
  const draw = (text: string): readonly number[] => {
    const random = new Random(text);
    return Array.from({ length: 4 }, () => random.below(1000));
  };
  expect(draw('a')).toEqual(draw('a'));
  expect(draw('a')).not.toEqual(draw('b'));
});
