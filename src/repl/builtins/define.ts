// How a native of the REPL is written down: as a builtin, with the parts of the session that it touches. It is data; a
// session binds it to itself.

import { BugError } from '../../base/assert.ts';
import {
  builtin,
  overload,
  type Arguments,
  type BuiltinDefinition,
  type MachineValue,
  type NativeCall,
  type Overload,
  type Param,
} from '../../lang/session/extend.ts';
import type { ReplContext, ReplPart, ReplParts } from '../context.ts';

export type ReplNative = Omit<BuiltinDefinition, 'overloads'> & {
  readonly touches: readonly ReplPart[];
  readonly overloads: readonly ReplOverload[];
};

export type ReplOverload<Part extends ReplPart = ReplPart> = Omit<Overload, 'run' | 'attempt'> & {
  /** Takes arguments that `accepts` has let through. */
  readonly run: (
    repl: ReplParts<Part>,
    call: NativeCall,
    ...args: readonly MachineValue[]
  ) => MachineValue;
};

type Described = Omit<Parameters<typeof builtin>[0], 'overloads'>;

/** `touches`: the parts of the session that `run` is handed, and no others. */
export function replNative<const Part extends ReplPart = never>(
  touches: readonly Part[],
  {
    overloads,
    ...described
  }: Described & { readonly overloads: readonly ReplOverload<NoInfer<Part>>[] },
): ReplNative {
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
  readonly run: (repl: ReplParts<Part>, call: NativeCall, ...args: Arguments<P>) => MachineValue;
}): ReplOverload<Part> {
  // Every argument is checked against its parameter before: the boundary where types are regained.
  return { ...overload({ ...typing, run: unbound }), run: run as ReplOverload<Part>['run'] };
}

const unbound = (): never => {
  throw new BugError('a native of the REPL runs in a session');
};

/** The native as one session runs it. */
export function boundTo(repl: ReplContext, native: ReplNative): BuiltinDefinition {
  const { name, since, until, natives, types, examples, overloads } = native;
  return {
    name,
    since,
    until,
    natives,
    types,
    examples,
    get doc() {
      return native.doc;
    },
    overloads: overloads.map((each) => ({
      ...each,
      attempt: undefined,
      run: each.run.bind(undefined, repl),
    })),
  };
}
