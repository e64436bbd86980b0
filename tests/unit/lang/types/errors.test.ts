// Type errors: what is refused, where, and the messages. Each definition is checked separately.
import { expect, test } from 'vitest';
import { renderError } from '../../../../src/lang/diagnostics/render.ts';
import { expectErrors, inModule, typecheckProgram } from '../../../support/typecheck.ts';

const table = `
  (defschema row amount:decimal owner:string)
  (deftable rows:{row})`;

test.each([
  `
  (defpact p (c:bool)
    (step (if c (yield { "a": 1 }) { "a": 2 }))
    (step (resume { "a" := a } (length a))))
;                              ^^^^^^^^^^ E1204 Expected type string or [_], got integer
`,
  `
  (defpact p (c:bool)
    (step (if c { "a": 2 } (yield { "a": 1 })))
    (step (resume { "a" := a } (length a))))
;                              ^^^^^^^^^^ E1204 Expected type string or [_], got integer
`,
  `
  (defun f:integer ()
    'a)
;   ^^ E1201 Couldnt match type integer with string
`,
  `
  (defun f (x:integer) x)
  (defun g ()
    (f "a"))
;      ^^^ E1201 Couldnt match type integer with string
`,
  `
  (defun f (x)
    (if x 1 "a"))
;           ^^^ E1201 Couldnt match type integer with string
`,
  `
  (defun f (x)
    (+ 1 x 2))
;          ^ E1217 + takes 2 arguments, got 3
`,
  `
  (defun f (x:integer)
    (let ((y:string x)) y))
;                   ^ E1201 Couldnt match type string with integer
`,
  `
  (defun f (x)
    [1 2 x "a"])
;          ^^^ E1201 Couldnt match type integer with string
`,
  `
  (defun f (g:guard)
    (< g g))
;   ^^^^^^^ E1204 Type guard has no canonical ordering
`,
  `
  (defun f (t:time)
    (length t))
;   ^^^^^^^^^^ E1204 Expected type string or [_], got time
`,
  `
  (defun f (x:bool)
    (enforce-guard x))
;   ^^^^^^^^^^^^^^^^^ E1204 Expected type guard or string, got bool
`,
  `
  (defun f ()
    (format "{}" [(+ 1)]))
;                 ^^^^^ E1204 Type (integer) -> integer can't be converted to a string
`,
  `
  (defun f ()
    { "a": (+ 1) })
;          ^^^^^ E1204 Type (integer) -> integer is a partially applied function or lambda closure, but expected a value. Maybe a function application is missing arguments?
`,
  `
  (defun f () (lambda (x)
    (x x)))
;      ^ E1203 Cannot construct the infinite type 'a ~ (-> 'a 'b)
`,
  `${table}
  (defun f (k)
    (at "amont" (read rows k)))
;   ^^^^^^^^^^^^^^^^^^^^^^^^^^ E1205 Field amont is not part of {amount:decimal owner:string}
`,
  `${table}
  (defun f (k)
    (insert rows k { "amount": 1, "owner": "a" }))
;                              ^ E1201 Couldnt match type decimal with integer
`,
  `${table}
  (defun f (k)
    (write rows k { "amount": 1.0 }))
;                 ^^^^^^^^^^^^^^^^^ E1202 Couldnt match schema amount:decimal owner:string with amount:decimal
`,
  `${table}
  (defun f (field)
    (where field (= 1)))
;   ^^^^^^^^^^^^^^^^^^^ E1206 Cannot statically determine the type of the following operation: where. Calculated field labels are not supported in types
`,
  `
  (defun f (x:object)
;           ^ E1210 Static typechecking unsupported for type: object. If you are using the type list or object, consider moving to typed lists (e.g [integer]) or to typed objects (e.g for some (defschema my-schema balance:integer), object{my-schema})
    (at "a" x))
`,
  `
  (defun f (x)
    (x::call 1))
;    ^^^^^^^ E1208 Expression of type _ cannot be used in a dynamic call. Make sure your dynamic call is using a module reference
`,
])('%s', (definitions) => {
  expectErrors(inModule(definitions));
});

const add2 = '(defun add2:integer (a:integer b:integer) (+ a b))';
const lacksB = '`add2` takes 2 arguments (a, b) but got 1: `b` is missing.';

test.each([
  ['(defun f:integer () (add2 1))', lacksB],
  [
    '(defun f:integer () (add2))',
    '`add2` takes 2 arguments (a, b) but got 0: `a`, `b` are missing.',
  ],
  [
    '(defun f:integer () (add2 1 2 3))',
    '`add2` takes 2 arguments (a, b) but got 3. Remove the last one.',
  ],
  ['(defun f () { "x": (add2 1) })', lacksB],
  ['(defun f () (+ 1 (add2 1)))', lacksB],
  ['(defun f () (format "{}" [(add2 1)]))', lacksB],
  ['(defun f () (hash [1 (add2 1)]))', lacksB],
  ['(defun f () { "x": add2 })', '`add2` is a function, not a value. Call it: (add2 a b).'],
  [
    '(defun f () (enforce true (format "no {}")))',
    '`format` takes 2 arguments (template, values) but got 1: `values` is missing.',
  ],
])('a missing argument is named: %s', (definition, said) => {
  const [error] = typecheckProgram(inModule(`${add2}\n${definition}`)).errors;
  expect(error?.ownExplanation).toBe(said);
});

