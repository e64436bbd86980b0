// The calls after which the invariants of a module are checked: functions of all loaded modules that can change tables
// that an invariant reads, and functions that change tables that those calls read.

import { defName, type LoadedModule } from '../../../lang/session/run.ts';
import type { Term } from '../../../lang/session/analyse.ts';
import {
  allTables,
  canChange,
  changesAnything,
  type Effects,
  type EffectsOfModules,
  type Tables,
} from './effects.ts';
import { reachedWords } from './dictionary.ts';
import {
  kindOf,
  tablesOf,
  type CallTarget,
  type Invariant,
  type SequenceTarget,
} from './targets.ts';

type Candidate = Omit<CallTarget, 'isDirect' | 'words'> & {
  readonly effects: Effects;
  readonly of: LoadedModule;
  readonly ownName: string;
};

/** Returns `undefined` for a module without invariants. */
export function sequenceOf(
  module: LoadedModule,
  invariants: readonly Invariant[],
  all: readonly LoadedModule[],
  effects: EffectsOfModules,
): SequenceTarget | undefined {
  if (invariants.length === 0) return undefined;
  const name = module.name.text;
  const ordered = [module, ...all.filter((each) => each !== module)];
  const candidates = ordered.flatMap((each) => candidatesOf(each, effects));
  const read = new Map(invariants.map((each) => [each, tablesRead(each, module, effects)]));
  // An invariant of a schema is checked for several tables.
  const isConstant = (title: string): boolean =>
    ![...read].some(([each, tables]) => each.name === title && isChanged(tables, candidates));
  const reads = allTables([...read.values()]);
  const direct = candidates.filter(
    (each) => each.module === name || canChange(each.effects, reads),
  );
  const chosen = withPreparing(direct, candidates);
  return {
    name: `calls of ${name}`,
    module: name,
    calls: chosen.map(({ effects: _, of, ownName, ...call }) => ({
      ...call,
      words: reachedWords(ownName, of),
      isDirect: direct.some((each) => each.name === call.name),
    })),
    invariants,
    constant: new Set(invariants.map((each) => each.name).filter(isConstant)),
    tables: [...new Set([module, ...chosen.map(({ of }) => of)])].flatMap(tablesOf),
  };
}

const isChanged = (tables: Tables, candidates: readonly Candidate[]): boolean =>
  candidates.some(({ effects }) => canChange(effects, tables));

/** Adds functions that change tables that the others read, and so on. */
function withPreparing(
  direct: readonly Candidate[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  let chosen = direct;
  for (;;) {
    const reads = allTables(chosen.map(({ effects }) => effects.reads));
    const more = candidates.filter(
      (each) => chosen.includes(each) || canChange(each.effects, reads),
    );
    if (more.length === chosen.length) return chosen;
    chosen = more;
  }
}

/** Returns all functions and defpacts that change any table. */
function candidatesOf(module: LoadedModule, all: EffectsOfModules): readonly Candidate[] {
  return module.defs.flatMap((def) => {
    const isCall = def.kind === 'defpact' || (def.kind === 'defun' && kindOf(def) === 'ordinary');
    if (!isCall) return [];
    const ownName = def.spec.name;
    const effects = all.of(module.name.text, ownName);
    if (def.kind !== 'defpact' && !changesAnything(effects)) return [];
    if (def.kind === 'defun' && isReserved(def.term)) return [];
    const name = `${module.name.text}.${ownName}`;
    const isDefPact = def.kind === 'defpact';
    const { params } = def;
    return [{ name, module: module.name.text, params, isDefPact, effects, of: module, ownName }];
  });
}

function tablesNamed(
  { names }: Extract<Invariant, { kind: 'rows' }>,
  module: string,
  defs: LoadedModule['defs'],
): readonly string[] {
  const tables = defs.filter((def) => def.kind === 'deftable' && names.has(def.name));
  return tables.map((def) => `${module}.${defName(def)}`);
}

/** Checks whether a call from outside always fails, because the function requires a capability first. */
const isReserved = (term: Term): boolean =>
  requires(term.kind === 'lambda' || term.kind === 'nullary' ? term.body : term);

/** Looks only at what runs in every call, and not inside `with-capability`, which may grant it. */
function requires(term: Term): boolean {
  switch (term.kind) {
    case 'let':
      return requires(term.value) || requires(term.body);
    case 'sequence':
      return requires(term.first) || requires(term.second);
    case 'app': {
      const { fun, args } = term;
      return (fun.kind === 'builtin' && fun.name === 'require-capability') || args.some(requires);
    }
    default:
      return false;
  }
}

/** An invariant that names no table may read anything, such as keysets. */
function tablesRead(
  invariant: Invariant,
  { name: { text: module }, defs }: LoadedModule,
  effects: EffectsOfModules,
): Tables {
  if (invariant.kind === 'function') {
    const { reads } = effects.of(module, invariant.name.slice(module.length + 1));
    return reads !== 'everything' && reads.size === 0 ? 'everything' : reads;
  }
  const called = defs.filter((def) => def.kind === 'defun' && invariant.names.has(defName(def)));
  return allTables([
    new Set([`${module}.${invariant.table.name}`, ...tablesNamed(invariant, module, defs)]),
    ...called.map((def) => effects.of(module, defName(def)).reads),
  ]);
}
