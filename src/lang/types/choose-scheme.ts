// Chooses the type of a call among those of a builtin: by literal strings in the program (`(at "field" object)`), or by the
// types of the arguments (`+` of objects).
// Source: pact-repl/Pact/Core/Typed/Infer.hs (typeOfBuiltin, inferCoreBuiltinOverload).
import { assert } from '../../base/assert.ts';
import type { Term } from '../core/model/term.ts';
import { type EvalError, evalError } from '../diagnostics/error.ts';
import { builtinName } from './argument-count.ts';
import type { Context } from './context.ts';
import { type Literal, type WrittenScheme, readScheme } from './scheme-syntax.ts';
import { type Type, primitives, resolved } from './type.ts';

export type Builtin = Extract<Term, { kind: 'builtin' }>;

type Choice = {
  readonly scheme: WrittenScheme['scheme'];
  /** The types of the arguments, if the choice needed them. */
  readonly known?: readonly Type[];
};

export function chooseScheme(context: Context, builtin: Builtin, args: readonly Term[]): Choice {
  const written = context.environment.builtin(builtin.name);
  for (const text of written) {
    if (!asksForLiterals(text)) continue;
    const scheme = schemeForLiterals(text, args);
    if (scheme !== undefined) return scheme;
  }
  const choose = choices.get(builtin.name);
  if (choose === undefined || args.length !== 2) return generalScheme(context, builtin);
  const known = args.map((arg) => context.infer(arg));
  const text = written[choose(known.map((type) => resolved<Type>(type).kind))];
  assert(text !== undefined, `${builtin.name} has a type for each choice`);
  if (text.startsWith('?')) context.report(uncheckedCall(builtin));
  return { ...readScheme(text), known };
}

const calculations: ReadonlySet<string> = new Set(['*', '+', '-', '/', '^', 'log']);

/** Chooses among the types of a builtin by two arguments. */
const choices: ReadonlyMap<string, (kinds: readonly Type['kind'][]) => number> = new Map<
  string,
  (kinds: readonly Type['kind'][]) => number
>([
  ...[...calculations].map((name) => [name, () => 0] as const),
  ['+', (kinds) => (kinds.includes('object') ? 1 : 0)],
  ['at', ([index, where]) => (index === 'primitive' && where === 'object' ? 2 : 0)],
  ['take', ([, where]) => (where === 'object' ? 2 : 0)],
  ['drop', ([, where]) => (where === 'object' ? 2 : 0)],
  ['contains', ([, where]) => (where === 'primitive' ? 1 : where === 'object' ? 2 : 0)],
]);

const asksForLiterals = (text: string): boolean => text.includes('$') || text.includes("'");

/** A warning: the code may be correct. */
export const uncheckedCall = (builtin: Builtin): EvalError =>
  evalError('CannotStaticallyDetermineRowOpSig', { builtin: builtinName(builtin) }, builtin.span);

/** `undefined` unless the arguments are the strings that the type requires. */
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

/** The first one that requires no string. Read once: instantiating makes new variables. */
export function generalScheme(context: Context, builtin: Builtin): WrittenScheme {
  const written = context.environment.builtin(builtin.name).find((text) => !asksForLiterals(text));
  if (written === undefined) throw uncheckedCall(builtin);
  if (written.startsWith('?')) context.report(uncheckedCall(builtin));
  let scheme = general.get(written);
  if (scheme === undefined) {
    scheme = readScheme(written);
    general.set(written, scheme);
  }
  return scheme;
}

/**
 * Arithmetic with an integer and a decimal, which runs: an integer and a decimal give a decimal. With an operand of unknown type, an integer gives that type, which may turn out
 * to be integer. `undefined` if the usual type says the same.
 */
export function mixedNumbers(
  context: Context,
  { name, span }: Builtin,
  [left, right]: readonly Type[],
): Type | undefined {
  if (!calculations.has(name) || left === undefined || right === undefined) return undefined;
  const [one, other] = [resolved<Type>(left), resolved<Type>(right)];
  if (isNumber(one) && isNumber(other)) return one === other ? undefined : primitives.decimal;
  const [number, open] = isNumber(one) ? [one, other] : [other, one];
  if (!isNumber(number) || open.kind !== 'variable') return undefined;
  context.demand({ kind: 'class', name: 'Num', type: open, otherwise: number }, span);
  return number === primitives.decimal ? number : open;
}

const isNumber = (type: Type): boolean =>
  type === primitives.integer || type === primitives.decimal;
