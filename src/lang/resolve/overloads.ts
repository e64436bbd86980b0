// Selects the internal builtin for a direct application by the number of arguments, and lists the builtins that
// receive their arguments as one list or suspended. A builtin passed as a value keeps its default arity.
// Source: IR/Desugar.hs (desugarAppArity); section 1.4.
import type { Span } from '../../base/span.ts';
import type { BuiltinTable } from './environment.ts';
import type { ParsedTerm } from './parsed.ts';
import { sequence } from './sequence.ts';
import type { ParsedName } from '../core/model/term.ts';
import { ModuleName } from '../values/names.ts';
import { findModuleData } from './modules.ts';
import { isVariable } from './names.ts';
import type { Resolution } from './resolution.ts';

/** Maps an internal name and the number of arguments to the internal name that is applied. */
export const arityOverloads: ReadonlyMap<string, ReadonlyMap<number, string>> = table([
  ['-', 1, 'negate'],
  ['enumerate', 3, 'enumerate-step'],
  ['select', 3, 'select-with-fields'],
  ['sort', 2, 'sort-object'],
  ['round', 2, 'round-prec'],
  ['ceiling', 2, 'ceiling-prec'],
  ['floor', 2, 'floor-prec'],
  ['str-to-int', 2, 'str-to-int-base'],
  ['read-msg', 0, 'read-msg-default'],
  ['define-keyset', 1, 'define-read-keyset'],
  ['yield', 2, 'yield-to-chain'],
  ['read', 3, 'read-with-fields'],
  // Builtins of the REPL
  ['load', 2, 'load-with-env'],
  ['expect-failure', 3, 'expect-failure-match'],
  ['pact-state', 1, 'reset-pact-state'],
  ['continue-pact', 2, 'continue-pact-with-rollback'],
  ['continue-pact', 3, 'continue-pact-rollback-yield'],
  ['continue-pact', 4, 'continue-pact-rollback-yield-object'],
  ['env-gas', 1, 'env-set-gas'],
  ['env-gasmodel', 0, 'env-ask-gasmodel'],
  ['env-gasmodel', 2, 'env-gasmodel-fixed'],
  ['env-exec-config', 0, 'env-ask-exec-config'],
  ['env-dynref', 0, 'env-dynref-clear'],
  ['env-entity', 0, 'env-entity-clear'],
  ['verify', 2, 'verify-debug'],
  ['typecheck', 2, 'typecheck-debug'],
  ['begin-tx', 1, 'begin-named-tx'],
  ['enforce-pact-version', 2, 'enforce-pact-version-range'],
  ['env-on-chain', 2, 'env-on-chain-body'],
  ['env-chain-proof', 2, 'env-chain-proof-of'],
]);

/** Builtins that take any number of arguments, as one list. */
export const packedBuiltins: ReadonlySet<string> = new Set([
  'poseidon-hash-hack-a-chain',
  'hash-poseidon',
  // Builtins of Pact 4
  'list',
]);

/** Builtins of Pact 4's REPL whose arguments become one function without parameters that runs them in order. */
export const gatheredBuiltins: ReadonlySet<string> = new Set(['bench', 'with-applied-env']);

/**
 * Arguments that are wrapped in a function without parameters, so that the builtin decides when they run. Nothing is
 * wrapped (and no overload chosen) if the argument at `unless` is already such a function.
 */
export type Suspension = {
  readonly argumentCount: number;
  readonly suspended: readonly number[];
  readonly unless: number;
};
export const suspensions: ReadonlyMap<string, readonly Suspension[]> = new Map([
  ['env-on-chain', [{ argumentCount: 2, suspended: [1], unless: 1 }]],
  ['expect', [{ argumentCount: 3, suspended: [1, 2], unless: 2 }]],
  [
    'expect-failure',
    [
      { argumentCount: 2, suspended: [1], unless: 1 },
      // As in the reference, the expected message is checked, not the expression.
      { argumentCount: 3, suspended: [2], unless: 1 },
    ],
  ],
]);

/** A builtin applied to arguments. */
export function applyBuiltin(
  builtins: BuiltinTable,
  internal: string,
  args: readonly ParsedTerm[],
  span: Span,
): ParsedTerm {
  if (packedBuiltins.has(internal)) {
    return application(internal, [{ kind: 'list', items: args, span }], span);
  }
  if (gatheredBuiltins.has(internal) && args.length > 0) {
    return application(internal, [{ kind: 'nullary', body: sequence(args, span), span }], span);
  }
  const suspension = suspensions.get(internal)?.find((each) => each.argumentCount === args.length);
  if (suspension === undefined)
    return application(overloaded(builtins, internal, args), args, span);
  if (args[suspension.unless]?.kind === 'nullary') return application(internal, args, span);
  return application(overloaded(builtins, internal, args), suspend(args, suspension), span);
}

function overloaded(builtins: BuiltinTable, internal: string, args: readonly ParsedTerm[]): string {
  const listed = arityOverloads.get(internal)?.get(args.length);
  return listed ?? builtins.overload(internal, args.length);
}

function suspend(args: readonly ParsedTerm[], suspension: Suspension): ParsedTerm[] {
  return args.map((arg, i) =>
    suspension.suspended.includes(i) ? { kind: 'nullary', body: arg, span: arg.span } : arg,
  );
}

function application(internal: string, args: readonly ParsedTerm[], span: Span): ParsedTerm {
  return { kind: 'app', fun: { kind: 'builtin', name: internal, span }, args, span };
}

function table(
  rows: readonly (readonly [string, number, string])[],
): Map<string, Map<number, string>> {
  const overloads = new Map<string, Map<number, string>>();
  for (const [internal, argumentCount, chosen] of rows) {
    const byCount = overloads.get(internal) ?? new Map<number, string>();
    overloads.set(internal, byCount.set(argumentCount, chosen));
  }
  return overloads;
}

// The argument of `env-dynref`, a builtin of Pact 4 that takes an interface by its bare name. An interface is not a value, so
// the builtin receives its full name as a string.

const takesInterface = 'env-dynref';

export function withInterfaceName(
  resolution: Resolution,
  internal: string,
  args: readonly ParsedTerm[],
): readonly ParsedTerm[] {
  const [first, ...others] = args;
  if (internal !== takesInterface || first?.kind !== 'var') return args;
  const { span } = first;
  const value = interfaceNamed(resolution, first.name, span);
  if (value === undefined) return args;
  return [{ kind: 'literal', literal: { kind: 'string', value }, span }, ...others];
}

function interfaceNamed(resolution: Resolution, name: ParsedName, span: Span): string | undefined {
  for (const candidate of candidates(resolution, name)) {
    const found = findModuleData(resolution, candidate, span)?.module;
    if (found !== undefined) return found.kind === 'interface' ? found.name.text : undefined;
  }
  return undefined;
}

/** Returns the modules that the name may refer to, in lookup order. */
function candidates(resolution: Resolution, name: ParsedName): readonly ModuleName[] {
  if (name.kind === 'qualified') {
    const { module } = name;
    return module.namespace === undefined ? [new ModuleName(name.name, module.name)] : [];
  }
  if (name.kind !== 'bare' || isVariable(resolution, name.name)) return [];
  const { namespace } = resolution.environment.loaded;
  const root = new ModuleName(name.name);
  return namespace === undefined ? [root] : [root, new ModuleName(name.name, namespace.name)];
}
