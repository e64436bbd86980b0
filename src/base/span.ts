// A place in a source: the source and a pair of UTF-16 offsets. Lines and columns are computed only when
// they are printed; columns count code points, as in the reference.

import { hasSurrogate } from './text.ts';

/** Zero-based line and column (columns in code points). */
export type Position = { readonly line: number; readonly column: number };

export class Source {
  /** The name in messages: a path as the user wrote it, or `(interactive)`. */
  readonly name: string;
  /** The lines of the same input in front of this text, which count in positions. */
  readonly linesBefore: number;
  private given: string | (() => string);
  private starts: readonly number[] | undefined;
  private units: boolean | undefined;
  /** The line of the last requested position: the next one is usually near. */
  private lastLine = 0;

  /** A function provides the text on first use. */
  constructor(name: string, text: string | (() => string), linesBefore = 0) {
    this.name = name;
    this.linesBefore = linesBefore;
    this.given = text;
  }

  get text(): string {
    if (typeof this.given === 'function') this.given = this.given();
    return this.given;
  }

  /** The offsets of the lines of this text. */
  get lineStarts(): readonly number[] {
    if (this.starts === undefined) this.starts = findLineStarts(this.text);
    return this.starts;
  }

  positionAt(offset: number): Position {
    const starts = this.lineStarts;
    const line = isLineOf(starts, this.lastLine, offset) ? this.lastLine : lineOf(starts, offset);
    this.lastLine = line;
    const lineStart = starts[line] as number;
    // Without surrogates columns are units: counting is slow if a whole contract is on one line.
    this.units ??= !hasSurrogate(this.text);
    const column = this.units ? offset - lineStart : countCodePoints(this.text, lineStart, offset);
    return { line: this.linesBefore + line, column };
  }

  /** Returns a zero-based line without its line feed; empty beyond the end. */
  lineAt(line: number): string {
    const own = line - this.linesBefore;
    const start = this.lineStarts[own];
    if (start === undefined) return '';
    const next = this.lineStarts[own + 1];
    return this.text.slice(start, next === undefined ? this.text.length : next - 1);
  }
}

export class Span {
  readonly source: Source;
  /** Half-open UTF-16 range `[start, end)` of `source.text`. */
  readonly start: number;
  readonly end: number;

  constructor(source: Source, start: number, end: number) {
    this.source = source;
    this.start = start;
    this.end = end;
  }

  get startPosition(): Position {
    return this.source.positionAt(this.start);
  }

  get endPosition(): Position {
    return this.source.positionAt(this.end);
  }

  get text(): string {
    return this.source.text.slice(this.start, this.end);
  }

  /** The same for spans of the same place of one source. */
  get key(): string {
    return `${this.start}-${this.end}`;
  }

  /** Returns whether it contains the other span, or equals it. */
  covers({ source, start, end }: Span): boolean {
    return source === this.source && this.start <= start && end <= this.end;
  }
}

const nowhere = new Source('', '');

/** The span for things without source text. */
export const noSpan = new Span(nowhere, 0, 0);

function isLineOf(starts: readonly number[], line: number, offset: number): boolean {
  const next = starts[line + 1];
  return (starts[line] as number) <= offset && (next === undefined || offset < next);
}

function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function countCodePoints(text: string, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    // The low half of a surrogate pair belongs to the same code point as its high half.
    const closesPair =
      unit >= 0xdc00 && unit <= 0xdfff && i > start && isHighSurrogate(text.charCodeAt(i - 1));
    if (!closesPair) count++;
  }
  return count;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** A place as shown to users and editors: a file with line and column, both counted from 1. */
export type Place = { readonly file: string; readonly line: number; readonly column: number };

export function placeOfSpan(span: Span): Place {
  const { line, column } = span.startPosition;
  return { file: span.source.name, line: line + 1, column: column + 1 };
}
