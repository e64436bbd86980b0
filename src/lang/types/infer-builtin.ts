// Infers calls of builtins, and the few builtins whose type depends on more than the types of their arguments.
// Source: pact-repl/Pact/Core/Typed/Infer.hs (typeOfBuiltin, inferCoreBuiltinOverload).

import { assert } from '../../base/assert.ts';
import type { Span } from '../../base/span.ts';
import type { Term } from '../core/model/term.ts';
import { enforceAllArguments, builtinName } from './argument-count.ts';
import { applyTo, type Call } from './apply.ts';
import {
  type Builtin,
  chooseScheme,
  generalScheme,
  mixedNumbers,
  uncheckedCall,
} from './choose-scheme.ts';
import { settleRows } from './constraints.ts';
import type { Context } from './context.ts';
import type { Origin } from './unify.ts';
import { instantiate } from './scheme.ts';
import {
  dynamic,
  functionOf,
  nullary,
  objectOf,
  resolved,
  rowVariable,
  string,
  typeVariable,
  type Type,
} from './type.ts';

/** A builtin that is passed on, or called without arguments. */
export function inferBuiltin(context: Context, builtin: Builtin): Type {
  const { scheme } = generalScheme(context, builtin);
  return context.instantiate(scheme, builtin.span);
}

export function applyBuiltin(
  context: Context,
  builtin: Builtin,
  args: readonly Term[],
  span: Span,
): Type {
  const special = specialBuiltins.get(builtin.name)?.(context, builtin, args, span);
  if (special !== undefined) return special;
  if (args.length === 0) {
    const result = typeVariable();
    const type = inferBuiltin(context, builtin);
    // `(+)` is the builtin itself, without arguments.
    if (type.kind === 'function') return type;
    context.unify({ type: nullary(result), origin: { span } }, type, builtin.span);
    return result;
  }
  const call = { fun: builtin, args };
  if (context.environment.builtin(builtin.name).length === 0) return unknownBuiltin(context, call);
  const { scheme, known } = chooseScheme(context, builtin, args);
  const mixed = known && mixedNumbers(context, builtin, known);
  if (mixed !== undefined) return mixed;
  const { type, constraints } = instantiate(scheme, context.work);
  const origins = originsOf(builtin, type, args);
  const before = context.demanded.length;
  for (const each of constraints) context.demand(each, span, args);
  const result =
    known === undefined
      ? applyTo(context, type, call, origins)
      : applyKnown(context, { type, known, call, origins });
  settleRows(context.demanded, before, constraints.length, context.work);
  return result;
}

/** A builtin whose type depends on other code, such as `resume` of data that another module yielded. */
function unknownBuiltin(context: Context, { fun, args }: Call): Type {
  assert(fun.kind === 'builtin', 'a builtin is called');
  context.report(uncheckedCall(fun));
  const anything = functionOf(
    args.map(() => dynamic),
    dynamic,
  );
  return applyTo(context, anything, { fun, args }, []);
}

/** The types of the arguments were inferred to choose the scheme. */
function applyKnown(
  context: Context,
  {
    type,
    known,
    call: { args },
    origins,
  }: {
    readonly type: Type;
    readonly known: readonly Type[];
    readonly call: Call;
    readonly origins: readonly Origin[];
  },
): Type {
  let rest = resolved<Type>(type);
  for (const [i, arg] of args.entries()) {
    assert(rest.kind === 'function', 'a scheme is chosen for as many arguments as it takes');
    const { parameter } = rest;
    const isOpen = resolved<Type>(parameter).kind === 'variable';
    const actual = known[i] ?? typeVariable();
    if (arg.kind === 'app' && !isOpen) enforceAllArguments(context, arg, actual);
    context.unify({ type: parameter, origin: origins[i] ?? { span: arg.span } }, actual, arg.span);
    rest = resolved<Type>(rest.result);
  }
  return rest;
}

/** A type decided by the first argument is shown at the place of that argument. */
function originsOf(builtin: Builtin, whole: Type, args: readonly Term[]): readonly Origin[] {
  const name = builtinName(builtin);
  const parameters: Type[] = [];
  for (let type = resolved<Type>(whole); type.kind === 'function';) {
    parameters.push(type.parameter);
    type = resolved<Type>(type.result);
  }
  const [first] = parameters;
  return args.map((arg, i) => {
    const isDecided = i > 0 && first?.kind === 'variable' && parameters[i] === first;
    return isDecided
      ? { span: args[0]?.span ?? arg.span, why: `the type of argument 1 of ${name}` }
      : { span: builtin.span, why: `argument ${i + 1} of ${name}` };
  });
}

/** Builtins whose type depends on more than their arguments; `undefined` if the rule does not apply. */
const specialBuiltins: ReadonlyMap<
  string,
  (context: Context, builtin: Builtin, args: readonly Term[], span: Span) => Type | undefined
> = new Map([
  ['format', applyFormat],
  ['hash', applyHash],
  ['yield', applyYield],
  ['yield-to-chain', applyYield],
  ['resume', applyResume],
]);

/** The items of a literal list may differ. */
function applyFormat(context: Context, builtin: Builtin, args: readonly Term[]): Type | undefined {
  const [template, items] = args;
  if (template === undefined || items?.kind !== 'list' || args.length !== 2) return undefined;
  context.check(template, {
    type: string,
    origin: { span: builtin.span, why: 'argument 1 of format' },
  });
  for (const item of items.items) {
    const type = context.infer(item);
    context.demand({ kind: 'class', name: 'Show', type }, item.span, [item]);
  }
  return string;
}

/** The same, because hashed values are often mixed lists. */
function applyHash(context: Context, _builtin: Builtin, args: readonly Term[]): Type | undefined {
  const [items] = args;
  if (items?.kind !== 'list' || args.length !== 1) return undefined;
  for (const item of items.items) {
    context.demandValue(context.infer(item), item);
  }
  return string;
}

function applyYield(
  context: Context,
  builtin: Builtin,
  args: readonly Term[],
  span: Span,
): Type | undefined {
  const row = rowVariable();
  const parameters = builtin.name === 'yield' ? [objectOf(row)] : [objectOf(row), string];
  if (args.length !== parameters.length) return undefined;
  const origins = args.map((_, i) => ({
    span: builtin.span,
    why: `argument ${i + 1} of yield`,
  }));
  const call = { fun: builtin, args };
  const type = applyTo(context, functionOf(parameters, objectOf(row)), call, origins);
  if (context.step !== undefined) context.yielded = { type, span };
  return type;
}

/** The type that the previous step yielded. */
function applyResume(context: Context, builtin: Builtin, args: readonly Term[]): Type | undefined {
  const { yielded } = context;
  if (yielded === undefined || args.length !== 1) return undefined;
  const result = typeVariable();
  const body = functionOf([yielded.type], result);
  const origin = { span: yielded.span, why: 'the yielded object' };
  return applyTo(context, functionOf([body], result), { fun: builtin, args }, [origin]);
}
