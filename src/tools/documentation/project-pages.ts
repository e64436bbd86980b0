// The documentation of a project: a page of modules, a page of all members, and a page for each module.

import { addTo } from '../../base/groups.ts';
import { compareText } from '../../base/text.ts';
import type {
  IndexedDefinition,
  IndexedModule,
  ProjectIndex,
} from '../analysis/project-index/shape.ts';
import {
  type Block,
  code,
  docBlocks,
  firstSentence,
  type Inline,
  type Page,
  paragraph,
  section,
  separated,
  strong,
  text,
} from './content.ts';
import { indexPage, Links, memberId, membersPage as name } from './links.ts';
import {
  definitionBlocks,
  docOf,
  modelBlocks,
  type Project,
  ProjectTests,
} from './member-section.ts';

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
      for (const reference of each.references) addTo(users, reference, user);
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

function membersPage(modules: readonly IndexedModule[], links: Links): Page {
  const rows = modules
    .flatMap((module) => module.definitions.map((definition) => ({ module, definition })))
    .sort((left, right) => compareText(left.definition.name, right.definition.name))
    .map(({ module, definition }): readonly (readonly Inline[])[] => [
      [
        {
          kind: 'link',
          text: definition.name,
          page: links.pageOf(module.name),
          id: memberId(definition.name),
        },
      ],
      [code(definition.kind)],
      [links.module(module.name)],
    ]);
  const head = ['Name', 'Kind', 'Module'];
  return { name, title: 'All members', blocks: [{ kind: 'table', head, rows }] };
}

function modulePage(module: IndexedModule, project: Project): Page {
  const { name, doc, definitions } = module;
  const blocks: Block[] = [
    ...docBlocks(doc ?? ''),
    { kind: 'list', items: facts(module, project) },
  ];
  blocks.push(...modelBlocks(module), ...events(module, project));
  for (const [kind, heading] of sections) {
    const ofKind = definitions.filter((each) => each.kind === kind);
    if (ofKind.length === 0) continue;
    blocks.push(section(heading));
    for (const each of ofKind) blocks.push(...definitionBlocks(each, module, project));
  }
  return { name: project.links.pageOf(name), title: name, blocks };
}

const sections: readonly (readonly [IndexedDefinition['kind'], string])[] = [
  ['defun', 'Functions'],
  ['defpact', 'Defpacts'],
  ['defcap', 'Capabilities'],
  ['defschema', 'Schemas'],
  ['deftable', 'Tables'],
  ['defconst', 'Constants'],
];

function facts(module: IndexedModule, { modules, links }: Project): readonly (readonly Inline[])[] {
  const { kind, name, place, governance, blessed, imports } = module;
  const named = (label: string, content: readonly Inline[]): readonly (readonly Inline[])[] =>
    content.length === 0 ? [] : [[strong(label), text(': '), ...content]];
  const linked = (names: readonly string[]): readonly Inline[] =>
    separated(names.map((each) => links.module(each)));
  const users = modules.filter(({ dependencies }) => dependencies.includes(name));
  const implementers = users.filter((each) => each.implements.includes(name));
  const shownGovernance = (): readonly Inline[] => {
    if (governance === undefined) return [];
    if (governance.kind === 'capability') return [links.member(`${name}.${governance.name}`, name)];
    return [text('the keyset '), code(governance.name)];
  };
  return [
    [
      strong(kind === 'module' ? 'Module' : 'Interface'),
      text(' in '),
      code(`${place.file}:${place.line}`),
    ],
    ...named('Governance', shownGovernance()),
    ...named('Implements', linked(module.implements)),
    ...named('Imports', imported(imports, links)),
    ...named('Needs', linked(module.dependencies)),
    ...named('Implemented by', linked(implementers.map((each) => each.name))),
    ...named('Used by', linked(users.map((each) => each.name))),
    ...named('Blessed', separated(blessed.map(code))),
  ];
}

/** Lists each imported module once, with the imported names if there is a list of names. */
function imported(imports: IndexedModule['imports'], links: Links): readonly Inline[] {
  const names = new Map<string, Set<string> | undefined>();
  for (const { module, names: some } of imports) {
    const known = names.get(module);
    const all = some === undefined || (names.has(module) && known === undefined);
    names.set(module, all ? undefined : new Set([...(known ?? []), ...some]));
  }
  return [...names].flatMap(([module, some], i) => [
    ...(i === 0 ? [] : [text(', ')]),
    links.module(module),
    ...(some === undefined ? [] : [text(' ('), ...separated([...some].map(code)), text(')')]),
  ]);
}

/** Lists the events that a chain publishes: capabilities with @event, and managed ones when they are acquired. */
function events(module: IndexedModule, { modules, links }: Project): readonly Block[] {
  const { name, definitions } = module;
  const rows = definitions.flatMap((each) =>
    each.kind === 'defcap' && each.capability.kind !== 'plain'
      ? [
          [
            [links.member(`${name}.${each.name}`, name)],
            separated(
              each.parameters.map((one) =>
                code(one.type === undefined ? one.name : `${one.name}:${one.type}`),
              ),
            ),
            firstSentence(docOf(each, module, modules).doc),
          ],
        ]
      : [],
  );
  if (rows.length === 0) return [];
  const head = ['Event', 'Parameters', 'Description'];
  return [section('Events'), { kind: 'table', head, rows }];
}
