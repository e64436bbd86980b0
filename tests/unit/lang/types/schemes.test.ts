// The types inferred for definitions without annotations.
import { expect, test } from 'vitest';
import { inModule, schemeOf, typecheckProgram } from '../../../support/typecheck.ts';

test.each([
  ['(defun f (x) x)', "forall (a : TYPE). (-> 'a 'a)"],
  ['(defun f () 1)', '(=> integer)'],
  ['(defun f (x y) (+ x y))', "forall (a : TYPE). (Add{'a}) => (-> 'a (-> 'a 'a))"],
  [
    '(defun f (x y) (+ { "a": x } y))',
    "forall (a : TYPE, b : ROW, c : ROW). ((a:'a ⊙ 'b) ~ 'c, IsValue{'a}) => (-> 'a (-> object{'b} object{'c}))",
  ],
  ['(defun f (o) (at "a" o))', "forall (a : ROW, b : TYPE). (a:'b ≼ 'a) => (-> object{'a} 'b)"],
  [
    '(defun f (o) (remove "a" o))',
    "forall (a : ROW, b : ROW, c : TYPE). (('b ⊙ a:'c) ~ 'a) => (-> object{'a} object{'b})",
  ],
  ['(defun f (xs) (map (+ 1) xs))', '(-> [integer] [integer])'],
  [
    '(defun f (g xs) (filter g (reverse xs)))',
    "forall (a : TYPE). (-> (-> 'a bool) (-> ['a] ['a]))",
  ],
  ['(defun f (x) (and (= x "a") true))', '(-> string bool)'],
  ['(defun f () (length []))', '(=> integer)'],
  ['(defun f (x) (contains x ["a"]))', '(-> string bool)'],
  ['(defun f (x) (contains "a" { "a": x }))', "forall (a : TYPE). (IsValue{'a}) => (-> 'a bool)"],
  ['(defconst f [])', "forall (a : TYPE). ['a]"],
  ['(defconst f [{ "a": 1 }])', '[object{a:integer}]'],
  ['(defcap f (x) (enforce (> x 0) "small"))', '(-> integer cap-token)'],
  ['(defun f (x) (try 0 (str-to-int x)))', '(-> string integer)'],
  ['(defun f (x) (cond ((= x 1) "one") ((= x 2) "two") "many"))', '(-> integer string)'],
  ['(defun f (x) (bind { "a": x } { "a" := y } (+ y 1)))', '(-> integer integer)'],
  [
    '(defpact f (x:string) (step (yield { "a": x })) (step (resume { "a" := y } (length y))))',
    '(-> string object{a:string}); (-> string integer)',
  ],
  ['(defun f (m) (read-msg m))', "forall (a : TYPE). (IsValue{'a}) => (-> string 'a)"],
  ['(defun f () (error "never"))', "forall (a : TYPE). (=> 'a)"],
])('%s', (definitions, scheme) => {
  expect(schemeOf(definitions)).toBe(scheme);
});

test('types that grow exponentially are given up, not computed', () => {
  const bindings = Array.from({ length: 60 }, (_, i) => `(x${i + 1} { "a": x${i}, "b": x${i} })`);
  const grown = `(defun f (x0) (let* (${bindings.join(' ')}) x60))`;
  const pair = Array.from(
    { length: 40 },
    (_, i) => `(defun g${i + 1} (x) (let ((y (g${i} x))) { "a": y, "b": y }))`,
  );
  for (const definitions of [grown, `(defun g0 (x) x) ${pair.join(' ')}`]) {
    const { errors } = typecheckProgram(inModule(definitions));
    expect(errors.every((error) => error.code === 'E1214')).toBe(true);
  }
});

test('a long chain of definitions needs no deep stack', () => {
  const chain = Array.from({ length: 3000 }, (_, i) => `(defun f${i + 1} (x) (f${i} x))`);
  const { errors } = typecheckProgram(inModule(`(defun f0 (x) (+ x 1)) ${chain.join('\n')}`));
  expect(errors).toEqual([]);
});

test('a long body needs no deep stack', () => {
  const statements = Array.from({ length: 5000 }, () => '(enforce true "")').join('\n');
  expect(schemeOf(`(defun f () ${statements} 1)`)).toBe('(=> integer)');
});
