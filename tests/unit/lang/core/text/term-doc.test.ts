// Core terms as text. The forms of definitions are tested with their pages: tests/unit/script/pages/documentation.test.ts.

import { expect, it } from 'vitest';
import { render } from '../../../../../src/base/doc.ts';
import { noSpan } from '../../../../../src/base/span.ts';
import type { Term } from '../../../../../src/lang/core/model/term.ts';
import { termDoc } from '../../../../../src/lang/core/text/term-doc.ts';

const one: Term = { kind: 'literal', literal: { kind: 'integer', value: 1n }, span: noSpan };
const deep = 50_000;

function nested(around: (term: Term) => Term): Term {
  let term = one;
  for (let i = 0; i < deep; i++) term = around(term);
  return term;
}

const shown = (term: Term): string => render(termDoc(term, (name) => name));

it('prints terms that are nested more deeply than the stack allows', () => {
  const calls = nested((term) => ({ kind: 'nullary', body: term, span: noSpan }));
  expect(shown(calls)).toBe(`${'(suspend '.repeat(deep)}1${')'.repeat(deep)}`);
});

it('prints a chain of bindings or of terms as one bracket, in written order', () => {
  const arg = { name: 'x', type: undefined, span: noSpan };
  const two: Term = { ...one, literal: { kind: 'integer', value: 2n } };
  const bound: Term = { kind: 'let', arg, value: two, body: one, span: noSpan };
  const twice: Term = { kind: 'let', arg, value: one, body: bound, span: noSpan };
  expect(shown(twice)).toBe('(let ((x 1)\n      (x 2))\n  1)');
  const after: Term = { kind: 'sequence', first: two, second: one, span: noSpan };
  const all: Term = { kind: 'sequence', first: one, second: after, span: noSpan };
  expect(shown(all)).toBe('(do \n  1\n  2\n  1)');
  const chain = nested((term) => ({ kind: 'sequence', first: one, second: term, span: noSpan }));
  expect(shown(chain)).toBe(`(do ${'\n  1'.repeat(deep + 1)})`);
});

it('nests what stands in the place of a value or of a first term', () => {
  const inner: Term = { kind: 'sequence', first: one, second: one, span: noSpan };
  const outer: Term = { kind: 'sequence', first: inner, second: one, span: noSpan };
  expect(shown(outer)).toBe('(do \n  (do \n    1\n    1)\n  1)');
});
