// Application of closures: valid terms in head position, too few and too many arguments, and when each is checked.

import { describe } from 'vitest';
import { checkPrograms } from '../../../support/check-programs.ts';

const setup = `(module m G (defcap G () true)
  (defcap C (n:integer) true)
  (defconst FIVE 5)
  (defschema s n:integer) (deftable t:{s})
  (defun zero () 0)
  (defun one (a:integer) a)
  (defun two (a:integer b:string) b)
  (defun three (a b c) [a b c])
  (defun typed:string (a) a)
  (defun apply-it (f) (map f [1]))
  (defpact p (n:integer) (step n)))`;
const tooMany = '!Attempted to apply a closure to too many arguments';
const partial = '!Attempted to apply a closure outside of native callsite';
const noFunction = '!Cannot apply value to non-closure';
const noValue = '!Expected Pact Value, got closure or table reference';

describe('in head position', () => {
  checkPrograms(setup, [
    ['a literal', '(1 2)', noFunction],
    ['a string', '("f")', noFunction],
    ['a list', '([1] 0)', noFunction],
    ['a constant', '(m.FIVE)', noFunction],
    ['a table', '(m.t)', noFunction],
    ['a module reference', '(m 1)', noFunction],
    ['a capability token', '((m.C 1))', noFunction],
    ['a lambda', '((lambda (x) (+ x 1)) 1)', '2'],
    ['a variable that holds a lambda', '(let ((f (lambda (x) (+ x 1)))) (f 1))', '2'],
    ['a variable that holds a builtin', '(let ((f (+))) (f 1 2))', '3'],
    ['a variable that holds a function', '(let ((f m.one)) (f 1))', '1'],
    ['a builtin applied to nothing', '((+) 1 2)', '3'],
    ['a function applied to nothing', '((m.one) 1)', '1'],
    ['a partial builtin', '((+ 1) 2)', partial],
    ['a partial function', '((m.two 1) "b")', partial],
    ['a partial lambda', '(((lambda (x y) x) 1) 2)', partial],
    ['a variable that holds a partial', '(let ((f (+ 1))) (f 2))', partial],
    ['is looked at before the arguments', '(1 (enforce false "argument"))', noFunction],
    ['a conditional', '((if true m.one m.zero) 7)', '7'],
  ]);
});

describe('too many arguments', () => {
  checkPrograms(setup, [
    ['of a builtin', '(abs 1 2)', tooMany],
    ['of a function', '(m.one 1 2)', tooMany],
    ['of a function without parameters', '(m.zero 1)', tooMany],
    ['of a lambda', '((lambda (x) x) 1 2)', tooMany],
    ['of a capability', '(m.C 1 2)', tooMany],
    ['of a defpact', '(m.p 1 2)', tooMany],
    ['are evaluated before', '(abs 1 (enforce false "argument"))', '!argument'],
    ['come before types', '(m.one "a" 2)', tooMany],
    ['of a function in a builtin', '(map (m.zero) [1])', tooMany],
    ['of a lambda in a builtin', '(fold (lambda (a) a) 0 [1])', tooMany],
    ['of a partial in a builtin', '(fold (m.two 1) 0 [1])', '!Runtime typecheck failure'],
    ['of a partial in a builtin, types agreeing', '(fold (m.two 1) "0" [1])', tooMany],
    ['of a partial builtin', '(fold (+ 1) 0 [1])', tooMany],
  ]);
});

describe('too few arguments', () => {
  checkPrograms(setup, [
    ['of a capability', '(m.C)', tooMany],
    ['of a defpact', '(m.p)', tooMany],
    ['of a function are not a value', '(m.two 1)', '!Evaluation did not reduce to a value'],
    ['of a builtin are not a value', '(+ 1)', '!Evaluation did not reduce to a value'],
    ['in a list', '[(+ 1)]', noValue],
    ['in an object', '{"f": (m.two 1)}', noValue],
    ['as an argument of a function', '(m.one (+ 1))', noValue],
    ['as the result of a function', '(defun f () (+ 1)) (f)', noValue],
    ['as the result of a lambda', '((lambda () (+ 1)))', noValue],
    ['are passed to builtins', '(map (+ 1) [1 2])', '[2 3]'],
    [
      'of a function are passed to builtins',
      '(zip (m.three 0) [1 2] ["a" "b"])',
      '[[0 1 "a"] [0 2 "b"]]',
    ],
    [
      'in two portions',
      '(let ((f (m.three 0))) (compose (lambda (x) x) (lambda (x) (zip f [x] [2])) 1))',
      '[[0 1 2]]',
    ],
    ['their types are checked', '(map (m.two "a") ["b"])', '!Runtime typecheck failure'],
    ['a value is demanded before its type', '(map (m.two (+)) ["b"])', noValue],
    [
      'one argument after the other',
      '(zip (m.two) [(+ 1 1)] [2])',
      '!Runtime typecheck failure, argument is integer , but expected type string',
    ],
  ]);
});

