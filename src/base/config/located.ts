// Parsed YAML: maps, lists and scalars with their places in the file. Scalars are uninterpreted: the reader
// decides their types.

/** Line and column, counted from 1. */
export type LineColumn = { readonly line: number; readonly column: number };

export type Fault = { readonly message: string; readonly place: LineColumn };

export type Located =
  | { readonly kind: 'map'; readonly entries: readonly Entry[]; readonly place: LineColumn }
  | { readonly kind: 'list'; readonly items: readonly Located[]; readonly place: LineColumn }
  | Scalar;

export type Scalar = {
  readonly kind: 'scalar';
  /** Empty if no value is written. */
  readonly text: string;
  /** Whether it is unquoted, so that it may be a number or boolean; a quoted scalar is always a string. */
  readonly isPlain: boolean;
  readonly place: LineColumn;
};

/** A map may have several entries with the same key. */
export type Entry = { readonly key: string; readonly place: LineColumn; readonly value: Located };
