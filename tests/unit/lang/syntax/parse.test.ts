import { describe, expect, test } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { parseExpression } from '../../../../src/lang/syntax/parse.ts';
import { parse, showExpression, tree } from './show-tree.ts';

describe('expressions', () => {
  test.each([
    ['x m.x n.m.x r::x', 'x m.x n.m.x r::x'],
    ['m . x  n. m .x r :: x', 'm.x n.m.x r::x'],
    ['n ; why\n . m', 'n.m'],
    ['1 -5 -0 007', '1 -5 0 7'],
    ['1.5 -0.5 0.00 1 . 50 -1.0', '15e-1 -5e-1 0e-2 150e-2 -10e-1'],
    ['"a" \'b true false () ( )', '"a" "b" true false () ()'],
    ['[] [1] [1 2 3] [1,2, 3] [[1] []]', '[] [1] [1 2 3] [1 2 3] [[1] []]'],
    ['{} {"a":1} {\'a:1, "b" : [2]}', '{} {a: 1} {a: 1, b: [2]}'],
    ['{ , "a":1}', '{a: 1}'],
    ['{"a":1,"a":2}', '{a: 1, a: 2}'],
    [
      '(f) (f 1 2) ((f) 1) (5) ("a" 1)',
      '(call f) (call f 1 2) (call (call f) 1) (call 5) (call "a" 1)',
    ],
    ['(m.f 1)(r::f {"a":1})', '(call m.f 1) (call r::f {a: 1})'],
    ['(if a b c) (and) (map 1)', '(call if a b c) (call and) (call map 1)'],
    ['(lambda () 1) (lambda (a b:integer) a b)', '(lambda () 1) (lambda (a b:integer) a b)'],
    ['(let ((a 1) (b:string a)) a b)', '(let a=1 b:string=a -> a b)'],
    ['(let* ((a 1)) a)', '(let* a=1 -> a)'],
  ])('%j', (text, shown) => {
    expect(tree(text)).toBe(shown);
  });

  test.each([
    ['(bind o {"a":=x} x)', '(call bind o (binding a:=x -> x))'],
    ['(bind o {"a":=x:integer, \'b:= y} x y)', '(call bind o (binding a:=x:integer b:=y -> x y))'],
    ['(f {"a":=x})', '(call f (binding a:=x ->))'],
    [
      '(f {"a":=x} 1 {"b":1} {"b":=y} 2)',
      '(call f (binding a:=x -> 1 {b: 1} (binding b:=y -> 2)))',
    ],
  ])('binding form %j', (text, shown) => {
    expect(tree(text)).toBe(shown);
  });

  test.each([
    ['integer bool unit guard decimal time string', 'integer bool unit guard decimal time string'],
    ['list object keyset', 'any-list any-object keyset'],
    ['[integer] [[object{s}]]', '[integer] [[object{s}]]'],
    ['object{m.s} table{n.m.s} table{s}', 'object{m.s} table{n.m.s} table{s}'],
    ['module{i} module{m.i , j}', 'module{i} module{m.i,j}'],
  ])('types %j', (types, shown) => {
    const parameters = types.match(/\S+( , \S+)?/g)?.map((type) => `x:${type}`) ?? [];
    const expected = shown.split(' ').map((type) => `x:${type}`);
    expect(tree(`(lambda (${parameters.join(' ')}) 1)`)).toBe(`(lambda (${expected.join(' ')}) 1)`);
  });

  test('a decimal keeps its places and its source text', () => {
    const { value } = parseExpression(new Source('test', '-00.50'));
    expect(value).toMatchObject({
      literal: { kind: 'decimal', mantissa: -50n, places: 2, raw: '-00.50' },
    });
  });

  test('255 places are the maximum', () => {
    expect(tree(`0.${'1'.repeat(255)}`)).toBe(`${'1'.repeat(255)}e-255`);
    expect(tree(`0.${'1'.repeat(256)}`)).toBe(
      'error: Precision overflow (>=255 decimal places):  256 decimals',
    );
  });

  test('numbers have a maximum length', () => {
    expect(parse('1'.repeat(2_000_000)).diagnostics).toEqual([]);
    expect(tree('1'.repeat(2_000_001))).toBe('error: Number too long: 2000001 digits');
  });
});

