// What a bare name means to the resolver: a native of the language, of the REPL, or of an old release, as the source's
// dialect and the execution flags allow.
// Source: Environment/Utils.hs (versionedReplNatives), pact-repl/Pact/Core/Repl/Compile.hs (setBuiltinResolution).

import type { Source } from '../base/span.ts';
import {
  type BuiltinDefinition,
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

export function nativeTable(
  sets: NativeSets,
  environment: Pick<TransactionEnvironment, 'flags'>,
  dialect: () => Dialect,
): NativeTable {
  return {
    get meanings() {
      return meanings[dialect()];
    },
    lookup(name) {
      const flag = flagOfNative(name);
      if (flag !== undefined && environment.flags.has(flag)) return undefined;
      const native =
        sets.core.byName(name) ?? (dialect() === 'repl' ? sets.repl.byName(name) : undefined);
      return native === undefined ? undefined : { internal: native.name };
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
