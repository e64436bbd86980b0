// Tests all properties and invariants of the modules that a script has loaded, in the order of loading.

import type { LoadedModule } from '../../../lang/session/run.ts';
import type { SyntaxModule } from '../../../lang/session/analyse.ts';
import { parseModuleName } from '../../../lang/session/run.ts';
import type { ReplEngine } from '../../repl/engine.ts';
import type { TargetResult } from './counterexample.ts';
import { type Dictionary, dictionaryOf, stateWordsOf } from './dictionary.ts';
import { stringText } from './example.ts';
import { EffectsOfModules, type ModuleNamed } from './effects.ts';
import type { UncheckedStatement } from './models.ts';
import { FuzzSession } from './fuzz-session.ts';
import { builtinsReached, tablesOf, targetsOf } from './targets.ts';
import { runProperty, type FuzzPlan } from './run-property.ts';
import { runSequences } from './run-sequences.ts';
import { sequenceOf } from './sequence-target.ts';

/** `written`: the syntax of modules by full name, as last loaded. */
export function fuzzModules(
  engine: ReplEngine,
  written: ReadonlyMap<string, SyntaxModule>,
  plan: FuzzPlan,
): readonly TargetResult[] {
  const session = FuzzSession.of(engine, plan);
  if (session === undefined) return [];
  const modules = [...written].flatMap(([name, syntax]) => {
    const module = storedModule(session, name);
    return module === undefined ? [] : [{ module, syntax }];
  });
  const loaded = modules.map(({ module }) => module);
  const known = loaded.map((module) => ({
    name: module.name.text,
    implements: module.implements.map(({ text }) => text),
  }));
  const state = stateWordsOf(loaded.flatMap(tablesOf), session);
  const effects = new EffectsOfModules(loaded, (name) => storedAs(session, name));
  const dictionaries = new Map<string, Dictionary>();
  for (const module of loaded) {
    dictionaries.set(module.name.text, dictionaryFor(module, { modules: known, state }, session));
  }
  return modules.flatMap(({ module, syntax }) => {
    const { properties, invariants, unchecked } = targetsOf(module, syntax);
    // The boundary: every loaded module has a dictionary.
    const dictionary = dictionaries.get(module.name.text) as Dictionary;
    const sequence = sequenceOf(module, invariants, loaded, effects);
    return [
      ...properties.map((target) => runProperty(target, session, dictionary, plan)),
      ...(sequence === undefined ? [] : runSequences(sequence, session, dictionaries, plan)),
      ...unchecked.map(leftOut),
    ];
  });
}

function dictionaryFor(
  module: LoadedModule,
  rest: Pick<Dictionary, 'modules' | 'state'>,
  session: FuzzSession,
): Dictionary {
  const builtins = builtinsReached(module, (name) => storedModule(session, name));
  const words = dictionaryOf(module, {
    ...rest,
    guards: [],
    speaksOfTime: builtins.has('chain-data'),
    speaksOfPrincipals: principalBuiltins.some((name) => builtins.has(name)),
  });
  const guards = ['(sig-keyset)', ...keysetGuards(session, words.strings)];
  return { ...words, guards: [...guards, ...capabilityGuards(session, module)] };
}

const principalBuiltins = ['create-principal', 'validate-principal', 'is-principal'];

function storedModule(session: FuzzSession, name: string): LoadedModule | undefined {
  const module = storedAs(session, name);
  return module?.kind === 'module' ? module : undefined;
}

function storedAs(session: FuzzSession, name: string): ReturnType<ModuleNamed> {
  const parsed = parseModuleName(name);
  return parsed === undefined ? undefined : session.database.readModule(parsed)?.module;
}

/** Returns guards for words of the module that are names of keysets. */
function keysetGuards(session: FuzzSession, words: readonly string[]): readonly string[] {
  return words
    .map(stringText)
    .filter((word) => session.ask(`(describe-keyset ${word})`).kind === 'value')
    .map((word) => `(keyset-ref-guard ${word})`);
}

const maxCapabilityGuards = 3;

function capabilityGuards(session: FuzzSession, { name, defs }: LoadedModule): readonly string[] {
  return defs
    .flatMap((def) => (def.kind === 'defcap' && def.params.length === 0 ? [def.spec.name] : []))
    .slice(0, maxCapabilityGuards)
    .map((capability) => `(create-capability-guard (${name.text}.${capability}))`)
    .filter((guard) => session.ask(guard).kind === 'value');
}

const leftOut = ({ name, span, word }: UncheckedStatement): TargetResult => ({
  name,
  span,
  runs: 0,
  calls: undefined,
  discarded: 0,
  counterexample: undefined,
  left: `${word} has no meaning in a program`,
  notes: [],
  table: [],
});
