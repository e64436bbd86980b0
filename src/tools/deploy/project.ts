// The contents of a project in deployment order: namespaces, keysets, then modules as ordered by the index.

import { bad, good, type Result } from '../../base/result.ts';
import type { JsonValue } from '../../base/json.ts';
import {
  contractForms,
  type ContractForms,
  type KeysetForm,
  type ModuleForm,
  type NamespaceForm,
} from './contract-forms.ts';
import { readMigration, type Migration, type MigrationText } from './migrations.ts';
import type { IndexedModule, ProjectIndex } from '../analysis/project-index/shape.ts';

export type DeployedModule = ModuleForm & {
  /** With its namespace. */
  readonly name: string;
  readonly file: string;
  readonly dependencies: readonly string[];
  /** The name without that of the module. */
  readonly tables: readonly string[];
};

export type DeployProject = {
  readonly namespaces: readonly NamespaceForm[];
  readonly keysets: readonly KeysetForm[];
  /** Modules, each after all that it needs. */
  readonly modules: readonly DeployedModule[];
  /** Modules that are used but are in no file: the network must have them. */
  readonly external: readonly string[];
  /** In the order in which they run. */
  readonly migrations: readonly Migration[];
};

export type ContractFile = { readonly path: string; readonly text: string };

export type ProjectOptions = {
  readonly data: JsonValue;
  readonly nestingLimit: number;
  readonly migrations: readonly MigrationText[];
  /** The index of these files, and sentences about their faults. */
  readonly index: (files: readonly ContractFile[]) => {
    readonly index: ProjectIndex;
    readonly faults: readonly string[];
  };
};

/** Returns faults as sentences with their files. */
export function deployProject(
  files: readonly ContractFile[],
  options: ProjectOptions,
): Result<DeployProject, readonly string[]> {
  const faults: string[] = [];
  const read = new Map<string, ContractForms>();
  for (const file of files) {
    const forms = contractForms(file, options);
    if (forms.ok) read.set(file.path, forms.value);
    else faults.push(`${file.path}:${forms.fault.line}: ${forms.fault.sentence}`);
  }
  if (faults.length > 0) return bad(faults);
  const { index, faults: found } = options.index(files.map((file) => named(file, read)));
  if (found.length > 0) return bad(found);
  const cycle = index.cycles[0];
  if (cycle !== undefined) return bad([`modules need one another: ${cycle.join(' needs ')}`]);
  const modules = modulesIn(index, read);
  const double = firstDouble(modules);
  if (double !== undefined) return bad([double]);
  const byName = new Map(modules.map((module) => [module.name, module]));
  const migrations = migrationsOf(byName, options);
  if (!migrations.ok) return migrations;
  return good({
    namespaces: once([...read.values()].flatMap(({ namespaces }) => namespaces)),
    keysets: once([...read.values()].flatMap(({ keysets }) => keysets)),
    modules: index.loadOrder.flatMap(({ module }) => byName.get(module) ?? []),
    external: index.external,
    migrations: migrations.value,
  });
}

/**
 * Returns the file as the index must read it: computed names of namespaces are replaced by the names themselves. Line
 * numbers stay the same.
 */
function named(
  { path, text }: ContractFile,
  read: ReadonlyMap<string, ContractForms>,
): ContractFile {
  const { entered = [] } = read.get(path) ?? {};
  let changed = '';
  let from = 0;
  for (const { start, end, name } of entered) {
    const lines = text.slice(start, end).split('\n').length - 1;
    changed += `${text.slice(from, start)}(namespace ${JSON.stringify(name)})${'\n'.repeat(lines)}`;
    from = end;
  }
  return { path, text: changed + text.slice(from) };
}

function modulesIn(
  { modules }: ProjectIndex,
  read: ReadonlyMap<string, ContractForms>,
): readonly DeployedModule[] {
  return [...read].flatMap(([file, forms]) => {
    const indexed = modules
      .filter(({ place }) => place.file === file)
      .sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
    return forms.modules.flatMap((form, i) => {
      const module = indexed[i];
      return module === undefined ? [] : [{ ...form, file, ...factsOf(module) }];
    });
  });
}

function factsOf({ name, dependencies, definitions }: IndexedModule) {
  const tables = definitions.flatMap((each) => (each.kind === 'deftable' ? [each.name] : []));
  return { name, dependencies, tables };
}

function migrationsOf(
  modules: ReadonlyMap<string, DeployedModule>,
  options: ProjectOptions,
): Result<readonly Migration[], readonly string[]> {
  const faults: string[] = [];
  const migrations: Migration[] = [];
  for (const text of options.migrations) {
    const { file, module } = text;
    const read = readMigration(text, options);
    if (!read.ok) faults.push(read.fault);
    else if (modules.get(module)?.kind === 'module') migrations.push(read.value);
    else {
      const names = [...modules.keys()].join(', ');
      faults.push(`${file}: ${module} is not a module of this project, which has ${names}`);
    }
  }
  return faults.length > 0 ? bad(faults) : good(migrations);
}

function firstDouble(modules: readonly DeployedModule[]): string | undefined {
  const seen = new Map<string, DeployedModule>();
  for (const module of modules) {
    const before = seen.get(module.name);
    if (before !== undefined) {
      const places = `${before.file}:${before.line} and ${module.file}:${module.line}`;
      return `${module.name} is defined twice: ${places}`;
    }
    seen.set(module.name, module);
  }
  return undefined;
}

/** Files may repeat the same definition. */
function once<T extends { readonly name: string }>(all: readonly T[]): readonly T[] {
  return [...new Map(all.map((each) => [each.name, each])).values()];
}
