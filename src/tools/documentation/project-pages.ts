// Writes the documentation of a project: a page of modules, a page of all members, and a page for each module.

import type { IndexedModule, ProjectIndex } from '../analysis/project-index/shape.ts';
import { code, paragraph, section, text, type Block, type Inline, type Page } from './content.ts';
import { firstSentence } from './doc-text.ts';
import { Links } from './links.ts';
import { membersPage } from './members-page.ts';
import { modulePage } from './module-page.ts';
import { indexPage } from './page-names.ts';
import { ProjectTests } from './tests-of.ts';

export function projectPages(index: ProjectIndex, title: string): readonly Page[] {
  const modules = documented(index.modules);
  const links = new Links(modules);
  const usedBy = usersOf(modules);
  const tests = new ProjectTests(index.modules, index.tests);
  return [
    { name: indexPage, title, blocks: overview(index, modules, links) },
    ...(modules.length > 1 ? [membersPage(modules, links)] : []),
    ...modules.map((module) => modulePage(module, { modules, links, usedBy, tests })),
  ];
}

function usersOf(modules: readonly IndexedModule[]): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  for (const { name, definitions } of modules) {
    for (const each of definitions) {
      const user = `${name}.${each.name}`;
      for (const reference of each.references) {
        const known = users.get(reference);
        if (known === undefined) users.set(reference, [user]);
        else known.push(user);
      }
    }
  }
  return users;
}

/** Returns modules of contracts without a page, because another module has the same name. */
export function withoutPages(index: ProjectIndex): readonly IndexedModule[] {
  const shown = new Set(documented(index.modules));
  return index.modules
    .filter(({ place }) => place.file.endsWith('.pact'))
    .filter((module) => !shown.has(module));
}

/** Returns the modules of contracts, each name once. Modules of scripts serve tests: used only if there are no others. */
function documented(modules: readonly IndexedModule[]): readonly IndexedModule[] {
  const ofContracts = modules.filter(({ place }) => place.file.endsWith('.pact'));
  const chosen = new Map<string, IndexedModule>();
  for (const module of ofContracts.length === 0 ? modules : ofContracts) {
    if (!chosen.has(module.name)) chosen.set(module.name, module);
  }
  return [...chosen.values()];
}

function overview(
  { loadOrder, cycles, external, tests }: ProjectIndex,
  modules: readonly IndexedModule[],
  links: Links,
): readonly Block[] {
  const blocks: Block[] = [];
  for (const [kind, heading] of [
    ['module', 'Modules'],
    ['interface', 'Interfaces'],
  ] as const) {
    const ofKind = modules.filter((each) => each.kind === kind);
    if (ofKind.length === 0) continue;
    const rows = ofKind.map(({ name, doc, place }) => [
      [links.module(name)],
      firstSentence(doc ?? ''),
      [code(place.file)],
    ]);
    blocks.push(section(heading), { kind: 'table', head: ['Name', 'Description', 'File'], rows });
  }
  if (modules.length === 0) blocks.push(paragraph('There are no modules.'));
  const order = loadOrder.filter(({ module }) => links.has(module));
  if (order.length > 1) {
    const items = order.map(({ module, file }) => [
      links.module(module),
      text(' from '),
      code(file),
    ]);
    const why = 'Each module comes after its dependencies:';
    blocks.push(section('Load order'), paragraph(why), { kind: 'list', items });
  }
  if (cycles.length > 0) {
    const items = cycles.map((names): readonly Inline[] =>
      names.flatMap((name, i) => (i === 0 ? [code(name)] : [text(' needs '), code(name)])),
    );
    blocks.push(section('Circles'), { kind: 'list', items });
  }
  if (external.length > 0) {
    const items = external.map((name) => [code(name)]);
    const what = 'Modules that are used but not defined in the project:';
    blocks.push(section('Not in this project'), paragraph(what), { kind: 'list', items });
  }
  const expectations = tests.reduce((sum, each) => sum + each.expectations.length, 0);
  if (expectations > 0) {
    const rows = tests
      .filter((each) => each.expectations.length > 0)
      .map(({ name, file, place, expectations: { length } }) => [
        [text(name ?? 'outside of transactions')],
        [text(String(length))],
        [code(`${file}:${place.line}`)],
      ]);
    const head = ['Transaction', 'Expectations', 'Place'];
    blocks.push(section('Tests'), { kind: 'table', head, rows });
  }
  return blocks;
}
