// Names that the language itself gives a meaning.

import { coreBuiltins, legacyBuiltins, specialForms } from '../lang/session/analyse.ts';

export const builtinNames: ReadonlySet<string> = new Set([
  ...coreBuiltins.map(({ name }) => name),
  ...specialForms.map(({ name }) => name),
]);

/** Builtins that ended, with the release that ended them. */
export const endedBuiltins: ReadonlyMap<string, string> = new Map(
  legacyBuiltins.flatMap(({ name, until }) => (until === undefined ? [] : [[name, until]])),
);
