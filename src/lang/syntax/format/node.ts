// Source as the formatter sees it: brackets and their contents, with parts that are written without spaces joined. It knows
// every token, but nothing about the meaning of a program.

/** A node begins and ends with a token; `first` and `last` are their numbers. */
type Extent = {
  readonly first: number;
  readonly last: number;
  /** Columns on one line; infinite if it needs several lines. */
  readonly width: number;
};

export type TokenNode = Extent & { readonly kind: 'token' };

/** Parts without spaces between them: `coin.transfer`, `amount:decimal`, `row:object{account}`. */
export type JoinedNode = Extent & { readonly kind: 'joined'; readonly parts: readonly Node[] };

/** An annotation with its argument: `@doc "..."`. */
export type PhraseNode = Extent & { readonly kind: 'phrase'; readonly parts: readonly Node[] };

/** A field: `"key": value`, `"key" := name`. */
export type PairNode = Extent & {
  readonly kind: 'pair';
  readonly key: Node;
  /** The number of the token `:` or `:=`. */
  readonly mark: number;
  readonly value: Node;
};

export type Bracket = '(' | '[' | '{';

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
export type Role = 'plain' | 'parameters' | 'bindings' | 'binding';

export type Node = TokenNode | JoinedNode | PhraseNode | PairNode | GroupNode;
