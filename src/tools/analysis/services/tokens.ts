// Semantic tokens of a text: from the lexer and the brackets alone if the meaning of names is unknown, otherwise also
// from that.

import { definitionForms, specialForms, type Word } from '../../../lang/session/analyse.ts';
import {
  type BracketTree,
  type Group,
  isGroup,
  isWord,
  readBrackets,
} from '../../../script/brackets/read-brackets.ts';
import type { NamesView } from '../workspace/snapshot.ts';
import type { Reference, SymbolKind, TextRange } from '../workspace/symbols.ts';

export const tokenKinds = [
  'comment',
  'string',
  'number',
  'keyword',
  'operator',
  'decorator',
  'type',
  'namespace',
  'interface',
  'function',
  'event',
  'method',
  'variable',
  'parameter',
  'property',
  'struct',
  'class',
  'enumMember',
] as const;
type TokenKind = (typeof tokenKinds)[number];

export const tokenModifiers = [
  'declaration',
  'readonly',
  'deprecated',
  'modification',
  'defaultLibrary',
] as const;
export type TokenModifier = (typeof tokenModifiers)[number];

export type CodeToken = TextRange & {
  readonly kind: TokenKind;
  readonly modifiers: readonly TokenModifier[];
};

type NameKind = Pick<CodeToken, 'kind' | 'modifiers'>;

/** In order, without overlaps. */
export function tokensOf(
  snapshot: NamesView,
  path: string,
  range?: TextRange,
): readonly CodeToken[] {
  const document = snapshot.document(path);
  if (document === undefined) return [];
  const names = new Meanings(snapshot.analysis(path).references);
  const tree = readBrackets(document.source);
  const heads = headsOf(tree);
  return tree.words.flatMap((word, at) => {
    const { start, end } = word;
    if (range !== undefined && (end <= range.start || start >= range.end)) return [];
    const known = word.kind === 'name' || word.kind === 'symbol' ? names.of(word) : undefined;
    const kind = known ?? kindOf(word, tree.words[at - 1], heads);
    return kind === undefined || end === start ? [] : [{ start, end, ...kind }];
  });
}

/** The meaning of words, queried in the order of the text. */
class Meanings {
  private readonly references: readonly Reference[];
  /** The reference after the last one that begins before the word. */
  private next = 0;

  constructor(references: readonly Reference[]) {
    this.references = references;
  }

  /** `ns` and `m` of `ns.m` refer to the module. */
  of({ start, end }: TextRange): NameKind | undefined {
    while ((this.references[this.next]?.span.start ?? Infinity) <= start) this.next++;
    const last = this.references[this.next - 1];
    if (last === undefined || end > last.span.end) return undefined;
    const { symbol, access } = last;
    return { kind: kindsOfSymbols[symbol.kind], modifiers: modifiersOf(symbol.kind, access) };
  }
}

function modifiersOf(kind: SymbolKind, access: Reference['access']): readonly TokenModifier[] {
  return [
    ...(access === 'definition' ? (['declaration'] as const) : []),
    ...(kind === 'constant' ? (['readonly'] as const) : []),
    ...(access === 'write' ? (['modification'] as const) : []),
    ...(kind === 'builtin' ? (['defaultLibrary'] as const) : []),
  ];
}

const kindsOfSymbols = {
  module: 'namespace',
  interface: 'interface',
  function: 'function',
  capability: 'event',
  defpact: 'method',
  step: 'keyword',
  constant: 'variable',
  schema: 'struct',
  field: 'property',
  table: 'class',
  parameter: 'parameter',
  local: 'variable',
  builtin: 'function',
  'special-form': 'keyword',
  keyset: 'enumMember',
  namespace: 'namespace',
} as const satisfies Record<SymbolKind, TokenKind>;

const formNames: ReadonlySet<string> = new Set(
  [...specialForms, ...definitionForms].map(({ name }) => name),
);

function kindOf(
  word: Word,
  before: Word | undefined,
  heads: ReadonlySet<number>,
): NameKind | undefined {
  switch (word.kind) {
    case 'comment':
    case 'string':
    case 'number':
      return plain(word.kind);
    case 'symbol':
      return plain('enumMember');
    case 'keyword':
      return plain(word.text.startsWith('@') ? 'decorator' : 'keyword');
    case 'mark':
      return word.text === ':=' ? plain('operator') : undefined;
    case 'name':
      if (before?.text === ':') return plain('type');
      if (!heads.has(word.start)) return plain('variable');
      return plain(formNames.has(word.text) ? 'keyword' : 'function');
    case 'open':
    case 'close':
    case 'fault':
      return undefined;
  }
}

const plain = (kind: TokenKind): NameKind => ({ kind, modifiers: [] });

/** Returns where the first names of lists in parentheses begin. */
function headsOf({ top }: BracketTree): ReadonlySet<number> {
  const heads = new Set<number>();
  const pending: Group[] = [top];
  for (let group = pending.pop(); group !== undefined; group = pending.pop()) {
    const head = group.items[0];
    if (group.open?.text === '(' && isWord(head)) heads.add(head.start);
    for (const item of group.items) if (isGroup(item)) pending.push(item);
  }
  return heads;
}
