// What a bare name means to the resolver: a native of the language, of the REPL, or of an old release, as the source's
// dialect and the execution flags allow.
// Source: Environment/Utils.hs (versionedReplNatives), pact-repl/Pact/Core/Repl/Compile.hs (setBuiltinResolution).

import { lazily } from '../base/lazily.ts';
import type { Source } from '../base/span.ts';
import {
  type BuiltinDefinition,
  type ExecutionFlag,
  flagOfNative,
  type NativeTable,
  type Registry,
  type TransactionEnvironment,
} from '../lang/session/index.ts';
import { isPactFile } from './paths.ts';

export type NativeSets = {
  readonly core: Registry;
  readonly repl: Registry;
  readonly legacy: Registry;
};

export type Dialect = 'repl' | 'pact';

export const dialectOf = ({ name }: Source): Dialect => (isPactFile(name) ? 'pact' : 'repl');

/** What a name means where neither flags nor the dialect take it away. */
type Named = {
  readonly internal: string;
  /** The flag under which it means nothing. */
  readonly flag: ExecutionFlag | undefined;
  readonly isOfRepl: boolean;
};

/** Resolution asks it for every name of a source, most of which mean nothing here. */
export function nativeTable(
  sets: NativeSets,
  environment: Pick<TransactionEnvironment, 'flags'>,
  dialect: () => Dialect,
): NativeTable {
  const known = lazily(() => namedNatives(sets));
  return {
    get meanings() {
      return meanings[dialect()];
    },
    lookup(name) {
      const named = known().get(name);
      if (named === undefined) return undefined;
      if (named.flag !== undefined && environment.flags.has(named.flag)) return undefined;
      return named.isOfRepl && dialect() !== 'repl' ? undefined : named;
    },
    legacy(name) {
      const native = sets.legacy.byName(name);
      return native === undefined ? undefined : { internal: native.name };
    },
    overload: (internal) => internal,
  };
}

/** Every session has the same natives. */
const meanings: Readonly<Record<Dialect, object>> = { repl: {}, pact: {} };

/** A name that the REPL shares with the language is the language's. */
function namedNatives({ core, repl }: NativeSets): ReadonlyMap<string, Named> {
  const named = new Map<string, Named>();
  const add = (registry: Registry, isOfRepl: boolean): void => {
    for (const { name, overloads } of registry.all()) {
      const internal = overloads[0]?.internal;
      if (internal === undefined) continue;
      named.set(name, { internal, flag: flagOfNative(name), isOfRepl });
    }
  };
  add(repl, true);
  add(core, false);
  return named;
}

/** What users write, by internal name. */
export function namesOfNatives(
  definitions: readonly BuiltinDefinition[],
): ReadonlyMap<string, string> {
  return new Map(
    definitions.flatMap(({ name, overloads }) =>
      overloads.map(({ internal }) => [internal, name] as const),
    ),
  );
}
