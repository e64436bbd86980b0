// The diagnostics of lexing and parsing. The message is the reference's complete text.

import type { Span } from '../../base/span.ts';

export type SyntaxDiagnostic = {
  readonly kind: 'lexer' | 'parse';
  readonly message: string;
  /** As in the reference, an error at the end of the source has the empty span at the beginning of the source. */
  readonly span: Span;
  /** The innermost opening bracket that is never closed, if that is the likely cause. */
  readonly unclosed: Span | undefined;
  /** The keyword of the form that cannot be inside that bracket, if all brackets have partners: it is closed too late. */
  readonly nested?: Span | undefined;
  /** The parenthesis that closes a module or another form too early, if that is the likely cause. */
  readonly surplus?: Span;
};

/** The maximum number reported: one fault can cause thousands. */
export const diagnosticsLimit = 100;

/** Syntax that the reference rejects while it builds a node: thrown by the parser, caught in parse.ts. */
export class RefusedSyntax extends Error {
  override readonly name = 'RefusedSyntax';
  readonly span: Span;

  constructor(message: string, span: Span) {
    super(message);
    this.span = span;
  }
}

export function refuse(message: string, span: Span): never {
  throw new RefusedSyntax(message, span);
}
