// The section about one member on the page of its module, with the tests that name it or reach it through other members.

import { addTo } from '../../base/groups.ts';
import {
  type IndexedDefinition,
  type IndexedModule,
  type IndexedParameter,
  type IndexedTest,
  signatureText,
} from '../analysis/project-index/shape.ts';
import {
  type Block,
  code,
  docBlocks,
  type Inline,
  inlines,
  paragraph,
  separated,
  strong,
  text,
} from './content.ts';
import { type Links, memberId } from './links.ts';

export type Project = {
  readonly modules: readonly IndexedModule[];
  readonly links: Links;
  /** The members that name each member, by its name. */
  readonly usedBy: ReadonlyMap<string, readonly string[]>;
  readonly tests: ProjectTests;
};

export function definitionBlocks(
  definition: IndexedDefinition,
  module: IndexedModule,
  project: Project,
): readonly Block[] {
  const { name } = definition;
  const member = `${module.name}.${name}`;
  return [
    { kind: 'heading', level: 3, id: memberId(name), content: [code(name)] },
    { kind: 'code', text: signature(definition) },
    ...documentation(definition, module, project),
    ...details(definition),
    ...relations(member, definition, module, project),
    ...testBlocks(project.tests.of(member)),
  ];
}

function signature(definition: IndexedDefinition): string {
  const head = signatureText(definition);
  if (definition.kind === 'defconst') return `(${head} ${definition.value})`;
  return `(${head})`;
}

function documentation(
  definition: IndexedDefinition,
  module: IndexedModule,
  { modules, links }: Project,
): readonly Block[] {
  const { doc, from } = docOf(definition, module, modules);
  const origin =
    from === undefined ? [] : [paragraph('From ', links.member(from, module.name), '.')];
  return [...docBlocks(doc), ...origin];
}

/** Returns the member's own documentation, or that of the interface member that it implements (`from`). */
export function docOf(
  { name, doc }: IndexedDefinition,
  module: IndexedModule,
  modules: readonly IndexedModule[],
): { readonly doc: string; readonly from: string | undefined } {
  if (doc !== undefined) return { doc, from: undefined };
  for (const implemented of module.implements) {
    const promised = modules
      .find((each) => each.name === implemented)
      ?.definitions.find((each) => each.name === name);
    if (promised?.doc !== undefined) return { doc: promised.doc, from: `${implemented}.${name}` };
  }
  return { doc: '', from: undefined };
}

function details(definition: IndexedDefinition): readonly Block[] {
  switch (definition.kind) {
    case 'defun':
      return [...foundTypes(definition), ...modelBlocks(definition)];
    case 'defcap':
      return [
        ...capability(definition.capability),
        ...foundTypes(definition),
        ...modelBlocks(definition),
      ];
    case 'defpact':
      return [...steps(definition.steps), ...foundTypes(definition), ...modelBlocks(definition)];
    case 'defschema':
      return [...fields(definition.fields), ...modelBlocks(definition)];
    default:
      return [];
  }
}

function capability(
  form: Extract<IndexedDefinition, { kind: 'defcap' }>['capability'],
): readonly Block[] {
  switch (form.kind) {
    case 'plain':
      return [];
    case 'event':
      return [paragraph('An event.')];
    case 'auto-managed':
      return [paragraph('Managed: each signed capability can be used once. An event.')];
    case 'managed':
      return [
        paragraph(
          'Managed: ',
          code(form.manager),
          ' computes the remaining ',
          code(form.parameter),
          '. An event.',
        ),
      ];
  }
}

function steps(all: Extract<IndexedDefinition, { kind: 'defpact' }>['steps']): readonly Block[] {
  // A defpact of an interface has no steps.
  if (all.length === 0) return [];
  const count = `${all.length} step${all.length === 1 ? '' : 's'}`;
  const back = all.flatMap(({ rollback }, i) => (rollback ? [String(i)] : []));
  const how =
    back.length === 0 ? 'none can be rolled back' : `can be rolled back: ${back.join(', ')}`;
  return [paragraph(`${count}, counted from 0; ${how}.`)];
}

function fields(all: readonly IndexedParameter[]): readonly Block[] {
  if (all.length === 0) return [];
  const rows = all.map(({ name, type }) => [
    [code(name)],
    type === undefined ? [text('any')] : [code(type)],
  ]);
  return [{ kind: 'table', head: ['Field', 'Type'], rows }];
}

