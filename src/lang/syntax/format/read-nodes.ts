// Tokens to nodes, with the width that each has on one line.

import type { IToken, TokenType } from 'chevrotain';
import * as t from '../../../../grammar/tokens.ts';
import { codePointLength } from '../../../base/text.ts';
import { formRules, withBindings, withParameters } from './form-rules.ts';
import { findPartners } from '../brackets.ts';
import type { Gap } from './trivia.ts';

export type NodeSource = {
  readonly tokens: readonly IToken[];
  /** What the author wrote for each token. */
  readonly texts: readonly string[];
  readonly gaps: readonly Gap[];
};

export function readNodes(source: NodeSource): readonly Node[] {
  return new NodeReader(source).readAll();
}

const brackets: ReadonlyMap<TokenType, Bracket> = new Map([
  [t.LeftParen, '('],
  [t.LeftBracket, '['],
  [t.LeftBrace, '{'],
]);
const isString = (type: TokenType | undefined): boolean =>
  type === t.StringToken || type === t.SymbolToken;

class NodeReader {
  private readonly tokens: readonly IToken[];
  private readonly texts: readonly string[];
  private readonly gaps: readonly Gap[];
  private readonly partners: Int32Array;
  private at = 0;
  private isInType = false;

  constructor({ tokens, texts, gaps }: NodeSource) {
    this.tokens = tokens;
    this.texts = texts;
    this.gaps = gaps;
    this.partners = findPartners(tokens);
  }

  readAll(): readonly Node[] {
    return this.readItems(this.tokens.length);
  }

  private readItems(end: number): readonly Node[] {
    const items: Node[] = [];
    while (this.at < end) items.push(this.readItem());
    return items;
  }

  private readItem(): Node {
    switch (this.typeAt(this.at)) {
      case t.AtDoc:
        return this.readPhrase([t.StringToken]);
      case t.AtModel:
        return this.readPhrase([t.LeftBracket]);
      case t.AtManaged:
        return this.readPhrase([t.Identifier, t.Identifier]);
      default:
        return this.readPairOrWord();
    }
  }

  private readPhrase(followers: readonly TokenType[]): Node {
    const parts: Node[] = [this.readToken()];
    for (const follower of followers) {
      if (this.typeAt(this.at) !== follower) break;
      parts.push(this.readWord());
    }
    return parts.length === 1 ? (parts[0] as Node) : this.phrase(parts);
  }

  private readPairOrWord(): Node {
    const key = this.readWord();
    const mark = this.at;
    const type = this.typeAt(mark);
    const isField = key.kind === 'token' && isString(this.typeAt(key.first));
    if (!isField || (type !== t.Colon && type !== t.Assign)) return key;
    const next = this.typeAt(mark + 1);
    if (next === undefined || next === t.Comma || this.isClosing(mark + 1)) return key;
    this.at++;
    const value = this.readWord();
    const between = type === t.Colon ? 2 : 4;
    const width = this.breaksWithin(key.first, mark) ? Infinity : key.width + between;
    const isBroken = this.gapHasComments(value.first);
    return {
      kind: 'pair',
      first: key.first,
      last: value.last,
      key,
      mark,
      value,
      width: isBroken ? Infinity : width + value.width,
    } satisfies PairNode;
  }

  /** A token or group, with what is joined to it. */
  private readWord(): Node {
    const first = this.readTokenOrGroup();
    if (first.kind === 'group') return first;
    const parts: Node[] = [first];
    if (this.isInType && this.opensBraces()) parts.push(this.readGroup({ isSpaced: false }));
    for (;;) {
      const type = this.typeAt(this.at);
      if (type === t.Dot || type === t.DoubleColon) {
        parts.push(this.readToken());
        if (this.isName(this.at)) parts.push(this.readToken());
      } else if (type === t.Colon && this.isTypedName(first)) {
        parts.push(this.readToken());
        this.readType(parts);
        break;
      } else break;
    }
    return parts.length === 1 ? first : this.joined(parts);
  }

  private isTypedName(first: Node): boolean {
    if (this.typeAt(first.first) !== t.Identifier) return false;
    return this.isTypeStart(this.at + 1);
  }

  private isTypeStart(at: number): boolean {
    const type = this.typeAt(at);
    const opensGroup = type === t.LeftBracket || type === t.LeftBrace;
    return (opensGroup && this.partners[at] !== -1) || type === t.Identifier || type === t.Module;
  }

  private readType(parts: Node[]): void {
    const outer = this.isInType;
    this.isInType = true;
    if (!brackets.has(this.typeAt(this.at) as TokenType)) {
      parts.push(this.readToken());
      if (this.opensBraces()) parts.push(this.readGroup({ isSpaced: false }));
    } else parts.push(this.readGroup({ isSpaced: false }));
    this.isInType = outer;
  }

  private opensBraces(): boolean {
    return this.typeAt(this.at) === t.LeftBrace && this.partners[this.at] !== -1;
  }

  private readTokenOrGroup(): Node {
    const isGroup = (this.partners[this.at] as number) > this.at;
    return isGroup ? this.readGroup({ isSpaced: true }) : this.readToken();
  }

  private readToken(): Node {
    const at = this.at++;
    const text = this.texts[at] as string;
    const width = text.includes('\n') ? Infinity : codePointLength(text);
    return { kind: 'token', first: at, last: at, width };
  }

