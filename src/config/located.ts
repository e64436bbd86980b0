// YAML that was read: maps, lists and scalars that know where they stand. What a scalar means is
// its reader's.

/** Line and column count from 1. */
export type LineColumn = { readonly line: number; readonly column: number };

export type Fault = { readonly message: string; readonly place: LineColumn };

export type Located =
  | { readonly kind: 'map'; readonly entries: readonly Entry[]; readonly place: LineColumn }
  | { readonly kind: 'list'; readonly items: readonly Located[]; readonly place: LineColumn }
  | Scalar;

export type Scalar = {
  readonly kind: 'scalar';
  /** Empty where nothing is written. */
  readonly text: string;
  /** It may be a number or the like; what is quoted is a string in any case. */
  readonly isPlain: boolean;
  readonly place: LineColumn;
};

/** A key may come more than once. */
export type Entry = { readonly key: string; readonly place: LineColumn; readonly value: Located };
