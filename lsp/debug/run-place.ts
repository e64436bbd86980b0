// Converts a span to a place that can be sent to another thread.

import type { Span } from '../../src/base/span.ts';
import type { RunPlace } from './run-messages.ts';

export function placeOf(span: Span): RunPlace {
  const { source, start, end, startPosition, endPosition } = span;
  const column = (offset: number, line: number): number =>
    offset - (source.lineStarts[line] ?? 0) + 1;
  return {
    path: source.name,
    line: startPosition.line + 1,
    column: column(start, startPosition.line),
    endLine: endPosition.line + 1,
    endColumn: column(end, endPosition.line),
  };
}
