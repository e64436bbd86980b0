// Turns properties of a model into programs. Statements about arguments and the result are written in the language
// itself, except for a few words. Properties about tables and whole transactions cannot be run.

import type { PropertyExpression } from '../../../lang/session/analyse.ts';

export type PropertyText =
  | {
      readonly kind: 'program';
      readonly text: string;
      /** All names in the expression. */
      readonly names: ReadonlySet<string>;
    }
  /** The word that has no meaning in a program. */
  | { readonly kind: 'unknown'; readonly word: string };

/** Words about changes of tables, and about all values of a type. */
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
  'table-read',
  'table-written',
  'governance-passes',
  'forall',
  'exists',
  'is-event',
  'column-of',
]);

export type StatementWord = 'property' | 'invariant';

/** `(defproperty name (parameter ...) body)` of a module's model, by name. */
export type DefinedProperties = ReadonlyMap<string, DefinedProperty>;

type DefinedProperty = {
  readonly params: readonly string[];
  readonly said: PropertyExpression;
};

/** `word`: an invariant may read tables; in a property, `read` means the rows before or after the call. */
export function propertyProgram(
  expression: PropertyExpression,
  { word: kind, defined }: { readonly word: StatementWord; readonly defined: DefinedProperties },
): PropertyText {
  const names = new Set<string>();
  const expansion: Expansion = { count: 0, endless: undefined };
  const text = textOf(expression, { names, defined, expansion, depth: 0 });
  const isModelWord = (name: string): boolean =>
    onlyInModels.has(name) || (kind === 'property' && name === 'read');
  const word = expansion.endless ?? [...names].find(isModelWord);
  return word === undefined ? { kind: 'program', text, names } : { kind: 'unknown', word };
}

export function definedProperties(properties: readonly PropertyExpression[]): DefinedProperties {
  const defined = new Map<string, DefinedProperty>();
  for (const each of properties) {
    if (each.kind !== 'property-sequence') continue;
    const [head, name, ...rest] = each.items;
    const said = rest.at(-1);
    if (head?.span.text !== 'defproperty' || name === undefined || said === undefined) continue;
    defined.set(name.span.text, { params: parameterNames(rest.slice(0, -1)[0]), said });
  }
  return defined;
}

/** Returns the names in `(account:string amount:decimal)`, without the types. */
function parameterNames(list: PropertyExpression | undefined): readonly string[] {
  if (list?.kind !== 'property-sequence') return [];
  return list.items.flatMap((item, at) => {
    const before = list.items[at - 1];
    const isType = before?.kind === 'property-delimiter' && before.delimiter === ':';
    return item.kind === 'property-atom' && !isType ? [item.span.text] : [];
  });
}

/** Returns the statements of `(property ...)` or `(invariant ...)` with their texts. */
export function statementsOf(
  word: StatementWord,
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

type Scope = {
  readonly names: Set<string>;
  readonly defined: DefinedProperties;
  readonly expansion: Expansion;
  /** The nesting of definitions that use one another. */
  readonly depth: number;
};

type Expansion = {
  count: number;
  /** The name of a definition that refers to itself or nests too deeply. */
  endless: string | undefined;
};

const deepest = 10;
const maxExpansions = 1000;

function textOf(expression: PropertyExpression, scope: Scope): string {
  switch (expression.kind) {
    case 'property-atom': {
      const { text } = expression.span;
      const meant = scope.defined.get(text);
      if (meant !== undefined && meant.params.length === 0) {
        return definedText(text, meant, [], scope);
      }
      scope.names.add(text);
      return text;
    }
    case 'property-keyword':
    case 'property-delimiter':
    case 'property-constant':
      return expression.span.text;
    case 'property-sequence':
      return sequenceText(expression.items, scope);
  }
}

function definedText(
  name: string,
  { params, said }: DefinedProperty,
  args: readonly string[],
  scope: Scope,
): string {
  const { expansion } = scope;
  if (scope.depth >= deepest || ++expansion.count > maxExpansions) {
    expansion.endless ??= name;
    return name;
  }
  const text = textOf(said, { ...scope, depth: scope.depth + 1 });
  const binders = params.map((param, at) => `(${param} ${args[at] ?? ''})`);
  return binders.length === 0 ? text : `(let (${binders.join(' ')}) ${text})`;
}

function sequenceText(items: readonly PropertyExpression[], scope: Scope): string {
  const [first, ...others] = items;
  const meant = first?.kind === 'property-atom' ? scope.defined.get(first.span.text) : undefined;
  if (first !== undefined && meant !== undefined && meant.params.length > 0) {
    const args = others.map((each) => textOf(each, scope));
    return definedText(first.span.text, meant, args, scope);
  }
  const texts = items.map((item) => textOf(item, scope));
  return first?.kind === 'property-delimiter' ? texts.join(' ') : applicationText(texts);
}

function applicationText(texts: readonly string[]): string {
  const [head = '', ...rest] = texts;
  const [condition = '', consequence = ''] = rest;
  if (rest.length === 2 && (head === 'when' || head === 'implies')) {
    return `(or (not ${condition}) ${consequence})`;
  }
  // In models, these take any number of arguments.
  if (rest.length > 2 && (head === 'and' || head === 'or')) {
    return rest.reduceRight((inner, each) => `(${head} ${each} ${inner})`);
  }
  return `(${texts.join(' ')})`;
}
