// Finds the tables that functions read and change, over all loaded modules: an invariant of one module may concern tables
// that other modules change. A definition that changes any table counts as changing all tables that it names.

import {
  coreBuiltins,
  forEachTermUpwards,
  builtinsThatWrite,
  termsOf,
} from '../../../lang/session/analyse.ts';
import { defName, type Def, type LoadedModule } from '../../../lang/session/run.ts';
import { type Database } from '../../../lang/session/store.ts';

/** Full names of tables; `everything` if they cannot be determined. */
export type Tables = ReadonlySet<string> | 'everything';

export type Effects = { readonly reads: Tables; readonly changes: Tables };

export type ModuleNamed = (
  name: string,
) => NonNullable<ReturnType<Database['readModule']>>['module'] | undefined;

/** The builtins that write, and the REPL builtin that continues a defpact. */
const changing: ReadonlySet<string> = new Set([
  ...builtinsThatWrite(coreBuiltins),
  'continue-pact',
]);

export const changesAnything = ({ changes }: Effects): boolean =>
  changes === 'everything' || changes.size > 0;

/** Checks whether the effects change any table that is read. */
export function canChange({ changes }: Effects, reads: Tables): boolean {
  if (changes === 'everything') return true;
  if (reads === 'everything') return changes.size > 0;
  return [...changes].some((table) => reads.has(table));
}

export function allTables(all: readonly Tables[]): Tables {
  const tables = new Set<string>();
  for (const each of all) {
    if (each === 'everything') return each;
    for (const table of each) tables.add(table);
  }
  return tables;
}

/** The effects of a definition itself, and the names of its calls. */
type OwnEffects = {
  readonly tables: readonly string[];
  readonly isChanging: boolean;
  readonly calls: readonly string[];
};

export class EffectsOfModules {
  private readonly moduleNamed: ModuleNamed;
  /** Full names of definitions by their short names: a module reference may mean any of them. */
  private readonly members = new Map<string, string[]>();
  private readonly known = new Map<string, OwnEffects | undefined>();

  constructor(modules: readonly LoadedModule[], moduleNamed: ModuleNamed) {
    this.moduleNamed = moduleNamed;
    for (const { name, defs } of modules) {
      for (const def of defs) {
        const member = defName(def);
        const all = this.members.get(member);
        if (all === undefined) this.members.set(member, [fullName(name.text, member)]);
        else all.push(fullName(name.text, member));
      }
    }
  }

  /** Returns the effects of a function, including all code that it calls. */
  of(module: string, name: string): Effects {
    const reads = new Set<string>();
    const changes = new Set<string>();
    const reached = new Set([fullName(module, name)]);
    let changesUnknown = false;
    // The loop includes items that are added to the set meanwhile.
    for (const each of reached) {
      const own = this.ownEffects(each);
      if (own === undefined) return { reads: 'everything', changes: 'everything' };
      for (const table of own.tables) {
        reads.add(table);
        if (own.isChanging) changes.add(table);
      }
      changesUnknown ||= own.isChanging && own.tables.length === 0;
      for (const call of own.calls) reached.add(call);
    }
    return { reads, changes: changesUnknown ? 'everything' : changes };
  }

  /** Returns `undefined` for unknown names. */
  private ownEffects(name: string): OwnEffects | undefined {
    if (!this.known.has(name)) this.known.set(name, this.findEffects(name));
    return this.known.get(name);
  }

  private findEffects(name: string): OwnEffects | undefined {
    const end = name.lastIndexOf('.');
    const module = this.moduleNamed(name.slice(0, end));
    if (module === undefined) return undefined;
    if (module.kind === 'interface') return { tables: [], isChanging: false, calls: [] };
    const def = module.defs.find((each) => defName(each) === name.slice(end + 1));
    return def === undefined ? undefined : this.effectsOf(def);
  }

  private effectsOf(def: Def): OwnEffects {
    const used = new Set<string>();
    let isChanging = false;
    for (const term of termsOf(def)) {
      forEachTermUpwards(term, (each) => {
        if (each.kind === 'builtin') isChanging ||= changing.has(each.name);
        if (each.kind !== 'var') return;
        const { name } = each;
        if (name.kind === 'dynamic') {
          for (const member of this.members.get(name.member) ?? []) used.add(member);
        } else if (name.kind === 'top') {
          const member = name.text.slice(name.text.lastIndexOf('.') + 1);
          used.add(fullName(name.module.text, member));
        }
      });
    }
    const isTable = (name: string): boolean => this.kindOf(name) === 'deftable';
    const all = [...used];
    return {
      tables: all.filter(isTable),
      isChanging,
      calls: all.filter((name) => !isTable(name)),
    };
  }

  private kindOf(name: string): string | undefined {
    const end = name.lastIndexOf('.');
    const module = this.moduleNamed(name.slice(0, end));
    return module?.defs.find((each) => defName(each) === name.slice(end + 1))?.kind;
  }
}

const fullName = (module: string, member: string): string => `${module}.${member}`;
