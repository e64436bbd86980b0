import { expect, test } from 'vitest';
import { Span } from '../../../../src/base/span.ts';
import { parse } from './show-tree.ts';

/** Returns every node of the tree as `kind text`, ordered by their start, outer nodes first. */
function nodes(text: string): string[] {
  const found: { label: string; span: Span }[] = [];
  const visit = (value: unknown): void => {
    if (value instanceof Span || typeof value !== 'object' || value === null) return;
    const fields: { kind?: unknown; span?: unknown } = value;
    if (fields.span instanceof Span) {
      const label = typeof fields.kind === 'string' ? fields.kind : '-';
      found.push({ label, span: fields.span });
    }
    Object.values(value).forEach(visit);
  };
  visit(parse(text, 'pact').value);
  return found
    .sort((left, right) => left.span.start - right.span.start || right.span.end - left.span.end)
    .map(({ label, span }) => `${label} ${span.text}`);
}

test.each([
  [
    'atoms have the span of their tokens',
    ' m . x',
    ['term m . x', 'variable m . x', 'qualified m . x', '- m'],
  ],
  ['a decimal spans both numbers', '1 . 5', ['term 1 . 5', 'constant 1 . 5']],
  [
    'forms have the span of their parentheses',
    '( f (g))',
    [
      'term ( f (g))',
      'application ( f (g))',
      'variable f',
      'bare f',
      'application (g)',
      'variable g',
      'bare g',
    ],
  ],
  [
    'a binder has its own, its argument that of the name',
    '(let ((x:bool 1)) x)',
    [
      'term (let ((x:bool 1)) x)',
      'let (let ((x:bool 1)) x)',
      '- (x:bool 1)',
      '- x',
      'primitive bool',
      'constant 1',
      'variable x',
      'bare x',
    ],
  ],
  [
    'a binding form has that of the call around it',
    '(b {"k" := x} x)',
    [
      'term (b {"k" := x} x)',
      'application (b {"k" := x} x)',
      'binding (b {"k" := x} x)',
      'variable b',
      'bare b',
      '- "k"',
      '- x',
      'variable x',
      'bare x',
    ],
  ],
  [
    'types and fields',
    "(lambda (x:object{m.s} y:[list]) {'a:()})",
    [
      "term (lambda (x:object{m.s} y:[list]) {'a:()})",
      "lambda (lambda (x:object{m.s} y:[list]) {'a:()})",
      '- x',
      'object-of object{m.s}',
      'qualified m.s',
      '- m',
      '- y',
      'list-of [list]',
      'any-list list',
      "object {'a:()}",
      "- 'a",
      'constant ()',
    ],
  ],
  [
    'definitions',
    '(module m g "d"\n (use n.a [x])\n (deftable t:{s} @doc "e"))',
    [
      'module (module m g "d"\n (use n.a [x])\n (deftable t:{s} @doc "e"))',
      '- m',
      'capability-governance g',
      'doc "d"',
      'use (use n.a [x])',
      '- n.a',
      '- x',
      'deftable (deftable t:{s} @doc "e")',
      '- t',
      'bare s',
      'doc @doc "e"',
    ],
  ],
  [
    'steps and capabilities',
    "(module m 'k (defcap C (a) @managed a m.f 1) (defpact p () (step 1 @model [x])))",
    [
      "module (module m 'k (defcap C (a) @managed a m.f 1) (defpact p () (step 1 @model [x])))",
      '- m',
      "keyset-governance 'k",
      'defcap (defcap C (a) @managed a m.f 1)',
      '- C',
      '- a',
      'managed @managed a m.f',
      '- a',
      'qualified m.f',
      '- m',
      'constant 1',
      'defpact (defpact p () (step 1 @model [x]))',
      '- p',
      'step (step 1 @model [x])',
      'constant 1',
      'model @model [x]',
      'property-atom x',
      'bare x',
    ],
  ],
])('%s', (_what, text, expected) => {
  expect(nodes(text)).toEqual(expected);
});

test('pairs of a binding form are in source order, with the span of the braces', () => {
  const [form] = parse('(b {"k" := x, "j" := y} x)').value;
  const binding =
    form?.kind === 'term' && form.expression.kind === 'application'
      ? form.expression.args[0]
      : undefined;
  expect(binding).toMatchObject({ pairs: [{ field: 'k' }, { field: 'j' }] });
  expect(binding?.kind === 'binding' && binding.bracesSpan.text).toBe('{"k" := x, "j" := y}');
});

test('outside ASCII offsets count UTF-16 units', () => {
  expect(nodes('; 😀\n("😀" š)')).toEqual([
    'term ("😀" š)',
    'application ("😀" š)',
    'constant "😀"',
    'variable š',
    'bare š',
  ]);
});
