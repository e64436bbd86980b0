// Source as the formatter sees it: brackets and what stands in them, with everything joined that is
// written without blanks. It knows every token and nothing of what a program means.

/** A node begins and ends with a token; `first` and `last` are their numbers. */
type Extent = {
  readonly first: number;
  readonly last: number;
  /** Columns on one line; infinite where it cannot stand on one. */
  readonly width: number;
};

export type TokenNode = Extent & { readonly kind: 'token' };

/** Parts without blanks between: `coin.transfer`, `amount:decimal`, `row:object{account}`. */
export type JoinedNode = Extent & { readonly kind: 'joined'; readonly parts: readonly Node[] };

/** An annotation with what belongs to it: `@doc "..."`. */
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

/** What a group is to the form that it stands in. */
export type Role = 'plain' | 'parameters' | 'bindings' | 'binding';

export type Node = TokenNode | JoinedNode | PhraseNode | PairNode | GroupNode;
