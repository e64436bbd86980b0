// The options of the formatter that a project may choose. Everything else is fixed.

export type FormatOptions = {
  /** Columns that a line should not exceed; a long word or string may. */
  readonly width: number;
  /** Columns that the parts of a form are indented from its parenthesis. */
  readonly indent: number;
  /** Where to put the closing parenthesis of a multi-line form. */
  readonly closers: 'stacked' | 'own-line';
};

export const defaultFormat: FormatOptions = { width: 80, indent: 2, closers: 'stacked' };
