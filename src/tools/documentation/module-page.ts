// Writes the page of a module or interface.

import type { IndexedDefinition, IndexedModule } from '../analysis/project-index/shape.ts';
import {
  code,
  section,
  separated,
  strong,
  text,
  type Block,
  type Inline,
  type Page,
} from './content.ts';
import { definitionBlocks, docOf, modelBlocks, type Project } from './definition-blocks.ts';
import { docBlocks, firstSentence } from './doc-text.ts';
import type { Links } from './links.ts';

export function modulePage(module: IndexedModule, project: Project): Page {
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
