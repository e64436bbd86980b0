// How a builtin is written down: one object with names, documentation, parameters, implementation and examples. The machine,
// the REPL's help, `--builtins`, the documentation and later the typechecker and the editor read the same object.

import { assert } from '../../base/assert.ts';
import type { Native, NativeCall } from '../machine/native.ts';
import { isClosure, type Closure, type MachineValue } from '../machine/value.ts';
import {
  Decimal,
  ListValue,
  ObjectValue,
  TimeValue,
  type CapToken,
  type Guard,
  type ModRef,
  type PactValue,
  type TableValue,
  type Unit,
} from '../values/value.ts';

/** What a parameter accepts, and what the implementation receives for it. */
export type ParamValues = {
  integer: bigint;
  decimal: Decimal;
  number: bigint | Decimal;
  string: string;
  bool: boolean;
  unit: Unit;
  time: TimeValue;
  list: ListValue;
  object: ObjectValue;
  guard: Guard;
  modref: ModRef;
  captoken: CapToken;
  table: TableValue;
  /** A string, integer, decimal, bool or unit. */
  literal: string | bigint | boolean | Decimal | Unit;
  /** Any Pact value. */
  value: PactValue;
  closure: Closure;
  /** A Pact value or a closure. */
  any: MachineValue;
};
export type ParamType = keyof ParamValues;

export type Param<T extends ParamType = ParamType> = {
  readonly name: string;
  readonly type: T;
  readonly doc: string;
};

type Arguments<P extends readonly Param[]> = {
  -readonly [K in keyof P]: P[K] extends Param<infer T> ? ParamValues[T] : never;
};

/** One typing of one arity. Overloads of the same `internal` name are tried in order. */
export type Overload = {
  /** The name that errors print and that stored modules refer to: `enumerate-step`. */
  readonly internal: string;
  readonly params: readonly Param[];
  /** The result's type as documentation shows it. */
  readonly returns: string;
  readonly matches: (args: readonly MachineValue[]) => boolean;
  readonly invoke: (call: NativeCall, args: readonly MachineValue[]) => MachineValue;
};

export type Example = {
  /** Forms to run before, in the same session. */
  readonly setup?: string;
  readonly code: string;
  /** The result as the REPL prints it, or a part of the error's text. */
  readonly gives: string | { readonly fails: string };
};

export type BuiltinDefinition = {
  readonly name: string;
  /** First Pact release that has it. */
  readonly since: string;
  /** The release that ended it. */
  readonly until: string | undefined;
  readonly doc: string;
  readonly overloads: readonly Overload[];
  readonly examples: readonly Example[];
};

export function builtin(definition: {
  readonly name: string;
  readonly since: string;
  readonly until?: string;
  readonly doc: string;
  readonly overloads: readonly Overload[];
  readonly examples: readonly [Example, Example, ...Example[]];
}): BuiltinDefinition {
  // Documentation is written over several lines of a template, and shown as one paragraph.
  const doc = definition.doc.replace(/\s+/g, ' ');
  return { ...definition, doc, until: definition.until };
}

export function param<T extends ParamType>(name: string, type: T, doc: string): Param<T> {
  return { name, type, doc };
}

export function overload<const P extends readonly Param[]>(definition: {
  readonly internal: string;
  readonly params: P;
  readonly returns: string;
  readonly run: (call: NativeCall, ...args: Arguments<P>) => MachineValue;
}): Overload {
  const { internal, params, returns } = definition;
  return {
    internal,
    params,
    returns,
    matches: matcher(params.map((each) => each.type)),
    // The matcher has checked every argument against its parameter: the boundary where types are regained.
    invoke: invoker(
      definition.run as (call: NativeCall, ...args: unknown[]) => MachineValue,
      params.length,
    ),
  };
}

/** The natives behind a definition, one per internal name. */
export function nativesOf(definition: BuiltinDefinition): Native[] {
  const groups = new Map<string, Overload[]>();
  for (const each of definition.overloads) {
    const group = groups.get(each.internal);
    if (group === undefined) groups.set(each.internal, [each]);
    else group.push(each);
  }
  return [...groups].map(([name, overloads]) => native(name, overloads));
}

function native(name: string, overloads: readonly Overload[]): Native {
  const first = overloads[0];
  assert(first !== undefined, 'a native has an overload');
  const arity = first.params.length;
  assert(
    overloads.every((each) => each.params.length === arity),
    `${name}: overloads of one internal name have one arity`,
  );
  return {
    name,
    arity,
    run(call, args) {
      for (const each of overloads) if (each.matches(args)) return each.invoke(call, args);
      return call.failArguments(args);
    },
  };
}

function matcher(types: readonly ParamType[]): (args: readonly MachineValue[]) => boolean {
  const [first, second] = types;
  if (types.length === 0) return () => true;
  if (first !== undefined && types.length === 1) {
    const check = accepts[first];
    return (args) => check(args[0] as MachineValue);
  }
  if (first !== undefined && second !== undefined && types.length === 2) {
    const left = accepts[first];
    const right = accepts[second];
    return (args) => left(args[0] as MachineValue) && right(args[1] as MachineValue);
  }
  const checks = types.map((type) => accepts[type]);
  return (args) => checks.every((check, i) => check(args[i] as MachineValue));
}

function invoker(
  run: (call: NativeCall, ...args: unknown[]) => MachineValue,
  arity: number,
): Overload['invoke'] {
  switch (arity) {
    case 0:
      return (call) => run(call);
    case 1:
      return (call, args) => run(call, args[0]);
    case 2:
      return (call, args) => run(call, args[0], args[1]);
    case 3:
      return (call, args) => run(call, args[0], args[1], args[2]);
    default:
      return (call, args) => run(call, ...args);
  }
}

const isObject = (value: MachineValue): value is Exclude<MachineValue, string | bigint | boolean> =>
  typeof value === 'object';

const accepts: Record<ParamType, (value: MachineValue) => boolean> = {
  integer: (value) => typeof value === 'bigint',
  decimal: (value) => value instanceof Decimal,
  number: (value) => typeof value === 'bigint' || value instanceof Decimal,
  string: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  unit: (value) => isObject(value) && value.kind === 'unit',
  time: (value) => value instanceof TimeValue,
  list: (value) => value instanceof ListValue,
  object: (value) => value instanceof ObjectValue,
  guard: (value) => isObject(value) && value.kind === 'guard',
  modref: (value) => isObject(value) && value.kind === 'modref',
  captoken: (value) => isObject(value) && value.kind === 'captoken',
  table: (value) => isObject(value) && value.kind === 'table',
  literal: (value) => !isObject(value) || value instanceof Decimal || value.kind === 'unit',
  value: (value) => !isClosure(value),
  closure: (value) => isClosure(value),
  any: () => true,
};
