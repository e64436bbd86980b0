// Every name that a line typed at the top level can begin with: what completion offers, and what
// hints are drawn from.

import {
  defName,
  specialForms,
  type EvalError,
  type Machine,
  type ModuleData,
  type TopLevel,
} from '../../lang/session/analyse.ts';
import type { BuiltinSets } from '../builtins/builtin-sets.ts';

/** The modules that a session has loaded or stored. */
export type KnownModules = Pick<Machine, 'loaded' | 'database'>;

/** `known`: absent where nothing runs. */
export function* namesInScope(
  { core, repl }: BuiltinSets,
  known: KnownModules | undefined,
): Generator<string> {
  for (const { name } of core.all) yield name;
  for (const { name } of repl.all) yield name;
  for (const { name } of specialForms) if (/^[a-z]/.test(name)) yield name;
  if (known === undefined) return;
  yield* known.loaded.topLevelNames();
  for (const data of modulesOf(known)) {
    const { name } = data.module;
    yield name.text;
    for (const def of data.module.defs) yield `${name.text}.${defName(def)}`;
  }
}

/** What the transaction has loaded goes before what the database holds of the same name. */
export function* modulesOf({ loaded, database }: KnownModules): Generator<ModuleData> {
  const seen = new Set<string>();
  for (const text of loaded.moduleNames()) {
    const data = loaded.module(text);
    seen.add(text);
    if (data !== undefined) yield data;
  }
  for (const name of database.moduleNames()) {
    const data = seen.has(name.text) ? undefined : database.readModule(name);
    if (data !== undefined) yield data;
  }
}

/** Names that an unknown one was perhaps meant for: those of the form first, then all that are in scope. */
export function addNames(error: EvalError, form: TopLevel, inScope: () => Iterable<string>): void {
  const local = error.namesInScope;
  error.withNamesInScope(function* () {
    if (local !== undefined) yield* local();
    yield* definedIn(form);
    yield* inScope();
  });
}

/** Those that resolution has not come to yet count as well. */
function definedIn(form: TopLevel): readonly string[] {
  if (form.kind !== 'module' && form.kind !== 'interface') return [];
  return form.definitions.map((definition) =>
    definition.kind === 'defschema' || definition.kind === 'deftable'
      ? definition.name.text
      : definition.spec.name,
  );
}
