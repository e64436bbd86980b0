// The names of builtins.

import { coreBuiltins, legacyBuiltins, specialForms } from '../../lang/session/analyse.ts';

export const builtinNames: ReadonlySet<string> = new Set([
  ...coreBuiltins.map(({ name }) => name),
  ...specialForms.map(({ name }) => name),
]);

/** Removed builtins, with the release that removed them. */
export const endedBuiltins: ReadonlyMap<string, string> = new Map(
  legacyBuiltins.flatMap(({ name, until }) => (until === undefined ? [] : [[name, until]])),
);
