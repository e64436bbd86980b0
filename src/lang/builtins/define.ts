// The definition of a builtin: one object with names, documentation, parameters, types, implementation and examples. The
// machine, the typechecker, the REPL's help, `--builtins` and the documentation all read the same object.

import { assert } from '../../base/assert.ts';
import {
  type Attempted,
  type AttemptOne,
  type Builtin,
  type BuiltinCall,
  type RunOne,
  type RunTwo,
} from '../state/builtin.ts';
import type { Closure, MachineValue } from '../state/value.ts';
import type {
  CapToken,
  Decimal,
  Guard,
  ListValue,
  ModRef,
  ObjectValue,
  PactValue,
  TableValue,
  TimeValue,
  Unit,
} from '../values/value.ts';

/** The JavaScript type that the implementation receives for each parameter type. */
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

export type Arguments<P extends readonly Param[]> = {
  -readonly [K in keyof P]: P[K] extends Param<infer T> ? ParamValues[T] : never;
};

/** One signature of one arity. Overloads with the same `internal` name are tried in order. */
export type Overload = {
  /** The name that errors print and that stored modules refer to: `enumerate-step`. */
  readonly internal: string;
  readonly params: readonly Param[];
  /** The result's type as documentation shows it. */
  readonly returns: string;
  /** For each parameter, the kinds of values it accepts, as bits. */
  readonly accepts: readonly number[];
  /** Called only with arguments that `accepts` allows. */
  readonly run: (call: BuiltinCall, ...args: readonly MachineValue[]) => MachineValue;
  /** Like `run` with one argument, but may return `failed`: see `Builtin`. */
  readonly attempt: AttemptOne | undefined;
  /** Sets the limit, use or prices of gas, and so runs even if the limit is exceeded (decision 0013). */
  readonly setsGas: boolean;
};

export type Example = {
  /** Forms to run before, in the same session. */
  readonly setup?: string;
  readonly code: string;
  /** The result as the REPL prints it, or a part of the error's text. */
  readonly gives: string | { readonly fails: string };
};

/**
 * The side effects of a call, apart from those of functions passed to it:
 *
 *   pure          none, and the result depends only on the arguments
 *   transaction   reads or extends the transaction's data or what it has granted
 *   reads         reads tables, modules, keysets or namespaces
 *   writes        changes them
 */
export type Effect = 'pure' | 'transaction' | 'reads' | 'writes';

/** Facts about a builtin, by its internal name. */
export type BuiltinFacts = {
  /**
   * The number that modules are hashed and stored with, so it never changes. Builtins that only Pact 4
   * had are in no module and have none.
   */
  readonly number?: number;
  /** The flat cost in milligas, by the release that set it: a new price is a new entry. */
  readonly gas: Readonly<Record<string, number>>;
  readonly does: Effect;
};

export type BuiltinDefinition = {
  readonly name: string;
  /** First Pact release that has it. */
  readonly since: string;
  /** The release that removed it. */
  readonly until: string | undefined;
  /** A sentence about what to write now, for a builtin that was removed. */
  readonly instead?: string;
  readonly doc: string;
  readonly overloads: readonly Overload[];
  /** By internal name; builtins of the REPL are free, and their numbers follow those of the language. */
  readonly builtins: Readonly<Record<string, BuiltinFacts>>;
  /**
   * The types of a builtin for the typechecker, by internal name, if the overloads do not say enough:
   * see src/lang/types/scheme-syntax.ts. An empty list means that the builtin has no type of its own
   * when it is not called.
   */
  readonly types: Readonly<Record<string, readonly string[]>>;
  readonly examples: readonly Example[];
};

export function builtin(definition: {
  readonly name: string;
  readonly since: string;
  readonly until?: string;
  readonly instead?: string;
  readonly builtins?: BuiltinDefinition['builtins'];
  readonly doc: string;
  readonly types?: BuiltinDefinition['types'];
  readonly overloads: readonly Overload[];
  readonly examples: readonly [Example, Example, ...Example[]];
}): BuiltinDefinition {
  return {
    ...definition,
    until: definition.until,
    builtins: definition.builtins ?? noBuiltins,
    types: definition.types ?? noTypes,
    // Documentation may be a template of several lines, shown as one paragraph. Most runs show none, so convert on demand.
    get doc() {
      return definition.doc.replace(/\s+/g, ' ');
    },
  };
}

const noTypes: BuiltinDefinition['types'] = {};
const noBuiltins: BuiltinDefinition['builtins'] = {};

export function param<T extends ParamType>(name: string, type: T, doc: string): Param<T> {
  return { name, type, doc };
}

