// What a command has to say about places in files, and how it is written for people and programs.
// Lines and columns count from 1 in what programs read, and columns are characters.

import type { Span } from '../../base/span.ts';

export type ShownFinding = {
  /** `error` for what keeps a file from being looked at. */
  readonly level: 'error' | 'warning' | 'note';
  /** The rule, or the code of the error. */
  readonly rule: string;
  readonly message: string;
  readonly span: Span;
};

/** What stands behind the names of rules, where a format has room for it. */
export type ShownRule = { readonly name: string; readonly summary: string; readonly help: string };

export type Region = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
};

export function regionOf({ span }: ShownFinding): Region {
  const { startPosition: start, endPosition: end, source } = span;
  return {
    file: source.name,
    line: start.line + 1,
    column: start.column + 1,
    endLine: end.line + 1,
    endColumn: end.column + 1,
  };
}
