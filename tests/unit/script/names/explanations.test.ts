// Explanations below an error: specific to the error, with the call, the argument and what to write instead.
import { expect, test } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { isEvalError } from '../../../../src/lang/session/run.ts';
import { renderError } from '../../../../src/lang/diagnostics/render.ts';
import { ReplEngine } from '../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../src/tools/repl/options.ts';
import { explained, hostOfElsewhere } from '../../../support/explained.ts';

const coin = `(module coin G
  (defcap G () true)
  (defcap TRANSFER (from:string to:string amount:decimal) true)
  (defun transfer (from:string to:string amount:decimal) amount)
  (defun half:integer (amount:decimal) (/ amount 2.0))
  (defun none () 1)
  (defpact swap (a:string) (step a)))
`;

test.each([
  [
    'a module that is not loaded',
    '(other.f 1)',
    'E0304: No module named `other` is loaded, so `other.f` means nothing. Load the file that defines it first.',
  ],
  [
    'a module that another file of the project defines',
    '(elsewhere.f 1)',
    'E0304: No module named `elsewhere` is loaded, so `elsewhere.f` means nothing. Load the file that defines it first.\n' +
      'Module elsewhere is defined in src/elsewhere.pact, line 3.',
  ],
  [
    'a member that a loaded module does not have',
    `${coin}(coin.zzz 1)`,
    'E0304: The module is loaded, but has no member with this name. Check the spelling of the member.',
  ],
  [
    'an unknown name',
    '(zzzzzz 1)',
    'E0305: Nothing here is named `zzzzzz`: no variable, definition, builtin or module. ' +
      'Check the spelling, or load the file that defines it.',
  ],
  [
    'a member without its module',
    `(begin-tx) ${coin}(commit-tx) (begin-tx) (none)`,
    'E0305: Nothing here is named `none`, but `coin.none` exists. Write its name in full, or import its module with (use coin).',
  ],
  [
    'a comment of other languages',
    '// note',
    'E0305: A comment begins with a semicolon, as in `; comment`.',
  ],
])('%s', (_, program, said) => {
  expect(explained(program)).toBe(said);
});

test.each([
  [
    'too few arguments',
    '(coin.transfer "a" "b")',
    'E0408: `coin.transfer` takes 3 arguments (from, to, amount) but got 2: `amount` is missing.',
  ],
  [
    'too many arguments',
    '(coin.transfer "a" "b" 1.0 2)',
    'E0440: `coin.transfer` takes 3 arguments (from, to, amount) but got 4. Remove the last one.',
  ],
  [
    'arguments of a function without parameters',
    '(coin.none 1)',
    'E0440: `coin.none` takes no arguments but got 1. Remove it.',
  ],
  [
    'too few arguments of a capability',
    '(install-capability (coin.TRANSFER "a" "b"))',
    'E0440: `coin.TRANSFER` takes 3 arguments (from, to, amount) but got 2: `amount` is missing.',
  ],
  [
    'too few arguments of a defpact',
    '(coin.swap)',
    'E0440: `coin.swap` takes 1 argument (a) but got 0: `a` is missing.',
  ],
  [
    'too few arguments of a builtin',
    '(expect "a" 1)',
    'E0408: `expect` takes 3 arguments (doc, expected, actual) but got 2: `actual` is missing.',
  ],
  [
    'too few arguments of a lambda',
    '((lambda (x y) x) 1)',
    'E0408: The lambda takes 2 arguments (x, y) but got 1: `y` is missing.',
  ],
  [
    'too few arguments of a special form',
    '(enforce false)',
    'E0408: `enforce` takes 2 arguments but got 1.',
  ],
  [
    'a function that is not called',
    '(at 0 [coin.none])',
    'E0447: `coin.none` is a function, not a value. Call it: (coin.none).',
  ],
])('%s', (_, program, said) => {
  expect(explained(coin + program)).toBe(said);
});

test.each([
  [
    'an integer for a decimal',
    '(coin.transfer "a" "b" 1)',
    'E0442: In (coin.transfer "a" "b" 1), the argument `amount` must be a decimal but is the integer 1. Write 1.0, or convert a computed integer with `dec`.',
  ],
  [
    'a result',
    '(coin.half 3.0)',
    'E0442: The result of `coin.half` must be an integer but is the decimal 1.5. Write it without a decimal point, or use `floor`, `ceiling` or `round`.',
  ],
  [
    'a variable',
    '(let ((x:string 1)) x)',
    'E0442: `x` must be a string but is the integer 1. Write "1", or use `int-to-str`.',
  ],
  [
    'a constant',
    '(defconst X:bool "true")',
    'E0442: `X` must be a bool but is the string "true". Write it without quotes.',
  ],
  [
    'types that a builtin does not take',
    '(+ 1 "a")',
    'E0409: This call passes an integer and a string, which the builtin does not take. It can be called as (+ left:number right:number) or (+ left:string right:string) or (+ left:object right:object) or (+ left:list right:list). To build a string from both, write (format "{} {}" [a b]).',
  ],
])('%s', (_, program, said) => {
  expect(explained(coin + program)).toBe(said);
});

