// What lexing and parsing report. The message is the reference's text, complete.

import type { Span } from '../../base/span.ts';

export type SyntaxDiagnostic = {
  readonly kind: 'lexer' | 'parse';
  readonly message: string;
  /** As in the reference, an error at the end of the text has the empty span at its beginning. */
  readonly span: Span;
  /** The innermost opening bracket that is never closed, where that is the likely cause. */
  readonly unclosed: Span | undefined;
};

/** More are not reported: one fault can make thousands of them. */
export const diagnosticsLimit = 100;
