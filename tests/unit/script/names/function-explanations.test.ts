// Explanations of values in the place of functions and the other way round: calls without an argument, the default of `cond`,
// special forms, and modules that are called back.
import { expect, test } from 'vitest';
import { explained } from '../../../support/explained.ts';

const adder = '(defun add3 (a:integer b:integer c:integer) (+ a (+ b c)))';
const lacksC = '`add3` takes 3 arguments (a, b, c) but got 2: `c` is missing.';

test.each([
  ['(add3 1 2)', 'E0408'],
  ['(+ 1 (add3 1 2))', 'E0409'],
  ['(let ((x (add3 1 2))) (* 2 x))', 'E0409'],
  ['(map (add3 1) [1 2])', 'E0447'],
  ['[(add3 1 2)]', 'E0447'],
  ['{"a": (add3 1 2)}', 'E0447'],
  ['(if (add3 1 2) 1 2)', 'E0447'],
  ['(+ 1 (str-to-int (add3 1 2)))', 'E0409'],
  ['(expect "sum" (add3 1 2) 3)', 'E0447'],
])('a call without an argument says which, in %s', (call, code) => {
  expect(explained(`${adder}\n${call}`)).toBe(`${code}: ${lacksC}`);
});

test.each([
  ['(+ 1 (length))', 'E0409: `length` takes 1 argument (string) but got 0: `string` is missing.'],
  ['(defun now () 1)\n(+ 1 now)', 'E0409: `now` is a function, not a value. Call it: (now).'],
  [
    '(let ((f (lambda (x y) (+ x y)))) (+ 1 (f 1)))',
    'E0409: The lambda takes 2 arguments (x, y) but got 1: `y` is missing.',
  ],
  [
    '(+ 1 (lambda (x) x))',
    'E0409: `+` got a lambda in place of a value. Call it with its arguments.',
  ],
  [
    '(+ 1 (and true))',
    'E0409: `+` got a call that lacks arguments in place of a value. Give it all its arguments.',
  ],
  [
    `${adder}\n((add3 1) 2 3)`,
    'E0439: `add3` got 1 of its 3 arguments. Only builtins such as `map` can add the others later; ' +
      'here give all in one call: (add3 a b c).',
  ],
  [
    '(1 2 3)',
    'E0470: The first item in these parentheses is an integer, not a function. Remove the parentheses, or name a ' +
      'function. A list is written in brackets: [1 2 3].',
  ],
])('a function in the place of a value, or a value in that of a function: %s', (program, said) => {
  expect(explained(program)).toBe(said);
});

const condRule = 'The last part of `cond` is the default, which has no condition.';

test.each([
  ['(cond (false 1) (true "zero"))', `E0470: ${condRule} Write "zero" in place of (true "zero").`],
  ['(cond (false 1) (else 2) )', `E0305: ${condRule} Write 2 in place of (else 2).`],
  [
    '(cond (false 1)\n  (otherwise (+ 1 2)) ; )\n)',
    `E0305: ${condRule} Write (+ 1 2) in place of (otherwise (+ 1 2)).`,
  ],
  [
    '(cond (false 1) ((= 1 2) "a )"))',
    `E0470: ${condRule} Add a default after this clause: a value, without parentheses.`,
  ],
  ['(cond (false 1) ("zero"))', `E0470: ${condRule} Remove the parentheses around it.`],
  [
    '(cond (< 1 0) "a" "b")',
    'E0321: `cond` takes clauses (condition value) and then a default, which has no condition: ' +
      '(cond ((< x 0) "negative") ((> x 0) "positive") "zero").',
  ],
  [
    '(else 1)',
    'E0305: Nothing here is named `else`: no variable, definition, builtin or module. ' +
      'Check the spelling, or load the file that defines it.',
  ],
  [
    '(if true 1 else 2)',
    'E0321: `if` has no word `else`: write (if condition value other-value). Remove `else`.',
  ],
])('the default of cond: %s', (program, said) => {
  expect(explained(program)).toBe(said);
});

test.each([
  [
    '(fold and true [true false])',
    'E0305: `and` is a special form, not a function, so its name alone is not a value. ' +
      'Write it with its parts: (and left:bool right:bool). ' +
      'As a function of two arguments, write (and), as in (fold (and) true [true false]).',
  ],
  [
    '(let ((f if)) f)',
    'E0305: `if` is a special form, not a function, so its name alone is not a value. ' +
      'Write it with its parts: (if condition:bool then else). ' +
      'To pass it on, wrap it in a function: (lambda (x) (if ...)).',
  ],
])('a special form as a value: %s', (program, said) => {
  expect(explained(program)).toBe(said);
});

test('a module that is called back while its call through a reference is open may only read', () => {
  const program = `(interface hook (defun paid:string (who:string)))
(module bank G
  (defcap G () true)
  (defschema account balance:decimal)
  (deftable accounts:{account})
  (defun pay (who:string to:module{hook}) (to::paid who))
  (defun set-balance (who:string) (write accounts who {"balance": 9.0})))
(create-table accounts)
(module shop G
  (defcap G () true)
  (implements hook)
  (defun paid:string (who:string) (bank.set-balance who)))
(bank.pay "alice" shop)`;
  expect(explained(program)).toBe(
    'E0709: `bank` called another module through a module reference, and until that call returns, the functions of ' +
      '`bank`, such as the one that `shop.paid` calls, may only read. Write before that call or after it.',
  );
  const inCondition = program.replace(
    '(bank.pay "alice" shop)',
    '(enforce (= "" (bank.set-balance "alice")) "no")',
  );
  expect(explained(inCondition)).toContain('what `try` tries may not use tables in this way');
});
