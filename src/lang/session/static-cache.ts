// Caches results of analysis for later analyses of similar programs: resolved forms, types, and
// versions of modules that look the same from outside.
import {
  type Interface,
  type Module,
  type ModuleData,
  loadableDefs,
} from '../core/model/definition.ts';
import { type TopLevelName, memberName } from '../core/model/loaded.ts';
import type { Referent } from '../resolve/environment.ts';
import { KnownResolutions } from '../resolve/known-resolutions.ts';
import { type ResolvedTopLevel, replModuleName } from '../resolve/top-level.ts';
import type * as syntax from '../syntax/ast.ts';
import type { TopLevel } from '../syntax/ast.ts';
import type { CheckedModule } from '../types/check-module.ts';
import { FormerTypes } from '../types/former-types.ts';
import { exportsText } from './exports-text.ts';

/** One version of a module, with the names of its definitions. */
export type InstalledVersion = {
  readonly data: ModuleData;
  readonly members: readonly TopLevelName[];
};

export type InstalledForm = {
  readonly resolved: ResolvedTopLevel;
  readonly referents: ReadonlyMap<number, Referent>;
  readonly own: InstalledVersion;
  /** The version that other modules see: an earlier one that looks the same, if there is one. */
  seen: InstalledVersion;
  /** Whether it refers to definitions of the script, whose types may differ each time. */
  readonly refersToScript: boolean;
  /** Includes the interfaces that were looked up. */
  checked:
    | {
        readonly module: CheckedModule;
        readonly interfaces: ReadonlyMap<string, Interface | undefined>;
      }
    | undefined;
};

type Version = { readonly exports: string; readonly installed: InstalledVersion };

/** The maximum number of versions of one module in a program. */
const maxVersions = 4;

export class StaticCache {
  readonly resolutions = new KnownResolutions();
  /** How often modules were resolved and definitions inferred, for tests of reuse. */
  readonly work = { modules: 0, definitions: 0 };
  private readonly forms = new WeakMap<ResolvedTopLevel, InstalledForm>();
  private readonly terms = new WeakMap<ResolvedTopLevel, InstalledForm['referents']>();
  private readonly ofModules = new WeakMap<Module | Interface, InstalledForm>();
  private readonly stripped = new WeakMap<TopLevel, TopLevel>();
  private readonly versions = new Map<string, readonly Version[]>();
  private readonly types = new Map<string, FormerTypes>();

  /** Returns the result of `make` for the form, computed once. */
  withoutHashes(form: TopLevel, make: (form: TopLevel) => TopLevel): TopLevel {
    const known = this.stripped.get(form) ?? make(form);
    this.stripped.set(form, known);
    return known;
  }

  /** `raw`: the module as resolved, before it had a hash. */
  form(raw: ResolvedTopLevel): InstalledForm | undefined {
    return this.forms.get(raw);
  }

  /** Returns the meanings of the names in a term, as found the first time. */
  term(
    raw: ResolvedTopLevel,
    found: InstalledForm['referents'],
  ): { readonly resolved: ResolvedTopLevel; readonly referents: InstalledForm['referents'] } {
    const referents = this.terms.get(raw) ?? found;
    this.terms.set(raw, referents);
    return { resolved: raw, referents };
  }

  formOf(module: Module | Interface): InstalledForm | undefined {
    return this.ofModules.get(module);
  }

  keep(
    raw: ResolvedTopLevel,
    resolved: ResolvedTopLevel,
    module: Module | Interface,
    referents: InstalledForm['referents'],
  ): InstalledForm {
    this.work.modules++;
    const own = versionOf(module);
    const refersToScript = [...referents.values()].some(
      (each) => each.kind === 'member' && each.module.text === replModuleName.text,
    );
    const form: InstalledForm = {
      resolved,
      referents,
      own,
      seen: own,
      refersToScript,
      checked: undefined,
    };
    this.forms.set(raw, form);
    this.ofModules.set(module, form);
    return form;
  }

  formerTypes(module: Module | Interface): FormerTypes {
    const key = keyOf(module);
    const types = this.types.get(key) ?? new FormerTypes(module.name.text);
    this.types.set(key, types);
    return types;
  }

  /** Finds an earlier version that looks the same from outside, or keeps this one. */
  unify(form: InstalledForm, checked: CheckedModule): void {
    const { module } = form.own.data;
    const exports = exportsText(module, checked);
    if (exports === undefined) return;
    const key = keyOf(module);
    const known = this.versions.get(key) ?? [];
    const same = known.find((each) => each.exports === exports);
    if (same !== undefined) form.seen = same.installed;
    else {
      const version = { exports, installed: form.own };
      this.versions.set(key, [version, ...known.slice(0, maxVersions - 1)]);
    }
  }
}

/** Errors show places of a module, so that versions in different files are different. */
const keyOf = ({ name, span }: Module | Interface): string => `${name.text} ${span.source.name}`;

export function versionOf(module: Module | Interface): InstalledVersion {
  return {
    data: { module, dependencies: new Map() },
    members: loadableDefs(module).map((def) => {
      return { name: memberName(module, def), def: def.kind };
    }),
  };
}

// Removes hashes of imports from forms for analysis: they are hashes of deployed modules, which analysis does not know.

const hasMembers = ({ kind }: TopLevel): boolean => kind === 'module' || kind === 'interface';

export const namesHashes = (form: TopLevel): boolean => form.kind === 'use' || hasMembers(form);

/** A hash in an import is the hash of a deployed module. */
export function withoutHashes(form: TopLevel): TopLevel {
  const open = (each: syntax.Import): syntax.Import => ({ ...each, hash: undefined });
  switch (form.kind) {
    case 'use':
      return { ...form, ...open(form) };
    case 'module':
      return {
        ...form,
        external: form.external.map((each) => (each.kind === 'use' ? open(each) : each)),
      };
    case 'interface':
      return { ...form, imports: form.imports.map(open) };
    default:
      return form;
  }
}
