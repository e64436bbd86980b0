import { describe, expect, test } from 'vitest';
import { parse } from './show-tree.ts';

/** Returns the recovered forms of a faulty text, and its errors as `message-start offset(<unclosed or >surplus bracket)`. */
function recovered(text: string, dialect: 'pact' | 'repl' = 'pact') {
  const { value, diagnostics } = parse(text, dialect);
  const names = value.map((form) => {
    if (form.kind === 'term') return 'term';
    if (form.kind !== 'module' && form.kind !== 'interface') return form.kind;
    const items = form.definitions.map((item) =>
      'spec' in item ? item.spec.name : item.name.text,
    );
    return `${form.name.text}[${items.join(' ')}]`;
  });
  const errors = diagnostics.map(({ span, unclosed, surplus }) => {
    if (surplus !== undefined) return `${span.start}>${surplus.start}`;
    return unclosed === undefined ? `${span.start}` : `${span.start}<${unclosed.start}`;
  });
  return `${names.join(' ')} | ${errors.join(' ')}`;
}

const def = (name: string, body: string) => `(defun ${name} () ${body})`;

describe('one broken definition gives one diagnostic and hides no other definition', () => {
  test.each([
    ['nothing is wrong', `(module m g ${def('a', '1')})`, 'm[a] | '],
    [
      'a body is missing',
      `(module m g ${def('a', '1')} ${def('b', '')} ${def('c', '3')})`,
      'm[a c] | 39',
    ],
    [
      'two are broken',
      `(module m g ${def('a', '')} ${def('b', '2')} ${def('c', '[')})`,
      'm[b] | 24 54',
    ],
    ['a parenthesis is missing', `(module m g (defun a () (f 1) ${def('b', '2')})`, 'm[b] | 31<12'],
    [
      'two parentheses are missing',
      `(module m g (defun a () (f (g) ${def('b', '2')})`,
      'm[b] | 32<24',
    ],
    ['a bracket is missing', `(module m g ${def('a', '[1 2')} ${def('b', '2')})`, 'm[b] | 28'],
    [
      'a parenthesis too many',
      `(module m g\n ${def('a', '1)')}\n ${def('b', '2')})`,
      'm[a b] | 31>27',
    ],
    [
      'a parenthesis too many in the last definition',
      `(module m g\n ${def('a', '1)')}\n)`,
      'm[a] | 29>27',
    ],
    [
      'a parenthesis is missing in the last definition',
      `(module m g\n (defun a () (f 1)\n)`,
      ' | 0<13',
    ],
    [
      'a parenthesis is missing in the last definition of a module with forms after it',
      `(module m g\n (use n)\n (defun a () (f (g)\n)\n\n(f)`,
      'term | 0<34',
    ],
    [
      'a parenthesis before the first definition',
      `(module m g\n (use n)\n )${def('a', '1')}\n)`,
      'm[a] | 13>22',
    ],
    [
      'a bracket for the parenthesis of the first definition',
      `(module m g\n (use n)\n [defun a () 1)\n)`,
      ' | 13>35',
    ],
    [
      'a parenthesis before a type',
      `(module m g\n (defun a (x(module{i}) 1)\n ${def('b', '2')}\n)`,
      'm[b] | 24',
    ],
    [
      'a parenthesis too many in the head of the module',
      `(module m g @model [)(p 1)\n (q 1)]\n ${def('a', '1')}\n ${def('b', '2')}\n)`,
      'm[a b] | 20',
    ],
    [
      'a parenthesis too many after the word module',
      `(module )m g\n @doc "d"\n ${def('a', '1')}\n)`,
      ' | 8',
    ],
    ['a part falls out', `(module m g ${def('a', '1) (f) (g')} ${def('b', '2')})`, 'm[a b] | 28'],
    ['a word among definitions', `(module m g ${def('a', '1')} x ${def('b', '2')})`, 'm[a b] | 27'],
    ['a faulty header', `(module m g @doc ${def('a', '1')})`, 'm[a] | 17'],
    [
      'a faulty interface',
      '(interface i (defun a () 1) (defun b ()) (deftable t:{s}))',
      'i[b] | 25 42',
    ],
    ['only imports are sound', `(module m g (use n) ${def('a', '')})`, ' | 32'],
    [
      'brackets of a model in the module',
      `(module m g @model [(f)] ${def('a', '')} ${def('b', '2')})`,
      'm[b] | 37',
    ],
  ])('%s', (_what, text, expected) => {
    expect(recovered(text)).toBe(expected);
  });
});

describe('between forms', () => {
  test.each([
    ['each form alone', '(f 1) (f :) (g) (let) (h)', 'term term term | 9 20'],
    ['a form is not closed, the next begins a line', '(f (g 1\n(h)\n(i)', 'term term | 0<3'],
    ['a form is not closed, a module follows', `(f (module m g ${def('a', '1')})`, 'm[a] | 4<0'],
    ['a module is not closed', `(module m g ${def('a', '1')}\n(f)\n(g)`, 'm[a] term term | 28<0'],
    ['a parenthesis too many', '(f)) (g)', 'term term | 3'],
    ['a parenthesis too many before the last one', '(f\n  (g))\n)\n(h)', 'term term | 10>8'],
    [
      'a module that is faulty, indented forms after it',
      `(module m g\n ${def('a', '')}\n)\n\n (f)\n ${def('b', '2')}`,
      'term | 25',
    ],
    ['a module without its parenthesis', 'module m g\n  (defcap a ())\n  (defcap c ())\n)', ' | 0'],
    ['a faulty string', '(f "a\n) (g "b") (h :)', 'term term | 4 19'],
  ])('%s', (_what, text, expected) => {
    expect(recovered(text)).toBe(expected);
  });
});

test('at most a hundred faults are reported', () => {
  expect(parse('(f :)'.repeat(500)).diagnostics).toHaveLength(100);
  expect(parse(`(module m g ${'(defun)'.repeat(500)})`).diagnostics).toHaveLength(100);
});

describe('incomplete input', () => {
  test.each([
    '(',
    '(f 1',
    '[1,',
    '{"a":',
    '(let ((x 1))',
    '(f {"a" :=',
    '(module m g',
    '"a\\',
    '"a\\\n  ',
  ])('%j waits for more', (text) => {
    expect(parse(text).isIncomplete).toBe(true);
  });
  test.each([
    '',
    '1',
    '(f)',
    '(f))',
    '(f ]',
    '1.',
    'a::',
    '"a',
    '"a\\q',
    '"a\\\\',
    '(f `',
    '(defun f () :',
  ])('%j does not', (text) => {
    expect(parse(text).isIncomplete).toBe(false);
  });
});
