// docs/builtins: a page for each family of builtins, written from their definitions. The cost of each example is measured
// when the pages are written.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path/posix';
import {
  type Block,
  code,
  firstSentence,
  type Inline,
  inlines,
  type Page,
  paragraph,
  text,
} from '../../src/tools/documentation/content.ts';
import { markdownOf } from '../../src/tools/documentation/markdown.ts';
import { placeName } from '../../src/tools/documentation/links.ts';
import type { Example } from '../../src/lang/builtins/define.ts';
import { newestGasSchedule } from '../../src/lang/gas/releases/index.ts';
import type { GasSchedule } from '../../src/lang/gas/schedule.ts';
import { formsPage, specialFormReference } from './special-forms.ts';
import { builtinSets } from '../../src/tools/repl/builtins/index.ts';
import type { BuiltinDescription } from '../../src/script/builtins.ts';
import { replSession } from '../support/repl-session.ts';
import type { Generated } from './index.ts';

const folder = 'docs/builtins';

type Family = {
  /** The name of the family's page. */
  readonly name: string;
  readonly title: string;
  readonly definitions: readonly BuiltinDescription[];
};

export function builtinReference(): readonly Generated[] {
  const families = [
    ...familiesIn('src/lang/builtins', (name) => ({ name, title: titleOf(name) })),
    ...familiesIn('src/tools/repl/builtins', (name) => ({
      name: `repl-${name}`,
      title: `${titleOf(name)} (REPL)`,
    })),
  ];
  const pages = families.map((family) => ({
    path: `${folder}/${family.name}.md`,
    text: () => markdownOf(familyPage(family)),
  }));
  return [
    { path: `${folder}/README.md`, text: () => overview(families) },
    { path: `${folder}/${formsPage}.md`, text: specialFormReference },
    ...pages,
  ];
}

/** A family is a file of definitions or a folder of such files. */
function familiesIn(
  root: string,
  named: (family: string) => Pick<Family, 'name' | 'title'>,
): readonly Family[] {
  const { core, repl, legacy } = builtinSets;
  const all = [...core.all, ...repl.all, ...legacy.all];
  return readdirSync(root, { withFileTypes: true })
    .map((entry) => {
      const path = join(root, entry.name);
      const files = entry.isDirectory()
        ? readdirSync(path).map((file) => join(path, file))
        : [path];
      const texts = files.map((file) => readFileSync(file, 'utf8'));
      const isHere = (each: BuiltinDescription): boolean =>
        texts.some((content) => content.includes(`name: '${each.name}'`));
      const definitions = all.filter(isHere).sort(byName);
      return { ...named(entry.name.replace(/\.ts$/, '')), definitions };
    })
    .filter(({ definitions }) => definitions.length > 0)
    .sort(byName);
}

const byName = (left: { readonly name: string }, right: { readonly name: string }): number =>
  left.name < right.name ? -1 : 1;

const titles = new Map([
  ['defpacts', 'Defpacts'],
  ['hyperlane', 'Hyperlane'],
  ['legacy', 'Former builtins'],
  ['zk', 'Pairings and curves'],
]);

const titleOf = (name: string): string =>
  titles.get(name) ?? `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

const introduction = `# Builtins

Every builtin of the language and of the REPL: what it does, how it is called, since when, and what it costs. All examples
are tests. In the REPL the name of a builtin alone shows its documentation.

Special forms, such as \`if\`, \`let\` and \`defun\`, are not builtins: they are in [special forms](special-forms.md).

Gas is what a call itself costs. What depends on sizes is charged on top, and so is evaluating the arguments; the figure
beside an example is what all of it costs. Builtins of the REPL cost nothing.

These files are written by \`npm run generate\` from \`src/lang/builtins/\` and \`src/tools/repl/builtins/\`.`;

function overview(families: readonly Family[]): string {
  const lists = families.map(({ name, title, definitions }) => {
    const links = definitions.map((each) => markdownLink(name, each.name));
    return `- [${title}](${name}.md): ${links.join(', ')}`;
  });
  return `${introduction}\n\n${lists.join('\n')}\n`;
}

/** Formats a link as the links within a page are written. */
function markdownLink(family: string, builtin: string): string {
  const page: Page = {
    name: '',
    title: '',
    blocks: [{ kind: 'paragraph', content: [linkTo(builtin, family)] }],
  };
  return markdownOf(page).trim().split('\n').at(-1) ?? '';
}

const linkTo = (builtin: string, page: string): Inline => ({
  kind: 'link',
  text: builtin,
  page,
  id: idOf(builtin),
});

const idOf = (builtin: string): string => `builtin-${placeName(builtin)}`;

function familyPage({ name, title, definitions }: Family): Page {
  const items = definitions.map((each) => [
    linkTo(each.name, name),
    text(': '),
    ...firstSentence(each.doc),
  ]);
  return { name, title, blocks: [{ kind: 'list', items }, ...definitions.flatMap(section)] };
}

function section(definition: BuiltinDescription): readonly Block[] {
  const { name, doc, overloads, examples } = definition;
  const signatures = overloads.map(({ params, returns }) => {
    const written = params.map((each) => ` ${each.name}:${each.type}`).join('');
    return `(${name}${written}) -> ${returns}`;
  });
  const described = new Map(
    overloads.flatMap(({ params }) => params.map((each) => [each.name, each.doc] as const)),
  );
  const parameters = [...described].map(([param, what]) => [
    code(param),
    text(': '),
    ...inlines(what),
  ]);
  return [
    { kind: 'heading', level: 2, id: idOf(name), content: [code(name)] },
    { kind: 'paragraph', content: inlines(doc) },
    { kind: 'code', text: [...new Set(signatures)].join('\n') },
    ...(parameters.length === 0 ? [] : [{ kind: 'list', items: parameters } as const]),
    paragraph(`${releases(definition)} ${gasText(definition, newestGasSchedule)}`),
    { kind: 'code', text: examples.map(exampleText).join('\n\n') },
  ];
}

function releases({ since, until }: BuiltinDescription): string {
  return `Since Pact ${since}${until === undefined ? '' : `, until ${until}`}.`;
}

export function gasText({ overloads }: BuiltinDescription, schedule: GasSchedule): string {
  const costs = [...new Set(overloads.map(({ internal }) => schedule.costs.builtin(internal)))];
  if (costs.every((cost) => cost === 0)) return 'It costs nothing.';
  return `Gas: ${costs.map(inGas).join(' or ')}.`;
}

function exampleText({ setup, code: written, gives }: Example): string {
  const gas = gasOfExample(setup, written);
  const result = typeof gives === 'string' ? gives : `fails: ${gives.fails}`;
  return [
    ...(setup === undefined ? [] : [setup]),
    `pact> ${written}`,
    gas === 0 ? result : `${result}  ; ${inGas(gas)} gas`,
  ].join('\n');
}

/** Measures what an example costs, in milligas. */
function gasOfExample(setup = '', written: string): number {
  const { engine, run } = replSession();
  run(setup);
  run('(env-gasmodel "table") (env-gaslimit 100000000) (env-gas 0)');
  run(written);
  return Number(engine.meter.used);
}

const inGas = (milliGas: number): string => String(milliGas / 1000);
