// Maps and lists in brackets of the YAML that is read fast: JSON, and the same with words without quotes.

import type { Entry, LineColumn, Located, Scalar } from './located.ts';

/** Brackets within each other; the general parser allows more. */
const deepest = 100;

type Bounds = {
  readonly position: Position;
  /** The offset after the text that may be read. */
  readonly limit: number;
};

/** Reads the brackets that begin at an offset. Returns them with the offset after them. */
export function flowIn(
  text: string,
  start: number,
  bounds: Bounds,
): { readonly value: Located; readonly end: number } | undefined {
  const reader = new FlowReader(text, start, bounds);
  const value = reader.value(0);
  return value && { value, end: reader.at };
}

class FlowReader {
  at: number;
  private readonly text: string;
  private readonly position: Position;
  private readonly limit: number;

  constructor(text: string, start: number, { position, limit }: Bounds) {
    this.text = text;
    this.at = start;
    this.position = position;
    this.limit = limit;
  }

  value(depth: number): Located | undefined {
    if (depth > deepest || this.at >= this.limit || this.position.left-- <= 0) return undefined;
    const place = this.place;
    switch (this.text.charAt(this.at)) {
      case '{':
        return this.map(place, depth);
      case '[':
        return this.list(place, depth);
      default:
        return this.scalar(place);
    }
  }

  private map(place: LineColumn, depth: number): Located | undefined {
    const entries: Entry[] = [];
    const isWhole = this.each('}', () => {
      const start = this.at;
      const key = this.scalar(this.place);
      if (key?.kind !== 'scalar' || this.at - start > longestKey) return false;
      if (this.text.charAt(this.at) !== ':' || this.position.left-- <= 0) return false;
      this.at++;
      // After a plain key, a colon without a blank would be a part of it.
      if (key.isPlain && !/[ \n]/.test(this.text.charAt(this.at))) return false;
      this.skipBlanks();
      const value = this.value(depth + 1);
      if (value === undefined) return false;
      entries.push({ key: key.text, place: key.place, value });
      return true;
    });
    return isWhole ? { kind: 'map', entries, place } : undefined;
  }

  private list(place: LineColumn, depth: number): Located | undefined {
    const items: Located[] = [];
    const isWhole = this.each(']', () => {
      const item = this.value(depth + 1);
      if (item !== undefined) items.push(item);
      return item !== undefined;
    });
    return isWhole ? { kind: 'list', items, place } : undefined;
  }

  /** Reads the parts between commas, up to the closing bracket. */
  private each(close: string, part: () => boolean): boolean {
    this.at++;
    this.skipBlanks();
    if (this.text.charAt(this.at) === close) return this.pass();
    for (;;) {
      if (!part()) return false;
      this.skipBlanks();
      const next = this.at < this.limit ? this.text.charAt(this.at) : '';
      if (next === close) return this.pass();
      if (next !== ',') return false;
      this.at++;
      this.skipBlanks();
    }
  }

  private pass(): true {
    this.at++;
    return true;
  }

  private scalar(place: LineColumn): Located | undefined {
    const quoted = quotedAt(this.text, this.at);
    if (quoted !== undefined) {
      this.at = quoted.end;
      return scalar(quoted.text, false, place);
    }
    usualWord.lastIndex = this.at;
    const word = usualWord.exec(this.text)?.[0];
    if (word === undefined) return undefined;
    this.at += word.length;
    return scalar(word, true, place);
  }

  private get place(): LineColumn {
    return { line: this.position.line, column: this.at - this.position.lineStart + 1 };
  }

  private skipBlanks(): void {
    for (; this.at < this.limit; this.at++) {
      const unit = this.text.charCodeAt(this.at);
      if (unit === newline) {
        this.position.line++;
        this.position.lineStart = this.at + 1;
      } else if (unit !== space) return;
    }
  }
}

const newline = 0x0a;
const space = 0x20;

/** The general parser allows 1024 characters. */
const longestKey = 1000;

const usualWord = /(?:[\w\u00a1-\ud7ff]|-(?=\w))[\w.+\u00a1-\ud7ff-]*/y;

// Scalars of the YAML that is read fast.

/** Where a reader is. */
export type Position = {
  /** From 1. */
  line: number;
  lineStart: number;
  /** The nodes that may still come. */
  left: number;
};

export const scalar = (text: string, isPlain: boolean, place: LineColumn): Scalar => ({
  kind: 'scalar',
  text,
  isPlain,
  place,
});

/**
 * Returns the text of a quoted scalar within a line, and the offset after it; `undefined` if none begins there, and for
 * escapes that JSON does not have.
 */
export function quotedAt(
  text: string,
  at: number,
): { readonly text: string; readonly end: number } | undefined {
  const quote = text.charAt(at);
  if (quote === "'") return singleQuotedAt(text, at);
  if (quote !== '"') return undefined;
  let hasEscapes = false;
  let end = at + 1;
  for (; ; end++) {
    const unit = text.charCodeAt(end);
    if (unit === doubleQuote) break;
    if (unit === backslash) {
      hasEscapes = true;
      end++;
      if (!'"\\/bfnrt'.includes(text.charAt(end) || ' ')) return undefined;
    } else if (!(unit >= 0x20)) return undefined;
  }
  const written = text.slice(at, end + 1);
  // A literal with valid escapes is a string.
  const read = hasEscapes ? (JSON.parse(written) as string) : written.slice(1, -1);
  return { text: read, end: end + 1 };
}

function singleQuotedAt(
  text: string,
  at: number,
): { readonly text: string; readonly end: number } | undefined {
  const end = text.indexOf("'", at + 1);
  if (end === -1 || text.charAt(end + 1) === "'") return undefined;
  const read = text.slice(at + 1, end);
  return read.includes('\n') ? undefined : { text: read, end: end + 1 };
}

const doubleQuote = 0x22;
const backslash = 0x5c;
