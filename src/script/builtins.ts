// The meaning of an unqualified name for the resolver: a builtin of the language, of the REPL, or of an old release,
// depending on the source's dialect and the execution flags; and the types of builtins for the typechecker.
// Source: Environment/Utils.hs (versionedReplNatives), pact-repl/Pact/Core/Repl/Compile.hs (setBuiltinResolution,
// checkReplBuiltinsEnabled).

import { lazily, onceFor } from '../base/deferred.ts';
import type { Source } from '../base/span.ts';
import {
  type BuiltinDefinition,
  builtinParameters,
  type BuiltinParameters,
  type BuiltinTable,
  builtinTypes,
  type BuiltinTypes,
  type ExecutionFlag,
  fail,
  flagOfBuiltin,
  forEachTermUpwards,
  type Overload,
  type ResolvedTopLevel,
  type Term,
  termsOf,
  type TransactionEnvironment,
} from '../lang/session/analyse.ts';
import { isPactFile } from './files.ts';

/** A builtin without its implementation. */
export type BuiltinDescription = Omit<BuiltinDefinition, 'overloads'> & {
  readonly overloads: readonly Pick<Overload, 'internal' | 'params' | 'returns'>[];
};

export type BuiltinSets = {
  readonly core: BuiltinList;
  readonly repl: BuiltinList;
  /** Builtins of old releases: found if nothing else has their name. */
  readonly legacy: BuiltinList;
  /** Builtins that modules may use only if a script allows it. */
  readonly ofScripts: BuiltinList;
  /** Whether code for a chain may use builtins of Pact 4, as old suites do. Chains refuse such code. */
  readonly admitsPact4: boolean;
};

/** Returns the same sets for old suites, whose modules use builtins of Pact 4. */
export const withPact4 = onceFor((sets: BuiltinSets): BuiltinSets => ({
  ...sets,
  admitsPact4: true,
}));

/** Returns the builtin of that name in any of the sets. */
export const builtinNamed = (
  { core, repl, legacy }: BuiltinSets,
  name: string,
): BuiltinDescription | undefined => core.named(name) ?? repl.named(name) ?? legacy.named(name);

/** Returns a builtin that code for a chain cannot use any more. */
export function formerBuiltin(sets: BuiltinSets, name: string): BuiltinDescription | undefined {
  const { legacy, ofScripts, admitsPact4 } = sets;
  return admitsPact4 || ofScripts.named(name) !== undefined ? undefined : legacy.named(name);
}

export class BuiltinList {
  /** In the given order. */
  readonly all: readonly BuiltinDescription[];
  private readonly byName: () => ReadonlyMap<string, BuiltinDescription>;
  private readonly owners: () => ReadonlyMap<string, BuiltinDescription>;

  constructor(all: readonly BuiltinDescription[]) {
    this.all = all;
    this.byName = lazily(() => new Map(all.map((each) => [each.name, each])));
    this.owners = lazily(
      () =>
        new Map(
          all.flatMap((each) => each.overloads.map(({ internal }) => [internal, each] as const)),
        ),
    );
  }

  named(name: string): BuiltinDescription | undefined {
    return this.byName().get(name);
  }

  /** Returns the builtin by the name that errors and stored modules use. */
  withInternalName(internal: string): BuiltinDescription | undefined {
    return this.owners().get(internal);
  }
}

export type Dialect = 'repl' | 'pact';

export const dialectOf = ({ name }: Source): Dialect => (isPactFile(name) ? 'pact' : 'repl');

/** The meaning of a name, unless flags or the dialect remove it. */
type Named = {
  readonly internal: string;
  /** The flag that removes it. */
  readonly flag: ExecutionFlag | undefined;
  readonly isOfRepl: boolean;
};

/** Resolution looks up every name of a source, and most of them are not builtins. */
export function builtinTable(
  sets: BuiltinSets,
  environment: Pick<TransactionEnvironment, 'flags'>,
  dialect: () => Dialect,
): BuiltinTable {
  return {
    get meanings() {
      return meanings[sets.admitsPact4 ? 'old' : 'current'][dialect()];
    },
    lookup(name) {
      const named = namedBuiltins(sets).get(name);
      if (named === undefined) return undefined;
      if (named.flag !== undefined && environment.flags.has(named.flag)) return undefined;
      return named.isOfRepl && dialect() !== 'repl' ? undefined : named;
    },
    legacy(name, isInModule) {
      const isOfChain = isInModule || dialect() === 'pact';
      if (isOfChain && formerBuiltin(sets, name) !== undefined) return undefined;
      const internal = sets.legacy.named(name)?.overloads[0]?.internal;
      return internal === undefined ? undefined : { internal };
    },
    overload: (internal) => internal,
  };
}

/** Every session has the same builtins. */
const meanings = { current: { repl: {}, pact: {} }, old: { repl: {}, pact: {} } };

/** Sessions of a process share their sets. If the REPL and the language share a name, the language's builtin takes precedence. */
const namedBuiltins = onceFor(({ core, repl }: BuiltinSets): ReadonlyMap<string, Named> => {
  const named = new Map<string, Named>();
  const add = ({ all }: BuiltinList, isOfRepl: boolean): void => {
    for (const { name, overloads } of all) {
      const internal = overloads[0]?.internal;
      if (internal === undefined) continue;
      named.set(name, { internal, flag: flagOfBuiltin(name), isOfRepl });
    }
  };
  add(repl, true);
  add(core, false);
  return named;
});

/** The names that users write, by internal name. */
export function namesOfBuiltins(
  builtins: readonly BuiltinDescription[],
): ReadonlyMap<string, string> {
  return new Map(
    builtins.flatMap(({ name, overloads }) =>
      overloads.map(({ internal }) => [internal, name] as const),
    ),
  );
}

type Typing = {
  readonly builtinTypes: BuiltinTypes;
  readonly builtinParameters: BuiltinParameters;
};

export const typesOf = onceFor((sets: BuiltinSets): Typing => {
  const all = [...sets.core.all, ...sets.legacy.all, ...sets.repl.all];
  return { builtinTypes: builtinTypes(all), builtinParameters: builtinParameters(all) };
});

const cause =
  'repl native disallowed in module code. ' +
  'If you want to use this, enable them with (env-enable-repl-natives true)';

export function rejectReplBuiltins(resolved: ResolvedTopLevel, builtins: BuiltinList): void {
  if (resolved.kind !== 'module') return;
  for (const def of resolved.module.defs) for (const term of termsOf(def)) reject(term, builtins);
}

function reject(whole: Term, builtins: BuiltinList): void {
  forEachTermUpwards(whole, (term) => {
    if (term.kind !== 'builtin') return;
    const builtin = builtins.withInternalName(term.name);
    if (builtin !== undefined) {
      fail('EvalError', { cause, meaning: ofScripts(builtin.name) }, term.span);
    }
  });
}

/** Explains that a builtin of the REPL is unknown to code for a chain. */
export const ofScripts = (name: string): string =>
  `\`${name}\` exists only in .repl scripts, not on a chain. Call it in a script that loads this file.`;
