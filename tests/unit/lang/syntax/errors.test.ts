// Every message below was compared with a table-driven LALR parser built from the reference's grammar, including default
// reductions (see Parser.y and LexUtils.hs there).
import { describe, expect, test } from 'vitest';
import { firstError, parse } from './show-tree.ts';

const atom = "true, false, '{', '(', '[', IDENT, NUM, STR, TICK";
const afterParen = "let, letstar, lam, true, false, '{', '(', ')', '[', IDENT, ...";
const afterTopParen = "let, letstar, lam, module, interface, import, true, false, '{', '(', ...";
const afterReplParen =
  'let, letstar, lam, module, interface, import, defun, defconst, true, false, ...';
const property = "let, lam, true, false, '{', '}', '(', ')', '[', ',', ...";

describe('in expressions', () => {
  test.each([
    ['(f 1 2', "[')']", '0-0'],
    ['[1 2', "[']']", '0-0'],
    ['[1 2, 3]', "[']']", '4-5'],
    ['[1, 2 3]', "[']']", '6-7'],
    ['[1,]', `[${atom}]`, '3-4'],
    ['(f ]', "[')']", '3-4'],
    ['(f :', "[')']", '3-4'],
    ['a . 1', '[IDENT]', '4-5'],
    ['a.b.', '[IDENT]', '0-0'],
    ['a::', '[IDENT]', '0-0'],
    ['1.', '[NUM]', '0-0'],
    ['5.x', '[NUM]', '2-3'],
    ['1.-5', '[NUM]', '0-4'],
    ['{"a" 1}', "[':']", '5-6'],
    ['{"a":=x}', "[':']", '4-6'],
    ['(f {"a" 1})', "[':', ':=']", '8-9'],
    ['{1:2}', "['}']", '1-2'],
    ['{"a":1 "b":2}', "['}']", '7-10'],
    ['{"a":1,}', '[STR, TICK]', '7-8'],
    ['{,}', '[STR, TICK]', '2-3'],
    ['(f {"a":=x "b":=y})', "['}', ',']", '11-14'],
    ['(f {"a":=x,})', '[STR, TICK]', '11-12'],
    ['(f {"a":=x, "b":y})', "[':=']", '15-16'],
    ['(let () 1)', "['(']", '6-7'],
    ['(let ((a 1) b) 1)', "['(', ')']", '12-13'],
    ['(let ((a 1)))', `[${atom}]`, '12-13'],
    ['(let a 1)', "['(']", '5-6'],
    ['(lambda (1) 2)', "[')', IDENT]", '9-10'],
    ['(lambda (a:) 2)', "[module, '[', IDENT]", '11-12'],
    ['(lambda ())', `[${atom}]`, '10-11'],
    ['(let ((x:object {"a":1})) x)', '[IDENT]', '17-20'],
    ['(f step)', "[')']", '3-7'],
    ['(step 1)', `[${afterReplParen}]`, '1-5'],
    ['(f (module m g 1))', `[${afterParen}]`, '4-10'],
    ['(', `[${afterReplParen}]`, '0-0'],
  ])('%s', (text, expected, place) => {
    expect(firstError(text)).toBe(`Expected: ${expected} @${place}`);
  });

  test.each([
    ['(lambda (x:foo) 1)', 'No such type: foo @11-14'],
    ['(lambda (x:keyset{s}) 1)', 'No such type: keyset @11-17'],
    ['(lambda (x:[value]) 1)', 'No such type: value @12-17'],
    [
      '(f 0.' + '1'.repeat(256) + ')',
      'Precision overflow (>=255 decimal places):  256 decimals @3-261',
    ],
  ])('%s', (text, error) => {
    expect(firstError(text)).toBe(error);
  });
});

describe('after a complete program', () => {
  test.each([
    ['(f))', 'Too many closing parens, remaining tokens: [] @3-4'],
    ['(f)) (g 1', 'Too many closing parens, remaining tokens: [(, ident<g>, number<1>] @3-4'],
    ['(f) ]', 'Unexpected input after expr, remaining tokens: []] @4-5'],
    ['x : y', 'Unexpected input after expr, remaining tokens: [:, ident<y>] @2-3'],
    [
      'x, "a\\n" \'b let* @doc :: := . true step-with-rollback use',
      'Unexpected input after expr, remaining tokens: [,, "a\n", \'\'b, let*, @doc, ::, :=, ., true, step-with-rollback, ...] @1-2',
    ],
  ])('%s', (text, error) => {
    expect(firstError(text)).toBe(error);
  });
});

