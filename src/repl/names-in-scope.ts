// Every name that a line typed at the top level can begin with: what completion offers, and what
// hints are drawn from.

import { defName, specialForms, type ModuleData } from '../lang/session/index.ts';
import type { ReplEngine } from './engine.ts';

export function* namesInScope(engine: ReplEngine): Generator<string> {
  const { core, repl } = engine.sets;
  for (const { name } of core.all()) yield name;
  for (const { name } of repl.all()) yield name;
  for (const { name } of specialForms) if (/^[a-z]/.test(name)) yield name;
  yield* engine.machine.loaded.topLevelNames();
  for (const data of modulesOf(engine)) {
    const { name } = data.module;
    yield name.text;
    for (const def of data.module.defs) yield `${name.text}.${defName(def)}`;
  }
}

/** What the transaction has loaded goes before what the database holds of the same name. */
export function* modulesOf({ machine }: ReplEngine): Generator<ModuleData> {
  const seen = new Set<string>();
  for (const text of machine.loaded.moduleNames()) {
    const data = machine.loaded.module(text);
    seen.add(text);
    if (data !== undefined) yield data;
  }
  for (const name of machine.database.moduleNames()) {
    const data = seen.has(name.text) ? undefined : machine.database.readModule(name);
    if (data !== undefined) yield data;
  }
}
