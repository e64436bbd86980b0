// Syntax that the reference rejects while it builds a node: thrown by the parser, caught in parse.ts.

import type { Span } from '../../base/span.ts';

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
