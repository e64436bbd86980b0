// A project as data. It is walked as in `pact check`, so names have the same meaning.

import { compareText } from '../../../base/text.ts';
import { checkProject, type CheckedProject, type ProjectOptions } from '../check/check-project.ts';
import type { ParsedFile } from '../check/sources.ts';
import { staticForm } from '../../../script/names/static-forms.ts';
import { resolveLoad } from '../../../script/paths.ts';
import { isShipped } from '../../../script/standard/shipped-paths.ts';
import { TestCollector } from './collect-tests.ts';
import { describeModule, fullNameOf, isModuleForm, type MetModule } from './describe-module.ts';
import { loadOrder } from './load-order.ts';
import { indexVersion, type IndexedFile, type IndexedModule, type ProjectIndex } from './shape.ts';

export type IndexAnswer = {
  readonly index: ProjectIndex;
  /** How many errors `pact check` finds in each file, for files that have any. */
  readonly errors: ReadonlyMap<string, number>;
  readonly unreadable: CheckedProject['unreadable'];
};

export function indexProject(
  paths: readonly string[],
  options: Omit<ProjectOptions, 'observe'>,
): IndexAnswer {
  const met = new Map<string, MetModule>();
  const tests = new TestCollector();
  const project = checkProject(paths, {
    ...options,
    observe(seen) {
      if (isShipped(seen.file.path)) return;
      tests.observe(seen);
      const { form } = seen;
      if (!isModuleForm(form)) return;
      const key = `${seen.file.identity}:${form.span.start}`;
      // A file that is loaded where something is missing may be complete elsewhere.
      if (knownOf(met.get(key)) < knownOf({ ...seen, form })) met.set(key, { ...seen, form });
    },
  });
  const indexed = new Set(project.parsed);
  const own = [...met.values()].filter(({ file }) => indexed.has(file));
  const names = new Set(own.map(fullNameOf));
  const errors = errorsOf(project);
  const modules = own
    .map((each) => describeModule(each, (name) => names.has(name)))
    .sort(byNameAndPlace);
  const first = firstOfEach(modules);
  const { order, cycles } = loadOrder([...first.values()]);
  const index: ProjectIndex = {
    version: indexVersion,
    files: indexedFiles(project, { modules, errors, ...options }),
    modules,
    loadOrder: order.map((module) => ({ module, file: first.get(module)?.place.file ?? '' })),
    cycles,
    external: externalOf(modules, names),
    tests: tests.all(),
  };
  return { index, errors, unreadable: project.unreadable };
}

/** How much of a module is known; 0 if it was not visited. */
function knownOf(met: MetModule | undefined): number {
  if (met === undefined) return 0;
  return 1 + (met.resolved === undefined ? 0 : 1 + (met.checked?.definitions.size ?? 0));
}

function byNameAndPlace(left: IndexedModule, right: IndexedModule): number {
  return (
    compareText(left.name, right.name) ||
    compareText(left.place.file, right.place.file) ||
    left.place.line - right.place.line ||
    left.place.column - right.place.column
  );
}

/** Of modules with the same name, prefers that of a contract to one that a script defines for itself. */
function firstOfEach(modules: readonly IndexedModule[]): ReadonlyMap<string, IndexedModule> {
  const isContract = ({ place }: IndexedModule): boolean => place.file.endsWith('.pact');
  const first = new Map<string, IndexedModule>();
  for (const module of modules) {
    const known = first.get(module.name);
    if (known === undefined || (!isContract(known) && isContract(module))) {
      first.set(module.name, module);
    }
  }
  return first;
}

function externalOf(
  modules: readonly IndexedModule[],
  names: ReadonlySet<string>,
): readonly string[] {
  const needed = new Set(modules.flatMap(({ dependencies }) => dependencies));
  return [...needed].filter((name) => !names.has(name)).sort(compareText);
}

function errorsOf({ diagnostics }: CheckedProject): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { severity, error } of diagnostics) {
    const { name } = error.span.source;
    if (severity === 'error') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function indexedFiles(
  { parsed }: CheckedProject,
  {
    host,
    modules,
    errors,
  }: Pick<ProjectOptions, 'host'> &
    Pick<IndexAnswer, 'errors'> & { readonly modules: readonly IndexedModule[] },
): readonly IndexedFile[] {
  const paths = new Map(parsed.map(({ identity, path }) => [identity, path]));
  const pathOf = (target: string): string => paths.get(host.identify(target)) ?? target;
  return [...parsed]
    .sort((left, right) => compareText(left.path, right.path))
    .map((file) => ({
      path: file.path,
      dialect: file.dialect,
      loads: loadsOf(file).map(pathOf),
      modules: modules
        .filter(({ place }) => place.file === file.path)
        .sort((left, right) => left.place.line - right.place.line)
        .map(({ name }) => name),
      errors: errors.get(file.path) ?? 0,
    }));
}

function loadsOf({ path, forms }: ParsedFile): readonly string[] {
  return forms.flatMap((form) => {
    const known = staticForm(form);
    if (known?.kind !== 'load') return [];
    return [isShipped(known.path) ? known.path : resolveLoad(path, known.path)];
  });
}