test('a call outside the required enclosing call is shown', () => {
  const engine = new ReplEngine({ host: hostOfElsewhere, depthLimit: 2000, nestingLimit: 200 });
  engine.run(new Source('coin.pact', coin));
  const call = '(coin.transfer "a" "b" 1)';
  expect(() => engine.run(new Source('test.repl', call))).toThrow(
    expect.toSatisfy(
      (error) =>
        isEvalError(error) &&
        renderError(error).includes(`  Called here: test.repl:1:0\n 1 | ${call}\n   | ^^^^`),
    ) as Error,
  );
});

test.each([
  [
    'in a contract',
    'test.repl',
    `(module m G (defcap G () true) (defun f () (expect "" 1 1)))`,
    'E0408: `expect` exists only in .repl scripts, not on a chain. Call it in a script that loads this file.',
  ],
  [
    'in a file of contracts',
    'test.pact',
    '(env-data {})',
    'E0305: `env-data` exists only in .repl scripts, not on a chain. Call it in a script that loads this file.',
  ],
])('a builtin of scripts %s', (_, name, program, said) => {
  expect(explained(program, name)).toContain(said);
});

test.each([
  [
    '(read-msg "a")',
    'The data of the transaction has no key "a". In a script, set it with (env-data {"a": ...}).',
  ],
  [
    '(env-data {"a": "x"}) (read-integer "a")',
    'The value of "a" in the data of the transaction is the string "x", which is not an integer. `read-integer` reads a number, or a string of digits such as "10".',
  ],
  [
    '(env-data {"a": 1}) (read-keyset "a")',
    'The value of "a" in the data of the transaction is the integer 1, which is not a keyset. `read-keyset` reads an object such as {"keys": ["alice"], "pred": "keys-all"}, or a list of keys.',
  ],
])('missing data: %s', (program, said) => {
  expect(explained(program)).toBe(`E0907: ${said}`);
});

test.each([
  [
    'E0320',
    `${coin}(use coin "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g")`,
    '`use` accepts only the current hash of the module, which the message shows. Write that hash, or no hash. `bless` does not help here.',
  ],
  [
    'E0903',
    '(module m G (defcap G () true) (defcap C (a:string) true) (defun f () (require-capability (C "a")))) (m.f)',
    '`m.f` may be called only while (m.C "a") is held with these arguments. Only module `m` may acquire it: call a function of `m` that does so with `with-capability`.',
  ],
  [
    'E0903',
    '(module m G (defcap G () true) (defcap C () true)) (require-capability (m.C))',
    '(m.C) is not held here, or only with other arguments. Only module `m` may acquire it: call a function of `m` that does so with `with-capability`.',
  ],
  [
    'E0305',
    '(let ((a 1) (total (+ a price)) (price 5)) total)',
    '`price` is bound later in this `let`. A binding sees only the ones before it. Move `price` in front of `total`.',
  ],
  [
    'E0305',
    '(module m G (defcap G () true) (defun f () (map (lambda (x) (let ((b (+ x [late])) (late 1)) b)) [1])))',
    '`late` is bound later in this `let`. A binding sees only the ones before it. Move `late` in front of `b`.',
  ],
  [
    'E0305',
    '(let ((a 1)) (+ elsewhere (let ((elsewhere 2)) a)))',
    'Nothing here is named `elsewhere`: no variable, definition, builtin or module. Check the spelling, or load the file that defines it.\nModule elsewhere is defined in src/elsewhere.pact, line 3.',
  ],
  [
    'E0459',
    '(enforce "alice" "no")',
    'A condition must be true or false, but this is a string. Compare it, as in `(!= name "")`.',
  ],
  [
    'E0459',
    '(if 1 2 3)',
    'A condition must be true or false, but this is an integer. Compare it, as in `(> x 0)`.',
  ],
  [
    'E0309',
    '(module m G (defcap G () true) (defun f () (f)))',
    '`f` calls itself, which Pact forbids. To repeat something, use `map` or `fold`.',
  ],
  [
    'E0309',
    '(module m G (defcap G () true) (defun f () (g)) (defun g () (f)))',
    'These definitions use each other in a circle, which Pact forbids: f -> g -> f. Take one of these uses out; ' +
      'to repeat something, use `map` or `fold`.',
  ],
  [
    'E0321',
    '(if true 1)',
    '`if` takes three parts: a condition, the value if it is true, and the value if it is false. The last one is missing.',
  ],
  [
    'E0321',
    '(if true)',
    '`if` takes three parts: a condition, the value if it is true, and the value if it is false. The last two are missing.',
  ],
  [
    'E0321',
    '(try 1 2 3)',
    '`try` takes two parts: the value to use if the second part fails, and the expression to try. Remove the last one.',
  ],
  [
    'E0468',
    '(format "{} {}" [1])',
    'The template has 2 `{}` but the list has only 1 value. Give at least one value for each `{}`.',
  ],
  [
    'E0468',
    '(format "{}" [])',
    'The template has 1 `{}` but the list has no values. Give at least one value for each `{}`.',
  ],
  ['E0901', '(enforce false "no")', 'The condition is always false.'],
  ['E0901', '(enforce-one "no" [(enforce false "a")])', 'None of these conditions holds: false.'],
  ['E0440', '(coin.none 1 2)', '`coin.none` takes no arguments but got 2. Remove them.'],
  [
    'E0440',
    '(coin.half 1.0 2 3)',
    '`coin.half` takes 1 argument (amount) but got 3. Remove the last 2.',
  ],
])('advice of %s for %s', (code, program, said) => {
  const loaded = program.includes('coin.') ? coin : '';
  expect(explained(loaded + program)).toBe(`${code}: ${said}`);
});

