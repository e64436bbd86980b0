// What is said below a failed `enforce` and `enforce-one`: the condition with the values that it saw.
import { expect, test } from 'vitest';
import { Source } from '../../../../../src/base/span.ts';
import { renderError } from '../../../../../src/lang/diagnostics/render.ts';
import { isEvalError } from '../../../../../src/lang/session/run.ts';
import { ReplEngine } from '../../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../../src/tools/repl/options.ts';
import { explained } from '../../../../support/explained.ts';

const declarations = `
(defconst LEAST 1.0)
(defschema account balance:decimal)
(deftable accounts:{account})
(defun known:bool (name:string) (= name "ann"))
(defun wrong:bool (x:bool) (enforce (not x) "inner"))`;

const module = (body: string): string =>
  `(module bank G (defcap G () true) ${declarations} ${body})
(create-table bank.accounts) (insert bank.accounts "ann" {"balance": 0.5})\n`;

test.each([
  ['a variable', '(a:decimal)', '(> a 0.0)', '-1.0', '(> -1.0 0.0)'],
  [
    'a field',
    '(row amount)',
    '(>= (at "balance" row) amount)',
    '{"balance": 0.5} 1.0',
    '(>= 0.5 1.0)',
  ],
  ['arithmetic', '(a b)', '(= (+ a b) (* a 2))', '1 5', '(= 6 2)'],
  ['a constant', '(a)', '(>= a LEAST)', '0.1', '(>= 0.1 1.0)'],
  ['a call of a function', '(a)', '(known a)', '"zed"', '(known "zed")'],
  [
    'a function in a comparison',
    '(a)',
    '(= (known a) (!= a a))',
    '"ann"',
    '(= (known "ann") false)',
  ],
  ['a negation', '(a)', '(not (= a 1))', '1', '(not (= 1 1))'],
  ['an alternative', '(a)', '(or (< a 1) (> a 9))', '5', '(or (< 5 1) (> 5 9))'],
  ['a variable that is a bool', '(ok:bool)', 'ok', 'false', 'ok'],
  ['variables of a let', '(a)', '(let ((n (length a)) (m 3)) (> n m))', '"ab"', '(> 2 3)'],
  ['a condition', '(a)', '(cond ((= a 1) true) false)', '2', '(cond ((= a 1) true) false)'],
  [
    'a read, which is not made again',
    '(a)',
    '(> (at "balance" (read accounts a)) 1.0)',
    '"ann"',
    '(> (at "balance" (read accounts "ann")) 1.0)',
  ],
  ['a list', '(a)', '(contains a ["x" "y"])', '"z"', '(contains "z" ["x" "y"])'],
  ['a long value', '(a)', '(= "" a)', `"${'x'.repeat(100)}"`, `(= "" "${'x'.repeat(59)}...)`],
])('%s', (_, params, condition, args, shown) => {
  const program = `${module(`(defun f ${params} (enforce ${condition} "no"))`)}(bank.f ${args})`;
  expect(explained(program)).toBe(`E0901: The condition is false: ${shown}.`);
});

test.each([
  ['(and (> a 0) (< a b))', '0 3', '(and (> 0 0) (< 0 3))', '(> 0 0)'],
  ['(and (> a 0) (< a b))', '5 3', '(and (> 5 0) (< 5 3))', '(< 5 3)'],
  ['(and (> a 0) (and (> b 0) (< a b)))', '5 3', '(and (> 5 0) (and (> 3 0) (< 5 3)))', '(< 5 3)'],
  ['(let ((c (+ a b))) (and (> c 9) true))', '5 3', '(and (> 8 9) true)', '(> 8 9)'],
  ['(if (= a 1) (> b 5) true)', '1 3', '(if (= 1 1) (> 3 5) true)', '(> 3 5)'],
  [
    '(and (contains a [1 2]) (= 1 (at a [b])))',
    '9 3',
    '(and (contains 9 [1 2]) (= 1 (at 9 [3])))',
    '(contains 9 [1 2])',
  ],
])('the part of %s that is false', (condition, args, whole, part) => {
  const program = `${module(`(defun f (a b) (enforce ${condition} "no"))`)}(bank.f ${args})`;
  expect(explained(program)).toBe(`E0901: In the condition ${whole}, this part is false: ${part}.`);
});

test('no part is named if a function decided before it', () => {
  const program = `${module('(defun f (a) (enforce (and (known a) (= a "bob")) "no"))')}(bank.f "eve")`;
  expect(explained(program)).toBe(
    'E0901: The condition is false: (and (known "eve") (= "eve" "bob")).',
  );
});

test('each condition of enforce-one', () => {
  const body = '(defun f (a) (enforce-one "no" [(enforce (= a 1) "x") (known a) (wrong true)]))';
  expect(explained(`${module(body)}(bank.f "eve")`)).toBe(
    'E0901: None of these conditions holds: (= "eve" 1), (known "eve"), (wrong true).',
  );
  expect(explained('(enforce-one "no" [])')).toContain('E0901: ');
});

test('conditions over many values and nested conditions are shortened', () => {
  const nested = `${'(not (not '.repeat(40)}(> a 1)${'))'.repeat(40)}`;
  for (const condition of [nested, `(contains a [${'1000 '.repeat(500)}])`]) {
    const program = `${module(`(defun f (a) (enforce ${condition} "no"))`)}(bank.f 0)`;
    expect(explained(program).length).toBeLessThan(500);
  }
});

test('neither message nor gas change when the advice is read', () => {
  const engine = new ReplEngine({ host: silentHost, depthLimit: 2000, nestingLimit: 200 });
  const run = (text: string): unknown => engine.run(new Source('a.repl', text));
  run('(env-gasmodel "table") (env-gaslimit 1000)');
  run(module('(defun f (a) (enforce (> (length a) 3) "no"))'));
  run('(expect-failure "the message alone" "no" (bank.f "ab"))');
  run('(env-gas 0)');
  let thrown: unknown;
  try {
    run('(bank.f "ab")');
  } catch (error) {
    thrown = error;
  }
  if (!isEvalError(thrown)) throw new Error('the call must fail');
  const gasOf = (): string =>
    JSON.stringify(run('(env-gas)'), (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
  expect(renderError(thrown, { hints: true })).toContain('(> 2 3)');
  expect(thrown.message).toBe('no');
  const after = gasOf();
  expect(renderError(thrown, { hints: true })).toContain('(> 2 3)');
  expect(gasOf()).toBe(after);
});