  private readGroup({ isSpaced }: { readonly isSpaced: boolean }): GroupNode {
    const first = this.at++;
    const last = this.partners[first] as number;
    const bracket = brackets.get(this.typeAt(first) as TokenType) as Bracket;
    const name = bracket === '(' ? (this.texts[first + 1] ?? '') : '';
    const items = withRoles(this.readItems(last), name);
    this.at = last + 1;
    const isPadded = bracket === '{' && isSpaced && items.length > 0;
    const node: GroupNode = {
      kind: 'group',
      first,
      last,
      width: 0,
      bracket,
      items,
      role: 'plain',
      isSpaced: isPadded,
    };
    return { ...node, width: this.groupWidth(node, name) };
  }

  private groupWidth({ items, isSpaced, last, bracket }: GroupNode, name: string): number {
    if (this.gapHasComments(last) || this.keepsBreak(items, bracket, name)) return Infinity;
    let width = isSpaced ? 4 : 2;
    items.forEach((item, i) => {
      if (this.gapHasComments(item.first)) width = Infinity;
      const isJoined = i === 0 || this.typeAt(item.first) === t.Comma;
      width += item.width + (isJoined ? 0 : 1);
    });
    return width;
  }

  /** Returns whether a form that was written on several lines keeps them. */
  private keepsBreak(items: readonly Node[], bracket: Bracket, name: string): boolean {
    const rule = bracket === '(' ? formRules.get(name) : undefined;
    const isKept =
      bracket === '('
        ? (rule?.keepsBreak ?? items[0]?.kind === 'group')
        : bracket === '{' || !items.every((item) => isWord(item));
    // Items that may stay on the first line are put there.
    const head = rule?.head ?? 0;
    return isKept && items.some(({ first }, i) => i > head && (this.gaps[first] as Gap).hasNewline);
  }

  private phrase(parts: readonly Node[]): PhraseNode {
    return { kind: 'phrase', ...this.extent(parts), width: this.widthOf(parts, 1), parts };
  }

  private joined(parts: readonly Node[]): Node {
    return { kind: 'joined', ...this.extent(parts), width: this.widthOf(parts, 0), parts };
  }

  private extent(parts: readonly Node[]): { readonly first: number; readonly last: number } {
    return { first: (parts[0] as Node).first, last: (parts.at(-1) as Node).last };
  }

  private widthOf(parts: readonly Node[], between: number): number {
    let width = (parts.length - 1) * between;
    parts.forEach((part, i) => {
      width += i > 0 && this.gapHasComments(part.first) ? Infinity : part.width;
    });
    return width;
  }

  private breaksWithin(first: number, last: number): boolean {
    for (let i = first + 1; i <= last; i++) if (this.gapHasComments(i)) return true;
    return false;
  }

  private gapHasComments(token: number): boolean {
    return (this.gaps[token] as Gap).comments.length > 0;
  }

  private isName(at: number): boolean {
    const type = this.typeAt(at);
    return type === t.Identifier || type === t.NumberToken;
  }

  private isClosing(at: number): boolean {
    const partner = this.partners[at] as number;
    return partner !== -1 && partner < at;
  }

  private typeAt(at: number): TokenType | undefined {
    return this.tokens[at]?.tokenType;
  }
}

export const isWord = (node: Node): boolean =>
  node.kind === 'token' || (node.kind === 'joined' && node.parts.every(isWord));

/** Gives the groups of a form their roles. */
function withRoles(items: readonly Node[], name: string): readonly Node[] {
  if (withBindings.has(name)) return withRole(items, 1, 'bindings');
  if (!withParameters.has(name)) return items;
  return withRole(items, name === 'lambda' ? 1 : 2, 'parameters');
}

function withRole(items: readonly Node[], at: number, role: Role): readonly Node[] {
  const item = items[at];
  if (item?.kind !== 'group' || item.bracket !== '(') return items;
  const changed: GroupNode = { ...item, role };
  if (role !== 'bindings') return items.with(at, changed);
  const inner = item.items.map((node) =>
    node.kind === 'group' ? { ...node, role: 'binding' as const } : node,
  );
  return items.with(at, { ...changed, items: inner });
}

// Nodes: source as the formatter sees it, brackets and their contents, with parts that are written without spaces joined. It knows
// every token, but nothing about the meaning of a program.

/** A node begins and ends with a token; `first` and `last` are their numbers. */
type Extent = {
  readonly first: number;
  readonly last: number;
  /** Columns on one line; infinite if it needs several lines. */
  readonly width: number;
};

type TokenNode = Extent & { readonly kind: 'token' };

/** Parts without spaces between them: `coin.transfer`, `amount:decimal`, `row:object{account}`. */
type JoinedNode = Extent & { readonly kind: 'joined'; readonly parts: readonly Node[] };

/** An annotation with its argument: `@doc "..."`. */
type PhraseNode = Extent & { readonly kind: 'phrase'; readonly parts: readonly Node[] };

/** A field: `"key": value`, `"key" := name`. */
export type PairNode = Extent & {
  readonly kind: 'pair';
  readonly key: Node;
  /** The number of the token `:` or `:=`. */
  readonly mark: number;
  readonly value: Node;
};

type Bracket = '(' | '[' | '{';

export type GroupNode = Extent & {
  readonly kind: 'group';
  readonly bracket: Bracket;
  /** Commas of lists and objects are items too. */
  readonly items: readonly Node[];
  readonly role: Role;
  /** `{ a }` instead of `{a}`. */
  readonly isSpaced: boolean;
};

/** The role of a group in its form. */
type Role = 'plain' | 'parameters' | 'bindings' | 'binding';

export type Node = TokenNode | JoinedNode | PhraseNode | PairNode | GroupNode;
