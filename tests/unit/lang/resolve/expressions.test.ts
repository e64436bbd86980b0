// How expressions are resolved: special forms, builtins and their overloads, binders.
import { describe, expect, test } from 'vitest';
import { outcome } from '../../../support/resolving.ts';

describe('special forms', () => {
  test.each([
    ['(and true false)', '(%and true false)'],
    [
      '(and true)',
      '((lambda (#condArg1:bool #condArg2:bool) (%and #condArg1#1 #condArg2#0)) true)',
    ],
    ['(or)', '((lambda (#condArg1:bool #condArg2:bool) (%or #condArg1#1 #condArg2#0)))'],
    [
      '(enforce true "a" "b")',
      '((lambda (#condArg1:bool #condArg2:bool) (%enforce #condArg1#1 #condArg2#0)) true "a" "b")',
    ],
    ['(enforce true "a")', '(%enforce true "a")'],
    ['(if true 1 2)', '(%if true 1 2)'],
    ['(enforce-one "a" [true])', '(%enforce-one "a" [true])'],
    ['(try 1 2)', '(%try 1 2)'],
    ['(do 1)', '1'],
    ['(do 1 2 3)', '(seq 1 (seq 2 3))'],
    ['(with-capability 1 2 3)', '(%with-capability 1 (seq 2 3))'],
    ['(suspend 1)', '(nullary 1)'],
    ['(pure 1)', '(%pure 1)'],
    ['(error "a")', '(%error "a")'],
    ['(create-user-guard (+ 1))', "(%create-user-guard ('+ 1))"],
    ['(cond (true 1) (false 2) 3)', "('cond (nullary (%if true 1 (%if false 2 3))))"],
    ['(cond 3)', "('cond (nullary 3))"],
    ['(map (+ 1) [2])', "('map (lambda (:ijHO1) ('+ 1 :ijHO1#0)) [2])"],
    // The element completes the inner call, which selects its overload or form.
    ['(map (round) [2.5])', "('map (lambda (:ijHO1) ('round :ijHO1#0)) [25e-1])"],
    ['(map (round 2.5) [2])', "('map (lambda (:ijHO1) ('round-prec 25e-1 :ijHO1#0)) [2])"],
    ['(map (and true) [true])', "('map (lambda (:ijHO1) (%and true :ijHO1#0)) [true])"],
    ['(map not [true])', "('map 'not [true])"],
    ['(map)', "('map)"],
    ['(filter (> 1) [2])', "('filter ('> 1) [2])"],
    ['constantly', '(lambda (#constantlyA1 #constantlyA2) #constantlyA1#1)'],
    ['(constantly 1 2)', '((lambda (#constantlyA1 #constantlyA2) #constantlyA1#1) 1 2)'],
    ['[CHARSET_ASCII CHARSET_LATIN1]', '[0 1]'],
  ])('%s', (source, expected) => {
    expect(outcome(source)).toBe(expected);
  });

  test.each([
    ['(if true 1)', 'if must take three arguments'],
    ['(do)', 'do form must have at least 1 expression'],
    ['(with-capability 1)', 'with-capability must take at least 2 expressions'],
    ['(suspend 1 2)', 'suspend must take only 1 argument'],
    ['(enforce-one 1)', 'enforce-one must take two arguments'],
    ['(try 1)', 'try must take two arguments'],
    [
      '(create-user-guard 1)',
      'create-user-guard must take one argument, which must be an application',
    ],
    ['(cond)', 'cond: expected list of conditions with a default case'],
    ['(cond 1 2)', 'cond: expected application of conditions'],
    ['(cond (true 1 2) 3)', 'cond: expected application of conditions'],
    ['(error)', 'error must take only 1 argument'],
    ['(pure 1 2)', 'pure must take only 1 argument'],
  ])('%s is refused', (source, message) => {
    expect(outcome(source)).toBe(`InvalidSyntax: Desugar syntax failure: ${message} [${source}]`);
  });

  test.each([
    ['pure', 'NoSuchModule: Cannot find module:  pure [pure]'],
    ['error', 'NoSuchModule: Cannot find module:  error [error]'],
  ])('%s is an ordinary name before 5.3', (name, expected) => {
    expect(outcome(`(${name} 1)`, { flags: ['DisablePact53'] })).toBe(expected);
  });

  test('a form in head position wins over a variable of the same name', () => {
    expect(outcome('(let ((if 1)) (if true if 2))')).toBe('(let if 1 (%if true if#0 2))');
  });

  test('a builtin wins over a variable of the same name', () => {
    expect(outcome('(let ((at 1)) at)')).toBe("(let at 1 'at)");
  });
});

