// All that can be tried of the modules that a script has loaded, in the order in which they came.

import type { LoadedModule, SyntaxModule } from '../../lang/session/index.ts';
import { isRefusal, parseModuleName, TableName } from '../../lang/session/index.ts';
import type { ReplEngine } from '../engine.ts';
import type { TargetResult } from './counterexample.ts';
import { dictionaryOf } from './dictionary.ts';
import { stringText } from './example.ts';
import type { UncheckedStatement } from './models.ts';
import { FuzzSession } from './fuzz-session.ts';
import { runProperty, type FuzzPlan } from './run-property.ts';
import { runSequences } from './run-sequences.ts';
import { targetsOf } from './targets.ts';

/** `written`: modules by their full names, as they were loaded last. */
export function fuzzModules(
  engine: ReplEngine,
  written: ReadonlyMap<string, SyntaxModule>,
  plan: FuzzPlan,
): readonly TargetResult[] {
  const session = FuzzSession.of(engine);
  if (session === undefined) return [];
  const modules = [...written].flatMap(([name, syntax]) => {
    const module = storedModule(session, name);
    return module === undefined ? [] : [{ module, syntax }];
  });
  const known = modules.map(({ module }) => ({
    name: module.name.text,
    implements: module.implements.map(({ text }) => text),
  }));
  const rowKeys = modules.flatMap(({ module }) => rowKeysOf(session, module));
  return modules.flatMap(({ module, syntax }) => {
    const { properties, sequence, unchecked } = targetsOf(module, syntax);
    const words = dictionaryOf(module, { guards: [], modules: known, rowKeys });
    const guards = ['(sig-keyset)', ...keysetGuards(session, words.strings)];
    const dictionary = { ...words, guards };
    return [
      ...properties.map((target) => runProperty(target, session, dictionary, plan)),
      ...(sequence === undefined ? [] : [runSequences(sequence, session, dictionary, plan)]),
      ...unchecked.map(leftOut),
    ];
  });
}

function storedModule(session: FuzzSession, name: string): LoadedModule | undefined {
  const parsed = parseModuleName(name);
  const module = parsed === undefined ? undefined : session.database.readModule(parsed)?.module;
  return module?.kind === 'module' ? module : undefined;
}

/** Rows of each table whose keys are given to calls. */
const mostKeys = 20;

function rowKeysOf(session: FuzzSession, { name, defs }: LoadedModule): readonly string[] {
  return defs.flatMap((def) => {
    if (def.kind !== 'deftable') return [];
    const keys = session.tables.rowKeys(new TableName(def.name, name));
    return isRefusal(keys) ? [] : keys.slice(0, mostKeys);
  });
}

/** Words of the module that are names of keysets. */
function keysetGuards(session: FuzzSession, words: readonly string[]): readonly string[] {
  return words
    .map(stringText)
    .filter((word) => session.attempt(`(describe-keyset ${word})`).kind === 'value')
    .map((word) => `(keyset-ref-guard ${word})`);
}

const leftOut = ({ name, span, word }: UncheckedStatement): TargetResult => ({
  name,
  span,
  runs: 0,
  discarded: 0,
  counterexample: undefined,
  left: `${word} has no meaning in a program`,
});
