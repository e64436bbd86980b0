// A place in a file for other programs. Lines and columns count from 1, columns in code points.

import type { Span } from '../../../base/span.ts';

export type PlaceRange = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
};

export function placeOf({ source, startPosition: start, endPosition: end }: Span): PlaceRange {
  return {
    file: source.name,
    line: start.line + 1,
    column: start.column + 1,
    endLine: end.line + 1,
    endColumn: end.column + 1,
  };
}
