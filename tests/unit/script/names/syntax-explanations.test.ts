// Explanations of texts that cannot be read: what is wrong, and what to write instead.
import { expect, test } from 'vitest';
import { explained } from '../../../support/explained.ts';

test.each([
  ['(+ 1 2', 'This `(` is never closed. Add the missing `)`.'],
  [
    '(+ 1 (module m G (defcap G () true)))',
    '`(module` cannot be inside another form. Close this `(` before it, or move it out.',
  ],
  [
    '(module m G (defcap G () true)\n(defun f () (+ 1 2)\n(defun g () 2)))',
    '`(defun` in line 3 cannot be inside another form. Close this `(` before it, or move it out.',
  ],
  [
    '(module m G (defcap G () true)\n(defun f () (+ 1 2)\n(defun g () 2))',
    'This `(` is never closed. Add the missing `)`.',
  ],
  ['(let (x 1) x)', '`let` takes its variables in a list of pairs: (let ((x 1) (y 2)) (+ x y)).'],
  ['(defun f ())', 'An expression is missing before this `)`, such as the body of a definition.'],
  [
    '(let ((x 1) (y)) x)',
    '`y` has no value. A variable of a `let` is written with its value: (y 1).',
  ],
  [
    '(let* ((x:integer)) x)',
    '`x` has no value. A variable of a `let` is written with its value: (x 1).',
  ],
  ['{"a": 1 "b": 2}', 'Between the fields of an object are commas: {"a": 1, "b": 2}.'],
  [
    '[1, 2 3]',
    'Between the items of a list are commas everywhere or nowhere: [1, 2, 3] or [1 2 3].',
  ],
  [
    '(module m)',
    'After its name, a module must state its governance, which controls upgrades of the module: (module m GOVERNANCE ...).',
  ],
  ['(module m G)', 'A module contains at least one definition.'],
  ['(interface i)', 'An interface contains at least one definition.'],
  ['(defun (f x) x)', 'The name comes before the parameters: (defun f (x y) ...).'],
  [
    '(defun f (x:integer):integer x)',
    'The type of the result follows the name: (defun f:integer (x) ...).',
  ],
  [
    '(defun f () "one")',
    'The string counts as the documentation of the defun, so its body is missing. Write the body after it.',
  ],
  [
    '(interface i (defun f:integer (x:integer) 1))',
    'In an interface a defun has no body, only its name, parameters and types.',
  ],
  [
    '(module m G (defpact p () 1))',
    'A defpact contains steps, at least one: (defpact p () (step ...)).',
  ],
  [
    '(module m G (defcap C (a) @managed a))',
    'After `@managed a` follows the name of the manager function. For a capability that can be used once, write `@managed` alone.',
  ],
  [
    '(module m G (deftable t:s))',
    'The schema of a table is written in braces: (deftable t:{...}).',
  ],
  [
    '(module m G (defschema s {"a": integer}))',
    'The fields of a schema are written without parentheses and quotes: (defschema s name:string amount:decimal).',
  ],
  ['(bless "x")', '`bless` is allowed only directly inside a module.'],
  ['(defschema s a:integer)', '`defschema` is allowed only directly inside a module or interface.'],
  [
    '(module m (defcap G () true))',
    'After its name, a module must state its governance, which controls upgrades of the module: (module m GOVERNANCE ...).',
  ],
  [
    '(module m G (+ 1 2))',
    '`+` is not allowed directly inside a module, which contains only definitions (use, defun, defcap, defconst, defschema, deftable, defpact, bless, implements). Put calls such as `create-table` after the closing parenthesis of the module.',
  ],
  ['(module m G (defun f x x))', 'Parameters go in parentheses: (defun f (x y) ...).'],
  ['(map (lambda x x) [1])', 'Parameters go in parentheses: (lambda (x) x).'],
  ['{a: 1}', 'The keys of an object are strings: {"a": ...}.'],
  ['1.', 'A decimal needs digits after the point, as in 1.0.'],
  [
    '(:= x 1)',
    '`:=` does not fit here. Expected `let`, `let*`, `lambda`, `module`, `interface`, `use`, `defun`, `defconst`, another form or an expression.',
  ],
])('what a text that does not parse needs: %s', (program, said) => {
  expect(explained(program)).toBe(`E0201: ${said}`);
});

test.each([
  [
    "'name'",
    "E0103: A single quote begins a symbol, such as 'name, which ends without a quote and cannot contain spaces. Write strings in double quotes.",
  ],
  ['“a”', 'E0101: This is a typographic quote. Write strings in straight double quotes.'],
  ['.5', 'E0203: A decimal needs digits before the point, as in 0.5.'],
  ['"abc', 'E0102: The string is never closed. Add a double quote.'],
])('what a text that cannot be lexed needs: %s', (program, said) => {
  expect(explained(program)).toBe(said);
});

const keyword = (name: string): string =>
  `\`${name}\` is a word of the language, so it cannot be the name of a definition, parameter, field or variable. ` +
  `Choose another name, such as \`my-${name}\`.`;

const beginsForm = (name: string): string =>
  `\`${name}\` is a word of the language that begins a form, not a function or value. ` +
  `Write it first in parentheses, with its parts: (${name} ...).`;

test.each([
  ['(module m G (defcap G () true) (defschema s step:integer))', keyword('step')],
  ['(module m G (defcap G () true) (defschema s name:string use:integer))', keyword('use')],
  ['(module m G (defcap G () true) (defun step () 1))', keyword('step')],
  ['(defun f (use:string) use)', keyword('use')],
  ['(defun f (module) module)', keyword('module')],
  ['(defun f (a:integer lambda:integer) a)', keyword('lambda')],
  ['(let ((step 1)) step)', keyword('step')],
  ['(bind {"step": 1} {"step" := step} step)', keyword('step')],
  ['(defconst interface 1)', keyword('interface')],
  ['(let ((f let)) f)', beginsForm('let')],
  ['(map lambda [1])', beginsForm('lambda')],
  ['(+ 1 defun)', beginsForm('defun')],
  ['defun 1', beginsForm('defun')],
  ['(use m [f] "hash")', 'The hash comes before the names: (use m "hash" [f]).'],
])('words of the language: %s', (program, said) => {
  expect(explained(program)).toBe(`E0${program === 'defun 1' ? 203 : 201}: ${said}`);
});