test.each([
  ['((< x 1) 3)', 'Add a default after this clause: a value, without parentheses.'],
  ['(true 3)', 'Write 3 in place of (true 3).'],
])('the last part of cond is its default: %s', (last, advice) => {
  const program = `(defun f (x:integer) (cond ((> x 1) 2) ${last}))`;
  const [error] = typecheckProgram(inModule(program)).errors;
  expect(error?.hint).toBe(
    `The last part of \`cond\` is the default, which has no condition. ${advice}`,
  );
});

test('too many arguments, and too few', () => {
  expectErrors(
    inModule(`
  (defun pay:string (to:string amount:decimal) to)
  (defun a () (pay "bob" 1.0 "now") 1)
;                            ^^^^^ E1217 pay takes 2 arguments, got 3
  (defun b:string () (pay "bob"))
;                    ^^^^^^^^^^^ E1217 pay takes 2 arguments, got 1
  (defun c () (pay) 1)
;             ^^^^^ E1217 pay takes 2 arguments, got 0
  (defun d () (pay "bob") 1)
;             ^^^^^^^^^^^ E1217 pay takes 2 arguments, got 1
  (defun e () (enforce true (format "no {}")))
;                           ^^^^^^^^^^^^^^^^ E1217 format takes 2 arguments, got 1
  (defun g () (with-capability (G 1) true))
;                                 ^ E1201 Couldnt match type () -> cap-token with (integer) -> _
`),
  );
});

test('builtins have the names that the program uses', () => {
  expectErrors(
    inModule(`
  (defun f (x:integer) (round x 2))
;                             ^ E1201 Couldnt match type decimal with integer
`),
  );
  const [error] = typecheckProgram(inModule('(defun f (x:integer) (round x 2))')).errors;
  expect(error?.related.map(({ label, note }) => label + note)).toEqual([
    'Expected: decimal, argument 1 of round',
    'Actual: integer',
  ]);
});

test('every statement and every local value is checked', () => {
  expectErrors(
    inModule(`
  (defun f:integer (x:integer s:string)
    (+ x s)
;        ^ E1201 Couldnt match type integer with string
    (let ((a (length x)) (b:string x))
;            ^^^^^^^^^^ E1204 Expected type string or [_], got integer
;                                  ^ E1201 Couldnt match type string with integer
      (if x (- a) b)
;         ^ E1201 Couldnt match type bool with integer
      (length b)
      s))
;     ^ E1201 Couldnt match type integer with string
`),
  );
});

test('one error hides no other', () => {
  expectErrors(
    inModule(`
  (defun f:integer () 'a)
;                     ^^ E1201 Couldnt match type integer with string
  (defun g:string () (f))
;                    ^^^ E1201 Couldnt match type string with integer
  (defun h:integer () (f))
  (defpact p () (step (+ 1 true)))
;                          ^^^^ E1201 Couldnt match type integer with bool
`),
  );
});

test('module references', () => {
  expectErrors(`
(interface one (defun call:string (x:integer)))
(interface two (defun other:string ()))
(module impl G (defcap G () true) (implements one) (defun call:string (x:integer) 'a))
${inModule(`
  (defun takes-one:string (x:module{one}) (x::call 1))
  (defun takes-both:string (x:module{one,two}) (x::call "a"))
;                                                       ^^^ E1201 Couldnt match type integer with string
  (defun none (x:module{two}) (x::call 1))
;                              ^^^^^^^ E1207 Cannot statically determine the type of the call x::call. None of the following interfaces implements function call: two
  (defun good () (takes-one impl))
  (defun bad () (takes-both impl))
;                           ^^^^ E1209 Module impl does not implement the requested interfaces: two
`)}`);
});

test('an error shows where the type was expected, why, and what to do', () => {
  const [error] = typecheckProgram(
    inModule('  (defun pay (to:string amount:decimal) amount)\n  (defun f () (pay "bob" 1))\n'),
  ).errors;
  expect(error && renderError(error, { hints: true }))
    .toBe(`test.repl:4:25: Couldnt match type decimal with integer
 4 |   (defun f () (pay "bob" 1))
   |                          ^
  Expected: decimal, parameter amount of pay: test.repl:3:24
 3 |   (defun pay (to:string amount:decimal) amount)
   |                         ^^^^^^
  Actual: integer

  E1201: This expression does not have the type that is needed here.
  Write the integer as a decimal, such as 1.0, or convert it with dec.
`);
});
