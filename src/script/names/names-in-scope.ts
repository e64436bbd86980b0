// Every name that can begin a line at the top level: for completion, and for hints.

import {
  defName,
  specialForms,
  type EvalError,
  type Machine,
  type ModuleData,
  type TopLevel,
} from '../../lang/session/analyse.ts';
import type { BuiltinSets } from '../builtins.ts';
import { nameOf } from './written-forms.ts';

/** The modules that a session has loaded or stored. */
export type KnownModules = Pick<Machine, 'loaded' | 'database'>;

/** `known`: absent if there is no session. */
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

/** Modules loaded in the transaction take precedence over those of the same name in the database. */
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

/** Candidates that an unknown name may have been meant for: first the names of the form, then all names in scope. */
export function addNames(error: EvalError, form: TopLevel, inScope: () => Iterable<string>): void {
  const local = error.namesInScope;
  error.withNamesInScope(function* () {
    if (local !== undefined) yield* local();
    yield* definedIn(form);
    yield* inScope();
  });
}

/** Includes modules that resolution has not reached yet. */
function definedIn(form: TopLevel): readonly string[] {
  if (form.kind !== 'module' && form.kind !== 'interface') return [];
  return form.definitions.map(nameOf);
}
