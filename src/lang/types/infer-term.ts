// The type of a term: inferred, or checked against one that is expected. What is expected travels
// inwards, so that a module reference may stand where fewer interfaces are needed than it has, and
// so that an error is found where it was made.
// Source: pact-repl/Pact/Core/Typed/Infer.hs (inferTerm, checkTermType).

import { unreachable } from '../../base/assert.ts';
import type { Literal, Term } from '../core/term.ts';
import { evalError } from '../diagnostics/error.ts';
import type { Context, Expectation, TermInference } from './context.ts';
import { checkForm, inferForm } from './infer-form.ts';
import { inferApplication } from './infer-application.ts';
import { inferNative } from './infer-native.ts';
import { inferVariable } from './infer-variable.ts';
import { lackingInterfaces } from './interfaces.ts';
import { typeOfValue, annotatedType } from './annotation.ts';
import {
  functionOf,
  listOf,
  nullary,
  objectOf,
  primitives,
  resolved,
  rowOf,
  typeVariable,
  type Reference,
  type Type,
} from './type.ts';

type Node<K extends Term['kind']> = Extract<Term, { kind: K }>;

export const termInference: TermInference = { infer: inferTerm, check: checkTerm };

/** Statements and lets nest as deep as a body is long, so their last part is not a call deeper. */
function inferTerm(context: Context, whole: Term): Type {
  return inTail(context, whole, (term) => inferClosed(context, term));
}

function checkTerm(context: Context, whole: Term, expected: Expectation): void {
  inTail(context, whole, (term) => {
    checkClosed(context, term, expected);
    return expected.type;
  });
}

function inTail(context: Context, whole: Term, last: (term: Term) => Type): Type {
  let term = whole;
  let bound = 0;
  for (;;) {
    context.work.step();
    if (term.kind === 'sequence') {
      inferTerm(context, term.first);
      term = term.second;
    } else if (term.kind === 'let') {
      const value = inferLet(context, term);
      context.bind(value);
      bound++;
      term = term.body;
    } else break;
  }
  context.work.enter();
  const type = last(term);
  context.work.leave();
  context.unbind(bound);
  return type;
}

function inferLet(context: Context, { arg, value }: Node<'let'>): Type {
  if (arg.type === undefined) return inferTerm(context, value);
  const type = context.annotated(arg);
  const why = `the annotation of ${arg.name}`;
  checkTerm(context, value, { type, origin: { span: arg.span, why } });
  return type;
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
      return inferNative(context, term);
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

function checkClosed(context: Context, term: Term, expected: Expectation): void {
  const type = resolved<Type>(expected.type);
  if (term.kind === 'form') return checkForm(context, term, expected);
  if (term.kind === 'lambda') return checkLambda(context, term, expected);
  if (term.kind === 'list' && type.kind === 'list') {
    for (const item of term.items) {
      checkTerm(context, item, { type: type.element, origin: expected.origin });
    }
    return;
  }
  if (term.kind === 'object' && type.kind === 'object' && !hasRepetition(term)) {
    return checkObject(context, term, expected, type);
  }
  if (term.kind === 'var' && term.name.kind === 'modref' && type.kind === 'module') {
    const wanted = resolved<Reference>(type.reference);
    if (wanted.kind === 'interfaces') {
      const lacking = lackingInterfaces(wanted.names, term.name.interfaces);
      if (lacking.length === 0) return;
      const { module } = term.name;
      const data = { module: module.text, interfaces: lacking.map((name) => name.text) };
      const error = evalError('ModuleLacksImplementedInterfaces', data, term.span);
      throw error.withRelated([
        { label: 'Expected', note: whyText(expected.origin.why), span: expected.origin.span },
      ]);
    }
  }
  context.unify(expected, inferClosed(context, term), term.span);
}

const whyText = (why: string | undefined): string => (why === undefined ? '' : `, ${why}`);

function inferLambda(context: Context, { params, body }: Node<'lambda'>): Type {
  const types = params.map((param) => context.annotated(param));
  const result = context.within(types, () => inferTerm(context, body));
  return functionOf(types, result);
}

/** As long as a function is expected its parameters are known; from there on they are inferred. */
function checkLambda(context: Context, term: Node<'lambda'>, expected: Expectation): void {
  const { params, body } = term;
  const types: Type[] = [];
  let rest = resolved<Type>(expected.type);
  for (const param of params) {
    if (rest.kind !== 'function') break;
    const declared = context.annotated(param);
    context.unify({ type: rest.parameter, origin: expected.origin }, declared, param.span);
    types.push(rest.parameter);
    rest = resolved<Type>(rest.result);
  }
  const result: Expectation = { type: rest, origin: expected.origin };
  if (types.length === params.length) {
    return context.within(types, () => checkTerm(context, body, result));
  }
  const others = params.slice(types.length).map((param) => context.annotated(param));
  const inferred = context.within([...types, ...others], () => inferTerm(context, body));
  context.unify(result, functionOf(others, inferred), term.span);
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
    demandValue(context, type, value);
    types.set(name, type);
  }
  context.work.span = span;
  return objectOf(rowOf(types));
}

/** Field by field where a schema is known, so that an error points at the field. */
function checkObject(
  context: Context,
  term: Node<'object'>,
  expected: Expectation,
  { row }: Extract<Type, { kind: 'object' }>,
): void {
  const known = resolved(row);
  const fields = known.kind === 'fields' ? known.fields : undefined;
  const types = new Map<string, Type>();
  for (const [name, value] of term.fields) {
    const type = fields?.get(name);
    if (type === undefined) types.set(name, inferTerm(context, value));
    else {
      const why = `field ${name}${whyText(expected.origin.why)}`;
      checkTerm(context, value, { type, origin: { span: expected.origin.span, why } });
      types.set(name, type);
    }
    demandValue(context, types.get(name) ?? typeVariable(), value);
  }
  context.unify(expected, objectOf(rowOf(types)), term.span);
}

const hasRepetition = ({ fields }: Node<'object'>): boolean =>
  new Set(fields.map(([name]) => name)).size < fields.length;

function demandValue(context: Context, type: Type, value: Term): void {
  context.demand({ kind: 'class', name: 'IsValue', type }, value.span);
}

function literalType(literal: Literal): Type {
  return primitives[literal.kind];
}
