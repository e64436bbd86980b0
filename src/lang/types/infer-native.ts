// Calls of natives. Most have one type. Some have several, of which the arguments choose one: by a
// string that stands in the program (`(at "field" object)`), or by their types (`+` of objects).
// Source: pact-repl/Pact/Core/Typed/Infer.hs (typeOfBuiltin, inferCoreBuiltinOverload).

import { assert } from '../../base/assert.ts';
import type { Span } from '../../base/span.ts';
import type { Term } from '../core/term.ts';
import { fail } from '../diagnostics/error.ts';
import type { Context } from './context.ts';
import { applyTo } from './apply.ts';
import { readScheme, type Literal, type WrittenScheme } from './scheme-syntax.ts';
import { instantiate } from './scheme.ts';
import {
  functionOf,
  nullary,
  objectOf,
  resolved,
  rowVariable,
  string,
  typeVariable,
  type Type,
} from './type.ts';

type Native = Extract<Term, { kind: 'builtin' }>;

/** A native that is passed on, or applied to nothing. */
export function inferNative(context: Context, native: Native): Type {
  const { scheme } = generalScheme(context, native);
  return context.instantiate(scheme, native.span);
}

export function applyNative(
  context: Context,
  native: Native,
  args: readonly Term[],
  span: Span,
): Type {
  const special = specialNatives.get(native.name)?.(context, native, args, span);
  if (special !== undefined) return special;
  if (args.length === 0) {
    const result = typeVariable();
    const type = inferNative(context, native);
    // `(+)` is the native itself: it waits for arguments.
    if (type.kind === 'function') return type;
    context.unify({ type: nullary(result), origin: { span } }, type, native.span);
    return result;
  }
  const { scheme, known } = chooseScheme(context, native, args);
  const type = instantiate(scheme, context.work);
  for (const each of type.constraints) context.demand(each, native.span);
  const origins = args.map((_, i) => ({
    span: native.span,
    why: `argument ${i + 1} of ${native.name}`,
  }));
  if (known === undefined) return applyTo(context, type.type, args, origins);
  let rest = resolved<Type>(type.type);
  for (const [i, arg] of args.entries()) {
    const origin = origins[i] ?? { span };
    assert(rest.kind === 'function', 'a scheme is chosen for as many arguments as it takes');
    context.unify({ type: rest.parameter, origin }, known[i] ?? typeVariable(), arg.span);
    rest = resolved<Type>(rest.result);
  }
  return rest;
}

type Choice = {
  readonly scheme: WrittenScheme['scheme'];
  /** The types of the arguments, where the choice needed them. */
  readonly known?: readonly Type[];
};

function chooseScheme(context: Context, native: Native, args: readonly Term[]): Choice {
  const written = context.environment.native(native.name);
  for (const text of written) {
    if (!text.includes('$') && !text.includes("'")) continue;
    const scheme = schemeForLiterals(text, args);
    if (scheme !== undefined) return scheme;
  }
  const choose = choices.get(native.name);
  if (choose === undefined || args.length !== 2) return generalScheme(context, native);
  const known = args.map((arg) => context.infer(arg));
  const text = written[choose(known.map((type) => resolved<Type>(type).kind))];
  assert(text !== undefined, `${native.name} has a type for each choice`);
  return { ...readScheme(text), known };
}

/** Which of the types written for a native two arguments choose. */
const choices: ReadonlyMap<string, (kinds: readonly Type['kind'][]) => number> = new Map([
  ['+', (kinds) => (kinds.includes('object') ? 1 : 0)],
  ['contains', ([, where]) => (where === 'primitive' ? 1 : where === 'object' ? 2 : 0)],
]);

/** Nothing where the arguments are not the strings that the type asks for. */
function schemeForLiterals(text: string, args: readonly Term[]): WrittenScheme | undefined {
  const { literals } = readScheme(text);
  let fields: readonly string[] = [];
  for (const [index, literal] of literals) {
    const names = namesIn(args[index], literal);
    if (names === undefined) return undefined;
    if (literal.kind !== 'exactly') fields = names;
  }
  return readScheme(text, fields);
}

function namesIn(arg: Term | undefined, literal: Literal): readonly string[] | undefined {
  if (literal.kind !== 'fields') {
    const text = textOf(arg);
    if (text === undefined) return undefined;
    return literal.kind === 'field' || literal.text === text ? [text] : undefined;
  }
  if (arg?.kind !== 'list') return undefined;
  const names = arg.items.map(textOf);
  return names.every((name) => name !== undefined) ? names : undefined;
}

function textOf(term: Term | undefined): string | undefined {
  return term?.kind === 'literal' && term.literal.kind === 'string'
    ? term.literal.value
    : undefined;
}

const general = new Map<string, WrittenScheme>();

/** The first one that asks for no string. Read once: instantiating makes new variables. */
function generalScheme(context: Context, { name, span }: Native): WrittenScheme {
  const written = context.environment
    .native(name)
    .find((text) => !text.includes('$') && !text.includes("'"));
  if (written === undefined)
    return fail('CannotStaticallyDetermineRowOpSig', { native: name }, span);
  let scheme = general.get(written);
  if (scheme === undefined) {
    scheme = readScheme(written);
    general.set(written, scheme);
  }
  return scheme;
}

/** Natives whose type depends on more than their arguments; nothing where the rule does not apply. */
const specialNatives: ReadonlyMap<
  string,
  (context: Context, native: Native, args: readonly Term[], span: Span) => Type | undefined
> = new Map([
  ['format', applyFormat],
  ['yield', applyYield],
  ['yield-to-chain', applyYield],
  ['resume', applyResume],
]);

/** Items of a list that is written out may differ. */
function applyFormat(context: Context, native: Native, args: readonly Term[]): Type | undefined {
  const [template, items] = args;
  if (template === undefined || items?.kind !== 'list' || args.length !== 2) return undefined;
  context.check(template, {
    type: string,
    origin: { span: native.span, why: 'argument 1 of format' },
  });
  for (const item of items.items) {
    const type = context.infer(item);
    context.demand({ kind: 'class', name: 'Show', type }, item.span);
  }
  return string;
}

function applyYield(
  context: Context,
  native: Native,
  args: readonly Term[],
  span: Span,
): Type | undefined {
  const row = rowVariable();
  const parameters = native.name === 'yield' ? [objectOf(row)] : [objectOf(row), string];
  if (args.length !== parameters.length) return undefined;
  const origins = args.map((_, i) => ({
    span: native.span,
    why: `argument ${i + 1} of yield`,
  }));
  const type = applyTo(context, functionOf(parameters, objectOf(row)), args, origins);
  if (context.step !== undefined) context.yielded = { type, span };
  return type;
}

/** What the step before has yielded. */
function applyResume(context: Context, native: Native, args: readonly Term[]): Type | undefined {
  const { yielded } = context;
  if (yielded === undefined || args.length !== 1) return undefined;
  const result = typeVariable();
  const body = functionOf([yielded.type], result);
  const origin = { span: yielded.span, why: 'what was yielded' };
  return applyTo(context, functionOf([body], result), args, [origin]);
}