export function overload<const P extends readonly Param[]>(definition: {
  readonly internal: string;
  readonly params: P;
  readonly returns: string;
  readonly run: (call: BuiltinCall, ...args: Arguments<P>) => MachineValue;
  readonly attempt?: (call: BuiltinCall, ...args: Arguments<P>) => Attempted;
  readonly setsGas?: boolean;
}): Overload {
  const { internal, params, returns } = definition;
  return {
    internal,
    params,
    returns,
    accepts: params.map((each) => accepted[each.type]),
    // The caller checks every argument against its parameter first, so these casts are safe.
    run: definition.run as Overload['run'],
    attempt: definition.attempt as Overload['attempt'],
    setsGas: definition.setsGas ?? false,
  };
}

/** Returns the internal names of a definition, the one of the default arity first. */
export function internalNamesOf({ overloads }: BuiltinDefinition): ReadonlySet<string> {
  return new Set(overloads.map(({ internal }) => internal));
}

/** Returns the internal names of the builtins that change tables, modules, keysets or namespaces. */
export function builtinsThatWrite(definitions: readonly BuiltinDefinition[]): readonly string[] {
  return definitions.flatMap(({ builtins }) =>
    Object.keys(builtins).filter((name) => builtins[name]?.does === 'writes'),
  );
}

/** Returns the builtin for an internal name of the definition. */
export function builtinOf(definition: BuiltinDefinition, name: string): Builtin {
  const overloads = definition.overloads.filter(({ internal }) => internal === name);
  const first = overloads[0];
  assert(first !== undefined, 'a builtin has an overload');
  const arity = first.params.length;
  assert(
    overloads.every((each) => each.params.length === arity),
    `${name}: overloads of one internal name have one arity`,
  );
  const runOne = arity === 1 ? unaryRun(overloads) : undefined;
  const runTwo = arity === 2 ? binary(overloads) : undefined;
  return {
    name,
    written: definition.name,
    arity,
    overloads,
    run: general(overloads),
    runOne,
    attemptOne: arity === 1 ? unaryAttempt(overloads) : undefined,
    runTwo,
    setsGas: overloads.some(({ setsGas }) => setsGas),
    isPure: definition.builtins[name]?.does === 'pure',
  };
}

/** Returns a function that calls `run` of the first overload that accepts the argument. */
function unary<T>(
  overloads: readonly Overload[],
  runs: readonly ((call: BuiltinCall, only: MachineValue) => T)[],
): (call: BuiltinCall, only: MachineValue) => MachineValue | T {
  const masks = overloads.map(({ accepts }) => accepts[0] as number);
  return (call, only) => {
    const kind = kindBit(only);
    for (let i = 0; i < masks.length; i++) {
      if (((masks[i] as number) & kind) !== 0)
        return (runs[i] as (typeof runs)[number])(call, only);
    }
    return call.failArguments([only]);
  };
}

function unaryRun(overloads: readonly Overload[]): RunOne {
  return unary(
    overloads,
    overloads.map(({ run }) => run),
  );
}

function unaryAttempt(overloads: readonly Overload[]): AttemptOne | undefined {
  if (overloads.every(({ attempt }) => attempt === undefined)) return undefined;
  return unary<Attempted>(
    overloads,
    overloads.map(({ attempt, run }) => attempt ?? run),
  );
}

function binary(overloads: readonly Overload[]): RunTwo {
  const lefts = overloads.map(({ accepts }) => accepts[0] as number);
  const rights = overloads.map(({ accepts }) => accepts[1] as number);
  const runs = overloads.map(({ run }) => run);
  return (call, left, right) => {
    const ofLeft = kindBit(left);
    const ofRight = kindBit(right);
    for (let i = 0; i < lefts.length; i++) {
      if (((lefts[i] as number) & ofLeft) === 0 || ((rights[i] as number) & ofRight) === 0)
        continue;
      return (runs[i] as Overload['run'])(call, left, right);
    }
    return call.failArguments([left, right]);
  };
}

function general(overloads: readonly Overload[]): Builtin['run'] {
  return (call, args) => {
    for (const { accepts, run } of overloads) {
      if (fits(accepts, args)) return run(call, ...args);
    }
    return call.failArguments(args);
  };
}

function fits(accepts: readonly number[], args: readonly MachineValue[]): boolean {
  for (let i = 0; i < accepts.length; i++) {
    if (((accepts[i] as number) & kindBit(args[i] as MachineValue)) === 0) return false;
  }
  return true;
}

// One bit for each kind of value.
const bits = {
  integer: 1,
  string: 2,
  bool: 4,
  decimal: 8,
  list: 16,
  object: 32,
  guard: 64,
  closure: 128,
  time: 256,
  unit: 512,
  modref: 1024,
  captoken: 2048,
  table: 4096,
} as const;

const anyKind = 8191;

const accepted: Record<ParamType, number> = {
  ...bits,
  number: bits.integer | bits.decimal,
  literal: bits.string | bits.integer | bits.decimal | bits.bool | bits.unit,
  value: anyKind & ~bits.closure,
  any: anyKind,
};

function kindBit(value: MachineValue): number {
  switch (typeof value) {
    case 'bigint':
      return bits.integer;
    case 'string':
      return bits.string;
    case 'boolean':
      return bits.bool;
    default:
      return bits[value.kind];
  }
}
