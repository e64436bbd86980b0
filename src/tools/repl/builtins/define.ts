// The definition of a REPL builtin: a builtin with the parts of the session that it uses. It is data; each session binds
// it to itself.

import { BugError } from '../../../base/assert.ts';
import {
  builtin,
  overload,
  type Arguments,
  type BuiltinDefinition,
  type MachineValue,
  type BuiltinCall,
  type Overload,
  type Param,
} from '../../../lang/session/extend.ts';
import type { ReplContext, ReplPart, ReplParts } from '../context.ts';

export type ReplBuiltin = Omit<BuiltinDefinition, 'overloads'> & {
  readonly touches: readonly ReplPart[];
  readonly overloads: readonly ReplOverload[];
};

export type ReplOverload<Part extends ReplPart = ReplPart> = Omit<Overload, 'run' | 'attempt'> & {
  /** Receives arguments that `accepts` has accepted. */
  readonly run: (
    repl: ReplParts<Part>,
    call: BuiltinCall,
    ...args: readonly MachineValue[]
  ) => MachineValue;
};

type Described = Omit<Parameters<typeof builtin>[0], 'overloads'>;

/** `touches`: the only parts of the session that `run` receives. */
export function replBuiltin<const Part extends ReplPart = never>(
  touches: readonly Part[],
  {
    overloads,
    ...described
  }: Described & { readonly overloads: readonly ReplOverload<NoInfer<Part>>[] },
): ReplBuiltin {
  // Assigned, not spread, because `doc` is computed lazily.
  return Object.assign(builtin({ ...described, overloads: [] }), { touches, overloads });
}

type Typing<P extends readonly Param[], Part extends ReplPart> = {
  readonly internal: string;
  readonly params: P;
  readonly returns: string;
  readonly setsGas?: boolean;
  readonly run: (repl: ReplParts<Part>, call: BuiltinCall, ...args: Arguments<P>) => MachineValue;
};

export function replOverload<const P extends readonly Param[], Part extends ReplPart>({
  run,
  ...typing
}: Typing<P, Part>): ReplOverload<Part> {
  // The boundary where types are regained: every argument has been checked against its parameter.
  return { ...overload({ ...typing, run: unbound }), run: run as ReplOverload<Part>['run'] };
}

/** A builtin with one list of parameters. */
export function replFunction<const P extends readonly Param[], const Part extends ReplPart = never>(
  touches: readonly Part[],
  {
    params,
    returns,
    setsGas = false,
    run,
    ...described
  }: Described & Omit<Typing<P, NoInfer<Part>>, 'internal'>,
): ReplBuiltin {
  const overload = replOverload({ internal: described.name, params, returns, setsGas, run });
  return replBuiltin<Part>(touches, { ...described, overloads: [overload] });
}

const unbound = (): never => {
  throw new BugError('a builtin of the REPL runs in a session');
};

/** Returns the builtin bound to a session. */
export function boundTo(repl: ReplContext, builtin: ReplBuiltin): BuiltinDefinition {
  const { name, since, until, builtins, types, examples, overloads } = builtin;
  return {
    name,
    since,
    until,
    builtins,
    types,
    examples,
    get doc() {
      return builtin.doc;
    },
    overloads: overloads.map((each) => ({
      ...each,
      attempt: undefined,
      run: each.run.bind(undefined, repl),
    })),
  };
}
