// Infers the type of a term; check-term.ts checks it against an expected one.
// Source: pact-repl/Pact/Core/Typed/Infer.hs (inferTerm).
import { assert, unreachable } from '../../base/assert.ts';
import type { Literal, Name, Term } from '../core/model/term.ts';
import type { Context, Expectation, TermInference } from './context.ts';
import { checkClosed } from './check-term.ts';
import { discardForm, inferForm } from './infer-form.ts';
import { inferApplication } from './infer-application.ts';
import { inferBuiltin } from './infer-builtin.ts';
import { annotatedType, typeOfValue } from './annotation.ts';
import {
  type Reference,
  type Type,
  dynamic,
  functionOf,
  listOf,
  nullary,
  objectOf,
  primitives,
  resolved,
  rowOf,
  typeVariable,
} from './type.ts';
import { enforceAllArguments } from './argument-count.ts';
import type { Span } from '../../base/span.ts';
import { evalError, fail } from '../diagnostics/error.ts';
import { FullyQualifiedName } from '../values/names.ts';
import { sortedInterfaces } from './interfaces.ts';
import { typeText } from './type-text.ts';

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

/** Returns whether a module has more interfaces than known is found out only when it is bound. */
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

// Infers statements: terms whose results are discarded. Their branches may differ, and so may the items of a list that is
// written for the effects of its items. A call that lacks arguments has no effect.

/** Builtins that return the result of the function passed to them. */
const passedOn: ReadonlySet<string> = new Set([
  'bind',
  'cond',
  'map',
  'resume',
  'with-default-read',
  'with-read',
]);

/** The last part of a statement; its result is not used. */
export function discardClosed(context: Context, term: Term): Type {
  switch (term.kind) {
    case 'form':
      discardForm(context, term);
      return dynamic;
    case 'list':
      for (const item of term.items) {
        context.recovering(() => context.discard(item));
      }
      return dynamic;
    case 'app':
      if (term.fun.kind === 'builtin' && passedOn.has(term.fun.name)) {
        for (const arg of term.args) context.discarded.add(arg);
      }
      enforceAllArguments(context, term, context.infer(term));
      return dynamic;
    default:
      return context.infer(term);
  }
}

// Infers the type of a name: a local variable, a definition, a module, or a call through a module reference.

type Variable = Extract<Term, { kind: 'var' }>;
type Top = Extract<Name, { kind: 'top' }>;
type DynamicCall = Extract<Name, { kind: 'dynamic' }>;

export function inferVariable(context: Context, { name, span }: Variable): Type {
  switch (name.kind) {
    case 'local': {
      const type = context.local(name.index);
      assert(type !== undefined, 'a local variable is bound');
      return type;
    }
    case 'top':
      return definitionType(context, name, span);
    case 'modref':
      return {
        kind: 'module',
        reference: { kind: 'interfaces', names: sortedInterfaces(name.interfaces) },
      };
    case 'dynamic':
      return memberType(context, name, span);
  }
}

function definitionType(context: Context, name: Top, span: Span): Type {
  const known = context.environment.definition(fullName(name));
  // A definition that could not be inferred has an error of its own; here it fits everywhere.
  if (known === undefined) return dynamic;
  if (known.kind === 'scheme') return context.instantiate(known.scheme, span);
  const scheme = known.schemes[context.step ?? 0];
  if (scheme !== undefined) return context.instantiate(scheme, span);
  const data = { name: `${name.module.text}.${name.text}`, step: context.step ?? 0 };
  return fail('DefPactStepIndexOutOfBounds', data, span);
}

export const fullName = ({ module, text, hash }: Top): FullyQualifiedName =>
  new FullyQualifiedName(module, text, hash);

/** `m::f`: the first interface of `m` that declares `f` decides its type. */
function memberType(context: Context, { text, member, index }: DynamicCall, span: Span): Type {
  const variable = context.local(index);
  assert(variable !== undefined, 'a local variable is bound');
  const type = resolved<Type>(variable);
  if (type.kind === 'dynamic') return dynamic;
  const reference = type.kind === 'module' ? resolved<Reference>(type.reference) : undefined;
  if (reference?.kind !== 'interfaces') {
    const error = evalError('CannotInferTypeAsModRef', { type: typeText(type) }, span);
    throw error.withHint(
      type.kind === 'variable'
        ? `Annotate ${text} with its interface: ${text}:module{interface}.`
        : undefined,
    );
  }
  for (const name of reference.names) {
    const found = context.environment.interfaceMember(name, member);
    if (found !== undefined) return found.type;
  }
  const interfaces = reference.names.map((name) => name.text);
  return fail('CannotDetermineDynamicInvoke', { name: text, member, interfaces }, span);
}