describe('in definitions', () => {
  const atLeastOne =
    'Expected: at least one of [defun, defcap, defschema, deftable, defpact, defconst]';
  test.each([
    ['(deftable t:{s})', `Expected: [${afterTopParen}] @1-9`],
    ['(module m g)', "Expected: ['('] @11-12"],
    ['(module m)', 'Expected: [IDENT, STR, TICK] @9-10'],
    ['(module "m" g 1)', 'Expected: [IDENT] @8-11'],
    ['(module let g 1)', 'Expected: [IDENT] @8-11'],
    ['(module m g (use a) (bless "h"))', `${atLeastOne} @12-19`],
    ['(module m g (use a) 5)', `${atLeastOne} @12-19`],
    ['(module m g (defconst C 1) 5)', "Expected: [')'] @27-28"],
    [
      '(module m g (f))',
      'Expected: [import, defun, defcap, defconst, defschema, deftable, defpact, bless, implements] @13-14',
    ],
    ['(module m g (defun f () "a"))', `Expected: [${atom}] @27-28`],
    ['(module m g (defcap C () "a"))', `Expected: [${atom}] @28-29`],
    ['(module m g (defun f () @doc 1))', 'Expected: [STR] @29-30'],
    ["(module m g (defun f () @doc 'd 1))", 'Expected: [STR] @29-31'],
    ['(module m g (defun f () @model 1))', "Expected: ['['] @31-32"],
    ['(module m g (defun f () @model [let*] 1))', "Expected: [']'] @32-36"],
    ['(module m g (defun f () @model [(.)] 1))', `Expected: [${property}] @33-34`],
    ['(module m g (defun f () @event 1))', `Expected: [${atom}] @24-30`],
    ['(module m g (defun f (a,b) 1))', "Expected: [')', IDENT] @23-24"],
    ['(module m g (defun (a) 1))', 'Expected: [IDENT] @19-20'],
    ['(module m g (defconst C))', `Expected: [${atom}] @23-24`],
    ['(module m g (defconst C 1 2))', "Expected: [')'] @26-27"],
    ['(module m g (defconst C:object {"a":1}))', 'Expected: [IDENT] @32-35'],
    ['(module m g (defcap C (x) @managed x))', 'Expected: [IDENT] @36-37'],
    ['(module m g (defcap C (x) @managed x 1))', 'Expected: [IDENT] @37-38'],
    ['(module m g (defcap C (x) @managed @doc "d" 1))', `Expected: [${atom}] @35-39`],
    ['(module m g (deftable t))', "Expected: [':'] @23-24"],
    ['(module m g (deftable t:s))', "Expected: ['{'] @24-25"],
    ['(module m g (defschema s a,b))', "Expected: [')'] @26-27"],
    ['(module m g (defpact p ()))', "Expected: ['('] @25-26"],
    ['(module m g (defpact p () (f)))', 'Expected: [step, steprb] @27-28'],
    ['(module m g (defpact p () (step)))', `Expected: [${atom}] @31-32`],
    ['(module m g (defpact p () (step 1 2 3)))', "Expected: [')'] @36-37"],
    ['(module m g (defpact p () (step-with-rollback 1)))', `Expected: [${atom}] @47-48`],
    ["(use m 'h)", "Expected: [')'] @7-9"],
    ['(use m [a, b])', "Expected: [']', IDENT] @9-10"],
    ['(use a.b.c)', "Expected: [')'] @8-9"],
    ['(use "m")', 'Expected: [IDENT] @5-8'],
    ['(module m g (bless h))', 'Expected: [STR, TICK] @19-20'],
    ['(interface i)', "Expected: ['('] @12-13"],
    ['(interface i (defconst C 1) 2)', "Expected: ['(', ')'] @28-29"],
    ['(interface i (defun f () 1))', "Expected: [')'] @25-26"],
    [
      '(interface i (deftable t:{s}))',
      'Expected: [import, defun, defcap, defconst, defschema, defpact] @14-22',
    ],
    ['(module m g (defun f (x:module{}) 1))', 'Expected: [IDENT] @31-32'],
    ['(module m g (defun f (x:module{a b}) 1))', "Expected: ['}', ','] @33-34"],
  ])('%s', (text, error) => {
    expect(firstError(text, 'pact')).toBe(error);
  });
});

test('lexical errors come before all others', () => {
  expect(firstError(') `')).toBe(
    'Lexical Error: Encountered unexpected character "`", Last seen " " @2-2',
  );
});

test('the kind shows which phase found it', () => {
  expect(parse('`').diagnostics[0]?.kind).toBe('lexer');
  expect(parse(')').diagnostics[0]?.kind).toBe('parse');
});
