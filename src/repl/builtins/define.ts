// How a builtin of the REPL is written down: as a builtin, with the parts of the session that it touches. It is data; a
// session binds it to itself.

import { BugError } from '../../base/assert.ts';
import {
  builtin,
  overload,
  type Arguments,
  type BuiltinDefinition,
  type MachineValue,
  type BuiltinCall,
  type Overload,
  type Param,
} from '../../lang/session/extend.ts';
import type { ReplContext, ReplPart, ReplParts } from '../context.ts';

export type ReplBuiltin = Omit<BuiltinDefinition, 'overloads'> & {
  readonly touches: readonly ReplPart[];
  readonly overloads: readonly ReplOverload[];
};

export type ReplOverload<Part extends ReplPart = ReplPart> = Omit<Overload, 'run' | 'attempt'> & {
  /** Takes arguments that `accepts` has let through. */
  readonly run: (
    repl: ReplParts<Part>,
    call: BuiltinCall,
    ...args: readonly MachineValue[]
  ) => MachineValue;
};

type Described = Omit<Parameters<typeof builtin>[0], 'overloads'>;

/** `touches`: the parts of the session that `run` is handed, and no others. */
export function replBuiltin<const Part extends ReplPart = never>(
  touches: readonly Part[],
  {
    overloads,
    ...described
  }: Described & { readonly overloads: readonly ReplOverload<NoInfer<Part>>[] },
): ReplBuiltin {
  // Assigned and not spread: `doc` is made when it is asked for.
  return Object.assign(builtin({ ...described, overloads: [] }), { touches, overloads });
}

export function replOverload<const P extends readonly Param[], Part extends ReplPart>({
  run,
  ...typing
}: {
  readonly internal: string;
  readonly params: P;
  readonly returns: string;
  readonly setsGas?: boolean;
  readonly run: (repl: ReplParts<Part>, call: BuiltinCall, ...args: Arguments<P>) => MachineValue;
}): ReplOverload<Part> {
  // Every argument is checked against its parameter before: the boundary where types are regained.
  return { ...overload({ ...typing, run: unbound }), run: run as ReplOverload<Part>['run'] };
}

const unbound = (): never => {
  throw new BugError('a builtin of the REPL runs in a session');
};

/** The builtin as one session runs it. */
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