describe('definitions', () => {
  const inModule = (definition: string) =>
    tree(`(module m g ${definition} (defconst Z 0))`, 'pact')
      .replace('(module m cap=g ', '')
      .replace(' (defconst Z 0))', '');

  test.each([
    ['(defun f () 1)', '(defun f () 1)'],
    [
      '(defun f:integer (a b:[string]) "d" a b)',
      '(defun f:integer (a b:[string]) docstring=d a b)',
    ],
    ['(defun f () "d" "v")', '(defun f () docstring=d "v")'],
    ['(defun f () @doc "d" @model [x] 1)', '(defun f () doc=d model=[x] 1)'],
    ['(defun f () @model [] @doc "d" 1)', '(defun f () model=[] doc=d 1)'],
    ['(defun f () @model [] "v")', '(defun f () model=[] "v")'],
    ['(defconst C 1)', '(defconst C 1)'],
    ['(defconst C "v")', '(defconst C "v")'],
    ['(defconst C:string "v" "d")', '(defconst C:string "v" docstring=d)'],
    ['(defconst C (f) @doc "d")', '(defconst C (call f) doc=d)'],
    ['(defcap C () true)', '(defcap C () true)'],
    ['(defcap C:bool (a) "d" @event true)', '(defcap C:bool (a) docstring=d event true)'],
    ['(defcap C () @managed true)', '(defcap C () auto-managed true)'],
    ['(defcap C () @managed "body")', '(defcap C () auto-managed "body")'],
    ['(defcap C (a) @managed a f true)', '(defcap C (a) managed=a,f true)'],
    ['(defcap C (a) @doc "d" @managed a n.m.f 1 2)', '(defcap C (a) doc=d managed=a,n.m.f 1 2)'],
    ['(defcap C (a) @managed a r::f x)', '(defcap C (a) managed=a,r::f x)'],
    ['(defschema s)', '(defschema s)'],
    ['(defschema s "d" a b:integer)', '(defschema s docstring=d a:any b:integer)'],
    ['(defschema s @model [x] a:object{t})', '(defschema s model=[x] a:object{t})'],
    ['(deftable t:{s})', '(deftable t s)'],
    ['(deftable t : { n.m.s } "d")', '(deftable t n.m.s docstring=d)'],
    ['(deftable t:{r::s} @doc "d")', '(deftable t r::s doc=d)'],
    ['(defpact p () (step 1))', '(defpact p () (step 1))'],
    [
      '(defpact p:string (a) "d" (step 1) (step-with-rollback 2 3))',
      '(defpact p:string (a) docstring=d (step 1) (step-with-rollback 2 rollback=3))',
    ],
    [
      '(defpact p () (step e 1 @model [x]) (step-with-rollback e 2 3 @model []))',
      '(defpact p () (step entity=e 1 model=[x]) (step-with-rollback entity=e 2 rollback=3 model=[]))',
    ],
    ['(use a)', '(use a)'],
    ['(use n.a "h" [x y])', '(use n.a hash=h [x y])'],
    ['(use a [])', '(use a [])'],
    ['(implements i) (implements n.i)', '(implements i) (implements n.i)'],
    ['(bless "h") (bless \'h)', '(bless h) (bless h)'],
  ])('%s', (text, shown) => {
    expect(inModule(text)).toBe(shown);
  });

  test('models are kept', () => {
    const model = `(property (= 1 2.5) (forall (a:integer) [m.x r::y {"s", 't} let lambda true false]))`;
    expect(inModule(`(defun f () @model [${model}] 1)`)).toBe(
      `(defun f () model=[(property (= 1 25e-1) (forall (a ':' integer) ('[' m.x r::y '{' "s" ',' "t" '}' kw:let kw:lambda true false ']')))] 1)`,
    );
  });
});

describe('modules and interfaces', () => {
  test.each([
    ['(module m g (defconst C 1))', '(module m cap=g (defconst C 1))'],
    ['(module m "k" (defconst C 1))', '(module m keyset=k (defconst C 1))'],
    ['(module m \'k @doc "d" (defconst C 1))', '(module m keyset=k doc=d (defconst C 1))'],
    ['(module m g "d" (defconst C 1))', '(module m cap=g docstring=d (defconst C 1))'],
    ['(interface i (use a))', '(interface i (use a))'],
    [
      '(interface i "d" (defun f:bool (a) @model []) (defcap C (a) "d" @managed a f) (defcap D () @event))',
      '(interface i docstring=d (interface-defun f:bool (a) model=[]) (interface-defcap C (a) docstring=d managed=a,f) (interface-defcap D () event))',
    ],
    [
      '(interface i (defpact p () "d") (defconst C 1) (defschema s a) (defun f () "d"))',
      '(interface i (interface-defpact p () docstring=d) (defconst C 1) (defschema s a:any) (interface-defun f () docstring=d))',
    ],
    ['(use a) 1 "b" c', '(use a) 1 "b" c'],
    ['', ''],
  ])('%s', (text, shown) => {
    expect(tree(text, 'pact')).toBe(shown);
  });

  test('defun and defconst are allowed at top level only in scripts', () => {
    const text = '(defun f () 1) (defconst C 2)';
    expect(tree(text, 'repl')).toBe('(defun f () 1) (defconst C 2)');
    expect(tree(text, 'pact')).toMatch(/^error: Expected: \[let, letstar, lam, module/);
  });

  test('a name may be any word that is not a keyword', () => {
    expect(tree('(module __proto__ then (defconst constructor 1))')).toBe(
      '(module __proto__ cap=then (defconst constructor 1))',
    );
    expect(tree('{"__proto__":1, "10":2}')).toBe('{__proto__: 1, 10: 2}');
  });
});

describe('a single expression', () => {
  const read = (text: string): string => {
    const { value, diagnostics } = parseExpression(new Source('test', text));
    return diagnostics[0]?.message ?? (value === undefined ? 'nothing' : showExpression(value));
  };
  test.each([
    ['(f 1)', '(call f 1)'],
    [' x ; y', 'x'],
    ['', "Expected: [true, false, '{', '(', '[', IDENT, NUM, STR, TICK]"],
    ['1 2', 'Unexpected input after expr, remaining tokens: [number<2>]'],
    ['(f))', 'Too many closing parens, remaining tokens: []'],
    [
      '(module m g 1)',
      "Expected: [let, letstar, lam, true, false, '{', '(', ')', '[', IDENT, ...]",
    ],
    ['"', 'Lexical Error: String literal parsing error:  did not close string literal'],
    ['['.repeat(201), 'Nesting too deep: more than 200 levels of brackets'],
  ])('%j', (text, shown) => {
    expect(read(text)).toBe(shown);
  });
});