/** Lists types that are inferred, not written in the source. */
function foundTypes({
  parameters,
  result,
  constraints,
}: Extract<IndexedDefinition, { parameters: unknown }>): readonly Block[] {
  const found = parameters.flatMap(({ name, type, inferred }) =>
    type === undefined || inferred === undefined ? [] : [code(`${name}:${type}`)],
  );
  const gives: readonly Inline[] =
    result?.inferred === undefined ? [] : [text('result '), code(result.type)];
  const where: readonly Inline[] =
    constraints.length === 0 ? [] : [text('where '), ...separated(constraints.map(code))];
  const parts = [separated(found), gives, where].filter((part) => part.length > 0);
  if (parts.length === 0) return [];
  const content = parts.flatMap((part, i) => (i === 0 ? part : [text(', '), ...part]));
  return [paragraph('Inferred types: ', ...content, '.')];
}

export function modelBlocks({ model }: { readonly model: readonly string[] }): readonly Block[] {
  return model.length === 0 ? [] : [paragraph('Model:'), { kind: 'code', text: model.join('\n') }];
}

function relations(
  member: string,
  { references }: IndexedDefinition,
  { name: within }: IndexedModule,
  { usedBy, links }: Project,
): readonly Block[] {
  const users = usedBy.get(member) ?? [];
  const items = [['Uses', references] as const, ['Used by', users] as const].flatMap(
    ([label, members]) =>
      members.length === 0
        ? []
        : [
            [
              strong(label),
              text(': '),
              ...separated(members.map((each) => links.member(each, within))),
            ],
          ],
  );
  return items.length === 0 ? [] : [{ kind: 'list', items }];
}

/** The tests above this number are only counted. */
const maxTests = 12;

function testBlocks({ naming, reaching }: TestsOf): readonly Block[] {
  const items = naming.slice(0, maxTests).map(testItem);
  const others = naming.length - items.length + reaching;
  if (others > 0) {
    const what = items.length === 0 ? 'through code that uses it' : 'more';
    items.push([text(`${others} transaction${others === 1 ? '' : 's'} ${what}`)]);
  }
  if (items.length === 0) return [];
  return [paragraph(strong('Tested by'), ':'), { kind: 'list', items }];
}

function testItem({ test: { file, place, name }, expectations }: Touching): readonly Inline[] {
  const what = expectations.filter((each) => each !== '');
  return [
    ...(name === undefined ? [] : [...inlines(name), text(' ')]),
    code(`${file}:${place.line}`),
    ...(what.length === 0 ? [] : [text(': '), ...inlines(what.join('; '))]),
  ];
}

type Touching = {
  readonly test: IndexedTest;
  /** The expectations whose forms name the member. */
  readonly expectations: readonly string[];
};

type TestsOf = {
  readonly naming: readonly Touching[];
  /** The number of other tests that reach it. */
  readonly reaching: number;
};

export class ProjectTests {
  private readonly naming = new Map<string, Touching[]>();
  private readonly reaching = new Map<string, Set<IndexedTest>>();

  constructor(modules: readonly IndexedModule[], tests: readonly IndexedTest[]) {
    const references = new Map(
      modules.flatMap(({ name, definitions }) =>
        definitions.map((each) => [`${name}.${each.name}`, each.references] as const),
      ),
    );
    for (const test of tests) {
      for (const member of test.uses) {
        const expectations = test.expectations
          .filter(({ uses }) => uses.includes(member))
          .map(({ name }) => name);
        addTo(this.naming, member, { test, expectations });
      }
      for (const member of reachable(test.uses, references)) {
        const reaching = this.reaching.get(member) ?? new Set();
        this.reaching.set(member, reaching.add(test));
      }
    }
  }

  of(member: string): TestsOf {
    const naming = this.naming.get(member) ?? [];
    const all = this.reaching.get(member)?.size ?? 0;
    return { naming, reaching: all - naming.length };
  }
}

function reachable(
  roots: readonly string[],
  references: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  // Iteration over a set includes items that are added during the loop.
  const reached = new Set(roots);
  for (const member of reached) for (const each of references.get(member) ?? []) reached.add(each);
  return reached;
}
