// Checks a term against an expected type. The expected type is passed inwards, so that a module reference may have more
// interfaces than needed, and so that an error is reported at its cause.
// Source: pact-repl/Pact/Core/Typed/Infer.hs (checkTermType).

import type { Term } from '../core/model/term.ts';
import { evalError, isEvalError } from '../diagnostics/error.ts';
import { enforceAllArguments } from './argument-count.ts';
import type { Context, Expectation } from './context.ts';
import { checkForm } from './infer-form.ts';
import { lackingInterfaces } from './interfaces.ts';
import type { Origin } from './unify.ts';
import {
  functionOf,
  objectOf,
  resolved,
  rowOf,
  typeVariable,
  type Reference,
  type Type,
} from './type.ts';

type Node<K extends Term['kind']> = Extract<Term, { kind: K }>;

export function checkClosed(context: Context, term: Term, expected: Expectation): void {
  const type = resolved<Type>(expected.type);
  switch (term.kind) {
    case 'form':
      return checkForm(context, term, expected);
    case 'lambda':
      return checkLambda(context, term, expected);
    case 'app':
      return checkApplication(context, term, expected);
    case 'builtin':
      return checkBuiltin(context, term, expected);
    case 'list':
      if (type.kind !== 'list') break;
      return checkList(context, term, { type: type.element, origin: expected.origin });
    case 'object':
      if (type.kind !== 'object' || hasRepetition(term)) break;
      return checkObject(context, term, expected, type);
    case 'nullary':
      if (type.kind !== 'nullary') break;
      return checkNullary(context, term, { type: type.result, origin: expected.origin });
    case 'var':
      if (type.kind !== 'module' || !enforceInterfaces(term, type, expected.origin)) break;
      return;
    default:
  }
  context.unify(expected, context.infer(term), term.span);
}

function checkList(context: Context, { items }: Node<'list'>, expected: Expectation): void {
  for (const item of items) context.check(item, expected);
}

function checkNullary(context: Context, term: Node<'nullary'>, expected: Expectation): void {
  if (context.discarded.has(term)) context.discard(term.body);
  else context.check(term.body, expected);
}

/** False if nothing is known about the interfaces. */
function enforceInterfaces(
  { name, span }: Node<'var'>,
  { reference }: Extract<Type, { kind: 'module' }>,
  origin: Origin,
): boolean {
  const wanted = resolved<Reference>(reference);
  if (name.kind !== 'modref' || wanted.kind !== 'interfaces') return false;
  const lacking = lackingInterfaces(wanted.names, name.interfaces);
  if (lacking.length === 0) return true;
  const data = { module: name.module.text, interfaces: lacking.map(({ text }) => text) };
  const error = evalError('ModuleLacksImplementedInterfaces', data, span);
  throw error.withRelated([{ label: 'Expected', note: whyText(origin.why), span: origin.span }]);
}

function checkApplication(context: Context, term: Node<'app'>, expected: Expectation): void {
  const type = resolved<Type>(expected.type);
  if (type.kind === 'function' && term.args.length === 0 && term.fun.kind !== 'builtin') {
    const given = resolved<Type>(context.infer(term.fun));
    // `(f)` is the function itself if a function is needed.
    return context.unify(expected, given.kind === 'nullary' ? given.result : given, term.span);
  }
  const actual = context.infer(term);
  const isOpen = type.kind === 'variable' || type.kind === 'dynamic' || type.kind === 'function';
  if (!isOpen) enforceAllArguments(context, term, actual);
  context.unify(expected, actual, term.span);
}

/** A builtin in place of a value: probably a local variable was meant, which cannot hide it. */
function checkBuiltin(context: Context, term: Node<'builtin'>, expected: Expectation): void {
  try {
    context.unify(expected, context.infer(term), term.span);
  } catch (error) {
    if (!isEvalError(error)) throw error;
    throw resolved<Type>(expected.type).kind === 'function'
      ? error
      : error.withHint(builtinHint(term.name));
  }
}

const builtinHint = (name: string): string =>
  `${name} is the builtin here: a variable of the same name does not hide it. Rename the variable.`;

const whyText = (why: string | undefined): string => (why === undefined ? '' : `, ${why}`);

/** While a function is expected, its parameters are known; further ones are inferred. */
function checkLambda(context: Context, term: Node<'lambda'>, expected: Expectation): void {
  const { params, body } = term;
  const types: Type[] = [];
  let rest = resolved<Type>(expected.type);
  for (const param of params) {
    if (rest.kind !== 'function') break;
    const declared = context.annotated(param);
    const given = resolved<Type>(rest.parameter);
    if (declared.kind !== 'module' || given.kind !== 'module') {
      context.unify({ type: given, origin: expected.origin }, declared, param.span);
    }
    types.push(declared);
    rest = resolved<Type>(rest.result);
  }
  const result: Expectation = { type: rest, origin: expected.origin };
  if (types.length === params.length) {
    const isDiscarded = context.discarded.has(term);
    return context.within(types, () => {
      if (isDiscarded) context.discard(body);
      else context.check(body, result);
    });
  }
  const others = params.slice(types.length).map((param) => context.annotated(param));
  const inferred = context.within([...types, ...others], () => context.infer(body));
  context.unify(result, functionOf(others, inferred), term.span);
}

/** Checks field by field if the schema is known, so that an error points at the field. */
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
    if (type === undefined) types.set(name, context.infer(value));
    else {
      const why = `field ${name}${whyText(expected.origin.why)}`;
      context.check(value, { type, origin: { span: expected.origin.span, why } });
      types.set(name, type);
    }
    context.demandValue(types.get(name) ?? typeVariable(), value);
  }
  context.unify(expected, objectOf(rowOf(types)), term.span);
}

const hasRepetition = ({ fields }: Node<'object'>): boolean =>
  new Set(fields.map(([name]) => name)).size < fields.length;
