// Properties of a model as programs: what is said there about arguments and the result is said in the language
// itself, but for a few words. Properties about tables and transactions as a whole are not.

import type { PropertyExpression } from '../../lang/session/index.ts';

export type PropertyText =
  | {
      readonly kind: 'program';
      readonly text: string;
      /** All names in it. */
      readonly names: ReadonlySet<string>;
    }
  /** The word that has no meaning in a program. */
  | { readonly kind: 'unknown'; readonly word: string };

/** Words about what happened to tables, and about all values of a type. */
const onlyInModels: ReadonlySet<string> = new Set([
  'abort',
  'success',
  'after',
  'before',
  'authorized-by',
  'authorized-by-keyset',
  'row-enforced',
  'cell-delta',
  'column-delta',
  'column-read',
  'column-written',
  'row-count',
  'row-exists',
  'row-read',
  'row-written',
  'row-write-count',
  'row-read-count',
  'read',
  'table-read',
  'table-written',
  'governance-passes',
  'forall',
  'exists',
  'is-event',
  'column-of',
]);

export function propertyProgram(expression: PropertyExpression): PropertyText {
  const names = new Set<string>();
  const text = textOf(expression, names);
  const word = [...names].find((name) => onlyInModels.has(name));
  return word === undefined ? { kind: 'program', text, names } : { kind: 'unknown', word };
}

/** `(property ...)` or `(invariant ...)`: what it says, and its text. */
export function statementsOf(
  word: 'property' | 'invariant',
  properties: readonly PropertyExpression[],
): readonly PropertyExpression[] {
  return properties.flatMap((each) => {
    if (each.kind !== 'property-sequence') return [];
    const { items } = each;
    const [head, ...rest] = items;
    const isIt = head?.kind === 'property-atom' && head.span.text === word;
    const said = isIt ? rest[0] : undefined;
    return said === undefined ? [] : [said];
  });
}

function textOf(expression: PropertyExpression, names: Set<string>): string {
  switch (expression.kind) {
    case 'property-atom':
      names.add(expression.span.text);
      return expression.span.text;
    case 'property-keyword':
    case 'property-delimiter':
    case 'property-constant':
      return expression.span.text;
    case 'property-sequence':
      return sequenceText(expression.items, names);
  }
}

function sequenceText(items: readonly PropertyExpression[], names: Set<string>): string {
  const texts = items.map((item) => textOf(item, names));
  const [head = '', ...rest] = texts;
  if (items[0]?.kind === 'property-delimiter') return texts.join(' ');
  const [condition = '', consequence = ''] = rest;
  if (rest.length === 2 && (head === 'when' || head === 'implies')) {
    return `(or (not ${condition}) ${consequence})`;
  }
  // In models these take as many as one likes.
  if (rest.length > 2 && (head === 'and' || head === 'or')) {
    return rest.reduceRight((inner, each) => `(${head} ${each} ${inner})`);
  }
  return `(${texts.join(' ')})`;
}
