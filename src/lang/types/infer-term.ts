// Infers the type of a term; check-term.ts checks it against an expected one.
// Source: pact-repl/Pact/Core/Typed/Infer.hs (inferTerm).

import { unreachable } from '../../base/assert.ts';
import type { Literal, Term } from '../core/model/term.ts';
import type { Context, Expectation, TermInference } from './context.ts';
import { checkClosed } from './check-term.ts';
import { inferForm } from './infer-form.ts';
import { inferApplication } from './infer-application.ts';
import { inferBuiltin } from './infer-builtin.ts';
import { discardClosed } from './infer-statement.ts';
import { inferVariable } from './infer-variable.ts';
import { typeOfValue, annotatedType } from './annotation.ts';
import {
  dynamic,
  functionOf,
  listOf,
  nullary,
  objectOf,
  primitives,
  resolved,
  rowOf,
  typeVariable,
  type Type,
} from './type.ts';

type Node<K extends Term['kind']> = Extract<Term, { kind: K }>;

export const termInference: TermInference = {
  infer: inferTerm,
  check: checkTerm,
  discard: discardTerm,
};

/** Statements and lets are nested as deep as a body is long, so there is no recursion for their last part. */
function inferTerm(context: Context, whole: Term): Type {
  const type = inTail(context, whole, (term) => inferClosed(context, term));
  context.note?.(whole, type);
  return type;
}

function checkTerm(context: Context, whole: Term, expected: Expectation): void {
  inTail(context, whole, (term) => {
    checkClosed(context, term, expected);
    return expected.type;
  });
  context.note?.(whole, expected.type);
}

function discardTerm(context: Context, whole: Term): void {
  inTail(context, whole, (term) => discardClosed(context, term));
}

/** The term at the end of a `let` or sequence is noted too: it has a place of its own. */
function inTail(context: Context, whole: Term, last: (term: Term) => Type): Type {
  let term = whole;
  let bound = 0;
  for (;;) {
    context.work.step();
    if (term.kind === 'sequence') {
      const { first } = term;
      context.recovering(() => discardTerm(context, first));
      term = term.second;
    } else if (term.kind === 'let') {
      context.bind(inferLet(context, term));
      bound++;
      term = term.body;
    } else break;
  }
  context.work.enter();
  const type = last(term);
  if (term !== whole && type !== dynamic) context.note?.(term, type);
  context.work.leave();
  context.unbind(bound);
  return type;
}

function inferLet(context: Context, { arg, value }: Node<'let'>): Type {
  if (arg.type === undefined) return context.recovering(() => inferTerm(context, value)) ?? dynamic;
  const type = context.annotated(arg);
  const origin = { span: arg.span, why: `the annotation of ${arg.name}` };
  context.recovering(() => {
    if (value.kind === 'var' && value.name.kind === 'modref') {
      checkTerm(context, value, { type, origin });
    } else checkCast(context, value, { type, origin });
  });
  return type;
}

/** Whether a module has more interfaces than known is found out only when it is bound. */
function checkCast(context: Context, value: Term, expected: Expectation): void {
  const declared = resolved<Type>(expected.type);
  if (declared.kind !== 'module') return checkTerm(context, value, expected);
  const actual = inferTerm(context, value);
  if (resolved<Type>(actual).kind !== 'module') context.unify(expected, actual, value.span);
}

function inferClosed(context: Context, term: Term): Type {
  switch (term.kind) {
    case 'var':
      return inferVariable(context, term);
    case 'lambda':
      return inferLambda(context, term);
    case 'app':
      return inferApplication(context, term);
    case 'form':
      return inferForm(context, term);
    case 'builtin':
      return inferBuiltin(context, term);
    case 'literal':
      return literalType(term.literal);
    case 'nullary':
      return nullary(inferTerm(context, term.body));
    case 'list':
      return inferList(context, term);
    case 'object':
      return inferObject(context, term);
    case 'inline':
      return typeOfValue(
        term.value,
        (type) => annotatedType(type, term.span, context.report),
        (type, item) => context.unify({ type, origin: { span: term.span } }, item, term.span),
      );
    case 'let':
    case 'sequence':
      return inferTerm(context, term);
    default:
      return unreachable(term);
  }
}

function inferLambda(context: Context, { params, body }: Node<'lambda'>): Type {
  const types = params.map((param) => context.annotated(param));
  const result = context.within(types, () => inferTerm(context, body));
  return functionOf(types, result);
}

function inferList(context: Context, { items }: Node<'list'>): Type {
  const element = typeVariable();
  const [first] = items;
  if (first === undefined) return listOf(element);
  const origin = { span: first.span, why: 'the first item of the list' };
  for (const item of items) checkTerm(context, item, { type: element, origin });
  return listOf(element);
}

function inferObject(context: Context, { fields, span }: Node<'object'>): Type {
  const types = new Map<string, Type>();
  for (const [name, value] of fields) {
    const type = inferTerm(context, value);
    context.demandValue(type, value);
    types.set(name, type);
  }
  context.work.span = span;
  return objectOf(rowOf(types));
}

function literalType(literal: Literal): Type {
  return primitives[literal.kind];
}
