// What each word of a text is, for colours: by the lexer and the brackets alone where nothing is known
// of names, and by what names mean where that is known.

import type { Source } from '../../base/span.ts';
import { definitionForms, specialForms, type Word } from '../../lang/session/analyse.ts';
import {
  isGroup,
  isWord,
  readBrackets,
  type BracketTree,
  type Group,
} from '../brackets/read-brackets.ts';
import type { TextRange } from './ranges.ts';

export const tokenKinds = [
  ...['comment', 'string', 'number', 'keyword', 'operator', 'decorator', 'type', 'namespace'],
  ...['interface', 'function', 'event', 'method', 'variable', 'parameter', 'property', 'struct'],
  ...['class', 'enumMember'],
] as const;
export type TokenKind =
  | 'comment'
  | 'string'
  | 'number'
  | 'keyword'
  | 'operator'
  | 'decorator'
  | 'type'
  | 'namespace'
  | 'interface'
  | 'function'
  | 'event'
  | 'method'
  | 'variable'
  | 'parameter'
  | 'property'
  | 'struct'
  | 'class'
  | 'enumMember';

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

/** What is known of the name at a place. */
export type NameKind = Pick<CodeToken, 'kind' | 'modifiers'>;

export type TokenOptions = {
  /** By the offset at which a name begins. */
  readonly names?: ReadonlyMap<number, NameKind>;
  readonly range?: TextRange | undefined;
};

/** In order, without overlaps. */
export function tokensOf(source: Source, options: TokenOptions = {}): readonly CodeToken[] {
  const { names = new Map(), range } = options;
  const tree = readBrackets(source);
  const heads = headsOf(tree);
  const tokens: CodeToken[] = [];
  tree.words.forEach((word, at) => {
    if (range !== undefined && (word.end <= range.start || word.start >= range.end)) return;
    const known = names.get(word.start) ?? kindOf(word, tree.words[at - 1], heads);
    if (known === undefined || word.end === word.start) return;
    tokens.push({ start: word.start, end: word.end, ...known });
  });
  return tokens;
}

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

/** Where the first names of lists in parentheses begin. */
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
