// Core terms whose variables contain the number of binders at their place; `tightened` turns these into indices
// once a whole body is known. The reference does the same, and its bugs are reproduced.
// Source: Serialise/LegacyPact.hs (CorePreNormalizedTerm, fixTreeIndices).

import { noSpan } from '../../base/span.ts';
import type { Form, Name, Term } from '../core/model/term.ts';
import type { Type } from '../values/type.ts';
import { unit } from '../values/value.ts';

export type LooseName = { readonly name: Name; readonly depth: number };
export type LooseTerm = Term<LooseName>;

const span = noSpan;

export function looseLocal(text: string, index: number, depth: number): LooseTerm {
  return { kind: 'var', name: { name: { kind: 'local', text, index }, depth }, span };
}

export function looseVariable(name: Name, depth: number): LooseTerm {
  return { kind: 'var', name: { name, depth }, span };
}

export function application(fun: LooseTerm, args: readonly LooseTerm[]): LooseTerm {
  return { kind: 'app', fun, args, span };
}

export function formOf(form: Form, terms: readonly LooseTerm[]): LooseTerm {
  return { kind: 'form', form, terms, span };
}

export function lambdaOf(names: readonly string[], body: LooseTerm): LooseTerm {
  return { kind: 'lambda', params: names.map((name) => argument(name)), body, span };
}

export function argument(
  name: string,
  type?: Type,
): { name: string; type: Type | undefined; span: typeof noSpan } {
  return { name, type, span };
}

/** `a; (b; c)` */
export function sequenceOf(terms: readonly LooseTerm[]): LooseTerm | undefined {
  let result = terms.at(-1);
  if (result === undefined) return undefined;
  for (const first of terms.slice(0, -1).reverse()) {
    result = { kind: 'sequence', first, second: result, span };
  }
  return result;
}

export const inlineUnit: LooseTerm = { kind: 'inline', value: unit, span };

/** Returns the term with Core's indices; `depth` is the number of binders around it. */
export function tightened(term: LooseTerm, depth: number): Term {
  const inner = (each: LooseTerm, more = 0): Term => tightened(each, depth + more);
  switch (term.kind) {
    case 'var':
      return { ...term, name: tightName(term.name, depth) };
    case 'lambda':
      return { ...term, body: inner(term.body, term.params.length) };
    case 'let':
      return { ...term, value: inner(term.value), body: inner(term.body, 1) };
    case 'app':
      return { ...term, fun: inner(term.fun), args: term.args.map((each) => inner(each)) };
    case 'form':
      return { ...term, terms: term.terms.map((each) => inner(each)) };
    case 'sequence':
      return { ...term, first: inner(term.first), second: inner(term.second) };
    case 'nullary':
      return { ...term, body: inner(term.body) };
    case 'list':
      return { ...term, items: term.items.map((each) => inner(each)) };
    case 'object':
      return { ...term, fields: term.fields.map(([name, each]) => [name, inner(each)] as const) };
    case 'builtin':
    case 'literal':
    case 'inline':
      return term;
  }
}

function tightName({ name, depth: written }: LooseName, depth: number): Name {
  if (name.kind !== 'local' && name.kind !== 'dynamic') return name;
  return written < depth ? { ...name, index: name.index + depth - written } : name;
}