describe('binders', () => {
  test.each([
    ['(let ((x 1) (y x)) (+ x y))', "(let x 1 (let y x#0 ('+ x#1 y#0)))"],
    ['(let* ((x:integer 1)) x x)', '(let x:integer 1 (seq x#0 x#0))'],
    ['(let ((x 1) (x x)) x)', '(let x 1 (let x x#0 x#0))'],
    ['(lambda () 1)', '(nullary 1)'],
    ['(lambda (x y:[integer]) x y)', '(lambda (x y:[integer]) (seq x#1 y#0))'],
    ['(lambda (x x) x)', '(lambda (x x) x#0)'],
    ['(lambda (x) (lambda (y) [x y]))', '(lambda (x) (lambda (y) [x#1 y#0]))'],
    // The binding ends with the let.
    ['(lambda (x) (do (let ((x 1)) x) x))', '(lambda (x) (seq (let x 1 x#0) x#0))'],
    [
      '(bind {"a": 1} {"a" := x, "b" := y:integer} x y)',
      `('bind {a: 1} (lambda (#bindObject) (let y:integer ('at "b" #bindObject#0) ` +
        `(let x ('at "a" #bindObject#1) (seq x#0 y#1)))))`,
    ],
    // Of two equal names, the first hides the second.
    [
      '(bind {} {"a" := x, "b" := x} x)',
      `('bind {} (lambda (#bindObject) (let x ('at "b" #bindObject#0) ` +
        `(let x ('at "a" #bindObject#1) x#0))))`,
    ],
    ['(lambda (m) (m::f 1))', '(lambda (m) (m#0::f 1))'],
    ['((lambda (x) x) 1)', '((lambda (x) x#0) 1)'],
    ['{"b": 1, "a": 2, "b": 3}', '{b: 1, a: 2, b: 3}'],
    ['[() 1.50 "s"]', '[() 150e-2 "s"]'],
  ])('%s', (source, expected) => {
    expect(outcome(source)).toBe(expected);
  });

  test('a binding form without a body', () => {
    expect(outcome('(bind {} {"a" := x})')).toBe(
      'EmptyBindingBody: Bind expression lacks an accompanying body [(bind {} {"a" := x})]',
    );
  });

  test('a let is desugared from its end to its beginning', () => {
    expect(outcome('(let ((a (if)) (b (do))) (try))')).toContain('try must take two arguments');
    expect(outcome('(let ((a (if)) (b (do))) 1)')).toContain('do form must have');
  });

  test('desugaring comes before resolution', () => {
    expect(outcome('(do unknown (if))')).toContain('InvalidSyntax');
  });
});

describe('overloads by number of arguments', () => {
  test.each([
    ['(- 1)', "('negate 1)"],
    ['(- 2 1)', "('- 2 1)"],
    ['(enumerate 1 2)', "('enumerate 1 2)"],
    ['(enumerate 1 2 3)', "('enumerate-step 1 2 3)"],
    ['(select 1 2 3)', "('select-with-fields 1 2 3)"],
    ['(sort 1 2)', "('sort-object 1 2)"],
    ['(round 1 2)', "('round-prec 1 2)"],
    ['(ceiling 1 2)', "('ceiling-prec 1 2)"],
    ['(floor 1 2)', "('floor-prec 1 2)"],
    ['(str-to-int 1 2)', "('str-to-int-base 1 2)"],
    ['(read-msg)', "('read-msg-default)"],
    ['(define-keyset 1)', "('define-read-keyset 1)"],
    ['(yield 1 2)', "('yield-to-chain 1 2)"],
    ['(read 1 2 3)', "('read-with-fields 1 2 3)"],
    ['(hash-poseidon 1 2)', "('hash-poseidon [1 2])"],
    ['(hash-poseidon [1 2])', "('hash-poseidon [[1 2]])"],
    ['(poseidon-hash-hack-a-chain)', "('poseidon-hash-hack-a-chain [])"],
    // As a value, or if something else applies it, a builtin has its default arity.
    ['((-) 1)', "(('-) 1)"],
    ['(fold - 1 [2])', "('fold '- 1 [2])"],
    ['(begin-tx)', "('begin-tx)"],
    ['(begin-tx "a")', `('begin-named-tx "a")`],
    ['(load "a" true)', `('load-with-env "a" true)`],
    ['(pact-state true)', "('reset-pact-state true)"],
    ['(continue-pact 1)', "('continue-pact 1)"],
    ['(continue-pact 1 2)', "('continue-pact-with-rollback 1 2)"],
    ['(continue-pact 1 2 3)', "('continue-pact-rollback-yield 1 2 3)"],
    ['(continue-pact 1 2 3 4)', "('continue-pact-rollback-yield-object 1 2 3 4)"],
    ['(env-gas)', "('env-gas)"],
    ['(env-gas 1)', "('env-set-gas 1)"],
    ['(env-gasmodel)', "('env-ask-gasmodel)"],
    ['(env-gasmodel "table")', `('env-gasmodel "table")`],
    ['(enforce-pact-version "5" "6")', `('enforce-pact-version-range "5" "6")`],
    ['(expect 1 2 3)', "('expect 1 (nullary 2) (nullary 3))"],
    ['(expect 1 2 (suspend 3))', "('expect 1 2 (nullary 3))"],
    ['(expect 1 2)', "('expect 1 2)"],
    ['(expect-failure 1 2)', "('expect-failure 1 (nullary 2))"],
    ['(expect-failure 1 (suspend 2))', "('expect-failure 1 (nullary 2))"],
    ['(expect-failure 1 2 3)', "('expect-failure-match 1 2 (nullary 3))"],
    ['(expect-failure 1 2 (suspend 3))', "('expect-failure-match 1 2 (nullary (nullary 3)))"],
    ['(expect-failure 1 (suspend 2) 3)', "('expect-failure 1 (nullary 2) 3)"],
    ['(expect-that 1 2 3)', "('expect-that 1 2 3)"],
  ])('%s', (source, expected) => {
    expect(outcome(source)).toBe(expected);
  });
});