describe('types of parameters', () => {
  const mismatch = '!Runtime typecheck failure, argument is string , but expected type integer';
  checkPrograms(setup, [
    ['of a function', '(m.one "a")', mismatch],
    ['of a capability', '(m.C "a")', mismatch],
    ['of a defpact', '(m.p "a")', mismatch],
    ['of a lambda with all its arguments', '((lambda (x:integer) x) "a")', '"a"'],
    [
      'an application in map gets the element too',
      '(map ((lambda (x:integer) (lambda (y) y)) "a") [1])',
      tooMany,
    ],
    [
      'of a lambda with some in a builtin',
      '(compose (lambda (x:integer y) y) (lambda (f) 1) "a")',
      mismatch,
    ],
    ['of a let', '(let ((x:integer "a")) x)', mismatch],
    ['of a let that binds a function', '(let ((f:integer (+ 1))) (map f [1]))', '[2]'],
    ['of a binding', '(bind {"n": "a"} {"n" := n:integer} n)', mismatch],
    [
      'the result',
      '(m.typed 1)',
      '!Runtime typecheck failure, argument is integer , but expected type string',
    ],
    ['the result, unchecked', '(env-exec-config ["DisableRuntimeRTC"]) (m.typed 1)', '1'],
    ['arguments all the same', '(env-exec-config ["DisableRuntimeRTC"]) (m.one "a")', mismatch],
    ['all arguments are values before types are looked at', '(m.two "a" (+ 1))', noValue],
  ]);
});

// A quirk of the reference: a partial builtin that gets some of its missing arguments forgets the earlier ones.
describe('a partial builtin, applied in several parts', () => {
  checkPrograms(setup, [
    [
      'forgets the first portion',
      '(compose (fold (+)) (lambda (f) (map f [[1 2]])) 0)',
      '!native function fold with argument(s) of type(s): integer, list',
    ],
    [
      'reports how many it kept',
      '(compose (with-default-read m.t "k") (lambda (f) (map (lambda (x) f 1) [1])) {})',
      '!Incorrect number of arguments (1) for native function with-default-read supplied; expected (2)',
    ],
    ['keeps it when the rest comes at once', '(zip (fold (+)) [1] [[2 3]])', '[6]'],
  ]);
});

describe('closures passed as arguments', () => {
  checkPrograms(setup, [
    ['not to functions', '(m.apply-it (+ 1))', noValue],
    ['to lambdas', '((lambda (f) (map f [1])) (+ 1))', '[2]'],
    ['through compose', '(compose (lambda (x) (+ x)) (lambda (f) 1) 1)', noValue],
    ['a builtin predicate', '(filter (= 1) [1 2])', '[1]'],
    ['and? of builtins', '(filter (and? (< 1) (> 3)) [1 2 3])', '[2]'],
    ['where of a partial', `(filter (where 'n (< 1)) [{'n: 1} {'n: 2}])`, '[{"n": 2}]'],
    ['fold of a builtin', '(fold (*) 1 [2 3 4])', '24'],
    ['fold of a partial function', '(fold (m.three 0) 1 [2])', '[0 1 2]'],
    ['bind to a function', '(bind {"n": 1} (at "n"))', '1'],
    ['bind to a defun', '(defun g (o) (at "n" o)) (bind {"n": 2} g)', '2'],
    ['a capability as a function', '(map m.C [1])', '[CapToken(m.C 1)]'],
    ['a defpact as a function', '(map m.p [1])', '[1]'],
    ['cond without arguments', '(cond)', '!cond: expected list of conditions with a default case'],
    ['cond with a default only', '(cond 5)', '5'],
    ['cond whose condition is not a bool', '(cond (1 2) 3)', '!expected bool value, got 1'],
    ['cond with a pair of one', '(cond (true) 3)', '!cond: expected application of conditions'],
  ]);
});

describe('sequences', () => {
  checkPrograms(setup, [
    ['drop values', '(defun f () 1 "a" [] 2) (f)', '2'],
    [
      'drop closures that nothing was given to',
      '(defun f () (+) (m.two) (lambda (x) x) 2) (f)',
      '2',
    ],
    [
      'refuse a partial builtin',
      '(defun f () (+ 1) 2) (f)',
      '!Incorrect number of arguments (1) for native function + supplied; expected (2)',
    ],
    [
      'refuse a partial lambda',
      '(defun f () ((lambda (x y) x) 1) 2) (f)',
      '!Incorrect number of arguments (1) for lambda supplied; expected (2)',
    ],
    [
      'refuse a partial function',
      '(defun f () (m.three 1 2) 2) (f)',
      '!Incorrect number of arguments (2) for function m.three.{',
    ],
    ['say nothing of the last', '(let ((f (let ((x 1)) x (+ 1)))) (map f [1]))', '[2]'],
  ]);
});
