// A place as shown to users and editors: a file with line and column, both counted from 1.

import type { Span } from './span.ts';

export type Place = { readonly file: string; readonly line: number; readonly column: number };

export function placeOfSpan(span: Span): Place {
  const { line, column } = span.startPosition;
  return { file: span.source.name, line: line + 1, column: column + 1 };
}
