// docs/builtins/special-forms.md: the forms of the language that are not builtins, written from their definitions.
import {
  type Block,
  code,
  firstSentence,
  inlines,
  paragraph,
  text,
} from '../../src/tools/documentation/content.ts';
import { markdownOf } from '../../src/tools/documentation/markdown.ts';
import { placeName } from '../../src/tools/documentation/links.ts';
import { definitionForms } from '../../src/lang/resolve/definition-forms.ts';
import type { FormDescription } from '../../src/lang/resolve/forms/define.ts';
import { specialForms } from '../../src/lang/resolve/forms/index.ts';

export const formsPage = 'special-forms';

const introduction =
  'What the language gives a meaning of its own: forms whose arguments are not all evaluated first, words that define ' +
  'something, and marks in definitions. In the REPL the name alone shows its documentation. All examples are tests.';

export function specialFormReference(): string {
  const expressions = [...specialForms].sort(byName);
  const sections = [
    ...section('Expressions', expressions),
    ...section('Definitions', definitionForms),
  ];
  const blocks: readonly Block[] = [paragraph(introduction), ...sections];
  return markdownOf({ name: formsPage, title: 'Special forms', blocks });
}

const byName = (left: FormDescription, right: FormDescription): number =>
  left.name < right.name ? -1 : 1;

function section(title: string, forms: readonly FormDescription[]): readonly Block[] {
  const items = forms.map(({ name, doc }) => [
    { kind: 'link', text: name, page: formsPage, id: idOf(name) } as const,
    text(': '),
    ...firstSentence(doc),
  ]);
  return [
    { kind: 'heading', level: 2, id: title.toLowerCase(), content: [text(title)] },
    { kind: 'list', items },
    ...forms.flatMap(blocksOf),
  ];
}

function blocksOf({ name, since, usage, doc, examples }: FormDescription): readonly Block[] {
  const written = examples.map(({ code: program, gives }) => {
    const result = typeof gives === 'string' ? gives : `fails: ${gives.fails}`;
    return `pact> ${program.replaceAll('\n', '\n      ')}\n${result}`;
  });
  return [
    { kind: 'heading', level: 3, id: idOf(name), content: [code(name)] },
    { kind: 'paragraph', content: inlines(doc) },
    { kind: 'code', text: usage },
    paragraph(`Since Pact ${since}.`),
    { kind: 'code', text: written.join('\n\n') },
  ];
}

const idOf = (name: string): string => `form-${placeName(name)}`;