test.each([
  [
    '(insert t "k" {"a": 1, "d": 2})',
    'The row lacks "b", and has "d", which the schema does not declare. The schema declares "a", "b".',
  ],
  ['(insert t "k" {"a": 1})', 'The row lacks "b". The schema declares "a", "b".'],
  [
    '(update t "k" {"d": 2})',
    'The row has "d", which the schema does not declare. The schema declares "a", "b".',
  ],
  [
    '(write t "k" {"a": "x", "b": 1})',
    'A field of the row has the wrong type. Write the types that the schema declares.',
  ],
])('a row that does not match its schema: %s', (call, said) => {
  const module = `(module m G (defcap G () true) (defschema s a:integer b:integer) (deftable t:{s}) (defun f () ${call}))`;
  expect(explained(`${module} (create-table m.t) (m.f)`)).toBe(`E0462: ${said}`);
});

test('a path similar to the one that `load` does not find', () => {
  const engine = new ReplEngine({
    host: {
      ...silentHost,
      readFile: () => ({ kind: 'failure', reason: 'there is no such file' }),
      similarPath: (path) => path.replace('bnak', 'bank'),
    },
    depthLimit: 2000,
    nestingLimit: 200,
  });
  expect(() => engine.run(new Source('tests/a.repl', '(load "bnak.pact")'))).toThrow(
    expect.toSatisfy(
      (error) =>
        isEvalError(error) &&
        renderError(error, { hints: true }).endsWith(
          '  E1104: The path is relative to the folder of the file that calls `load`, here `tests/`.\n' +
            '  Did you mean bank.pact?\n',
        ),
    ) as Error,
  );
});

test('a contract that reads data needs a script', () => {
  expect(explained('(read-keyset "ks")', 'src/bank.pact')).toBe(
    'E0907: The data of the transaction has no key "ks". This file is a contract, not a script: ' +
      'use a .repl file that calls (env-data {"ks": ...}) and then (load "bank.pact").',
  );
});

test.each([
  ['(time "2026-01-31")', 'E0468: `time` takes times such as "2026-01-31T12:30:00Z". '],
  ['(parse-time "%F" "31.01.2026")', 'E0468: The string does not have this format. '],
  ['(begin-tx) (begin-tx)', 'E0901: A transaction is open already. '],
  ['(mod 5 0)', 'E0475: The second number is 0.'],
  ['(env-gasmodel "foo")', 'E0409: Write (env-gasmodel "table"), or (env-gasmodel "fixed" 1) '],
  ['(enforce "no" (= 1 2))', 'E0459: `enforce` takes the condition first, then the message: '],
  [
    '(module m G (defcap G () true) (defun f (a:object{s}) a))',
    'E0305: No schema is named `s` here. Define it with `defschema`, ',
  ],
  [
    '(module m G (defcap G () true) (defun f (a:module{i}) a))',
    'E0305: No module with this name is loaded. ',
  ],
  ['(module m G (defcap G () true) (use n))', 'E0305: No module with this name is loaded. '],
  ['(is-charset 2 "a")', 'E0468: Use `CHARSET_ASCII` or `CHARSET_LATIN1`.'],
  ['(describe-module "")', 'E0468: Write the name of a module, such as "coin" or "free.shop".'],
  ['(hash)', 'E0408: `hash` takes 1 argument (string) but got 0: `string` is missing.'],
])('what a builtin takes that rejects its arguments: %s', (program, said) => {
  expect(explained(program).startsWith(said), explained(program)).toBe(true);
});

test('the times in advice are read', () => {
  for (const program of [
    '(time "2026-01-31T12:30:00Z")',
    '(parse-time "%F" "2026-01-31")',
    '(parse-time "%F %H:%M" "2026-01-31 12:30")',
  ])
    expect(explained(program), program).toBe('nothing failed');
});

test('a refusal by a builtin is not a failed enforce', () => {
  expect(explained('(env-sigs [{"key": "a"}])')).not.toContain('enforce');
  expect(explained('(env-hash "%%")')).toBe(
    'E0901: The builtin `env-hash` refused its arguments. The message says why.',
  );
});

test('the type of a list is shown as programs write it', () => {
  const program = '(module m G (defcap G () true) (defun f:integer (xs:[integer]) (length xs)))';
  expect(explained(`${program}\n(m.f ["a"])`)).toBe(
    'E0442: In (m.f ["a"]), the argument `xs` must be a list of type [integer] but is the list ["a"].',
  );
});
