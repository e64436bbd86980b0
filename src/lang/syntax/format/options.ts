// How source is laid out, as far as a project may choose. What is not here is the same everywhere.

export type FormatOptions = {
  /** Columns that a line should not exceed; a long word or string may. */
  readonly width: number;
  /** Columns that the rest of a form stands further in than its parenthesis. */
  readonly indent: number;
  /** Where the parenthesis goes that ends a form of several lines. */
  readonly closers: 'stacked' | 'own-line';
};

export const defaultFormat: FormatOptions = { width: 80, indent: 2, closers: 'stacked' };
