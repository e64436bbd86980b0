// The contents of a project as data: modules, tests, and the order in which modules can be loaded. Shapes: shape.ts.

import type { NamedDependent } from '../../../base/prose.ts';
import { compareText } from '../../../base/text.ts';
import { isShipped, resolveLoad } from '../../../script/files.ts';
import { isModuleForm, staticForm } from '../../../script/names/written-forms.ts';
import { type CheckedProject, checkProject, type ProjectOptions } from '../check/check-project.ts';
import { moduleCircles } from '../check/project-modules.ts';
import type { ParsedFile } from '../check/sources.ts';
import { TestCollector } from './collect-tests.ts';
import { describeModule, fullNameOf, type MetModule } from './describe.ts';
import { type IndexedFile, type IndexedModule, indexVersion, type ProjectIndex } from './shape.ts';

type IndexAnswer = {
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

type LoadOrder = {
  readonly order: readonly string[];
  /** For each group of modules that need each other, a shortest circle. The first module is repeated at the end. */
  readonly cycles: readonly (readonly string[])[];
};

/** Depth first by name, with an explicit stack, because chains can be long. Unknown names are left out. */
export function loadOrder(given: readonly NamedDependent[]): LoadOrder {
  const nodes = given
    .map(({ name, dependencies }) => ({ name, dependencies: [...dependencies].sort(compareText) }))
    .sort((left, right) => compareText(left.name, right.name));
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const order: string[] = [];
  const met = new Set<string>();
  for (const root of byName.keys()) {
    const path: { readonly name: string; readonly pending: string[] }[] = [];
    const enter = (name: string): void => {
      met.add(name);
      path.push({ name, pending: [...(byName.get(name)?.dependencies ?? [])].reverse() });
    };
    if (!met.has(root)) enter(root);
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const next = here.pending.pop();
      if (next === undefined) {
        order.push(here.name);
        path.pop();
      } else if (byName.has(next) && !met.has(next)) enter(next);
    }
  }
  const cycles = moduleCircles(nodes).map(({ path }) => [...path, ...path.slice(0, 1)]);
  return { order, cycles };
}
