// Reads the YAML that programs and most people write, in one pass and many times faster than the general parser: maps
// and lists of one-line scalars and literal blocks, and JSON. It reads this as the general parser does, or not at all:
// everything else, and everything that is wrong, is left to that.

import type { Entry, LineColumn, Located } from './located.ts';
import { flowIn, quotedAt, scalar, type Position } from './usual-flow.ts';

/** Maps and lists within each other; the general parser allows more. */
const deepest = 100;

/** `most`: the most nodes. Returns `undefined` for a text that the general parser must read. */
export function readUsualYaml(text: string, max: number): Located | undefined {
  // Tabs, carriage returns and other control characters, and characters outside of the basic plane.
  if (/[^\n -~\u00a1-\ud7ff]/.test(text)) return undefined;
  const reader = new UsualReader(text, max);
  const start = /^[ \n]*/.exec(text)?.[0].length ?? 0;
  return /^[{[]/.test(text.slice(start, start + 1)) ? reader.readJson(start) : reader.readBlocks();
}

class UsualReader {
  private readonly text: string;
  private readonly position: Position;
  /** The rest of the current line: the offsets of its first character, and after its last one that is no space. */
  private start = 0;
  private end = 0;
  private nextLine = 0;
  private isEnd = false;

  constructor(text: string, max: number) {
    this.text = text;
    this.position = { line: 0, lineStart: 0, left: max };
  }

  readJson(start: number): Located | undefined {
    this.position.line = 1;
    for (let i = 0; i < start; i++) {
      if (this.text.charAt(i) !== '\n') continue;
      this.position.line++;
      this.position.lineStart = i + 1;
    }
    const read = flowIn(this.text, start, { position: this.position, limit: this.text.length });
    return read !== undefined && /^[ \n]*$/.test(this.text.slice(read.end))
      ? read.value
      : undefined;
  }

  readBlocks(): Located | undefined {
    this.advance();
    const read = this.isEnd || this.column !== 0 ? undefined : this.block(0);
    return this.isEnd ? read : undefined;
  }

  /** Goes to the next line that is neither empty nor a comment. */
  private advance(): void {
    const { text, position } = this;
    for (;;) {
      if (this.nextLine >= text.length) {
        this.isEnd = true;
        return;
      }
      const lineStart = this.nextLine;
      const newline = text.indexOf('\n', lineStart);
      let end = newline === -1 ? text.length : newline;
      this.nextLine = end + 1;
      position.line++;
      position.lineStart = lineStart;
      let start = lineStart;
      while (start < end && text.charCodeAt(start) === space) start++;
      while (end > start && text.charCodeAt(end - 1) === space) end--;
      this.start = start;
      this.end = end;
      if (start < end && text.charAt(start) !== '#') return;
    }
  }

  private get column(): number {
    return this.start - this.position.lineStart;
  }

  private get isItem(): boolean {
    return this.text.startsWith('- ', this.start);
  }

  private placeAt(offset: number): LineColumn {
    return { line: this.position.line, column: offset - this.position.lineStart + 1 };
  }

  private block(depth: number): Located | undefined {
    if (depth > deepest || this.position.left-- <= 0) return undefined;
    return this.isItem ? this.list(depth) : this.map(depth);
  }

  private map(depth: number): Located | undefined {
    const { column } = this;
    const place = this.placeAt(this.start);
    const entries: Entry[] = [];
    do {
      const entry = this.entry(depth);
      if (entry === undefined) return undefined;
      entries.push(entry);
    } while (!this.isEnd && this.column === column && !this.isItem);
    return this.isDeeperThan(column) ? undefined : { kind: 'map', entries, place };
  }

  private list(depth: number): Located | undefined {
    const { column } = this;
    const place = this.placeAt(this.start);
    const items: Located[] = [];
    do {
      this.start++;
      while (this.text.charCodeAt(this.start) === space) this.start++;
      const isBlock = this.isItem || this.keyHere() !== undefined;
      const item = isBlock ? this.block(depth + 1) : this.inline(this.start, column);
      if (item === undefined) return undefined;
      items.push(item);
    } while (!this.isEnd && this.column === column && this.isItem);
    return this.isDeeperThan(column) ? undefined : { kind: 'list', items, place };
  }

  private isDeeperThan(column: number): boolean {
    return !this.isEnd && this.column > column;
  }

  private entry(depth: number): Entry | undefined {
    const found = this.keyHere();
    if (found === undefined || this.position.left-- <= 0) return undefined;
    const { column } = this;
    const place = this.placeAt(this.start);
    let at = found.colon + 1;
    while (at < this.end && this.text.charCodeAt(at) === space) at++;
    const value = at < this.end ? this.inline(at, column) : this.below(column, depth);
    return value && { key: found.key, place, value };
  }

  /** Reads a value that begins on the line after its key. */
  private below(column: number, depth: number): Located | undefined {
    this.advance();
    if (this.isEnd || this.column < column) return undefined;
    return this.column > column || this.isItem ? this.block(depth + 1) : undefined;
  }

  /** Finds the key that begins the rest of the line, and its colon. */
  private keyHere(): { readonly key: string; readonly colon: number } | undefined {
    const { text, start, end } = this;
    const quoted = quotedAt(text, start);
    if (quoted !== undefined) {
      const { text: key, end: colon } = quoted;
      return colon - start < longestKey && colon < end && isColon(text, colon, end)
        ? { key, colon }
        : undefined;
    }
    const limit = Math.min(end, start + longestKey);
    let colon = start;
    while (colon < limit && !isColon(text, colon, end)) colon++;
    if (colon >= limit) return undefined;
    const key = text.slice(start, colon);
    return /^[\w\u00a1-\ud7ff][^ #]*$/.test(key) ? { key, colon } : undefined;
  }

  /** Reads a value on the rest of the line, or a literal block that begins there, and advances. */
  private inline(at: number, column: number): Located | undefined {
    if (this.position.left-- <= 0) return undefined;
    const value = this.text.charAt(at) === '|' ? this.literal(at, column) : this.oneLine(at);
    if (value !== undefined) this.advance();
    // What is indented more would continue a plain scalar.
    return this.isDeeperThan(column) ? undefined : value;
  }

  private oneLine(at: number): Located | undefined {
    const { text, end, position } = this;
    const quoted = quotedAt(text, at);
    if (quoted !== undefined) {
      return quoted.end === end ? scalar(quoted.text, false, this.placeAt(at)) : undefined;
    }
    if (/[{[]/.test(text.charAt(at))) {
      const read = flowIn(text, at, { position, limit: end });
      return read?.end === end ? read.value : undefined;
    }
    const plain = text.slice(at, end);
    return usualPlain.test(plain) ? scalar(plain, true, this.placeAt(at)) : undefined;
  }

  private literal(at: number, column: number): Located | undefined {
    const header = this.text.slice(at, this.end);
    const place = this.placeAt(at);
    if (header !== '|' && header !== '|-') return undefined;
    const lines = this.literalLines(column);
    while (lines?.at(-1) === '') lines.pop();
    if (lines === undefined || lines.length === 0) return undefined;
    return scalar(lines.join('\n') + (header === '|' ? '\n' : ''), true, place);
  }

  /** Reads lines that are all indented by at least as much as the first. */
  private literalLines(column: number): string[] | undefined {
    const lines: string[] = [];
    let indent: number | undefined;
    while (this.nextLine < this.text.length) {
      const newline = this.text.indexOf('\n', this.nextLine);
      const line = this.text.slice(this.nextLine, newline);
      const own = line.search(/[^ ]/);
      if (own !== -1 && own <= column) break;
      indent ??= own;
      const isUsual = own === -1 ? line === '' : own >= indent;
      if (newline === -1 || indent === -1 || !isUsual) return undefined;
      lines.push(line.slice(indent));
      this.nextLine = newline + 1;
      this.position.line++;
    }
    return lines;
  }
}

const space = 0x20;

/** The general parser allows 1024 characters. */
const longestKey = 1000;

/** Begins with no indicator; a colon is not at the end of a word; no comment. */
const usualPlain = /^(?:[\w(./+=<~^$;\u00a1-\ud7ff]|-(?=\w))(?:[^:#]|:(?=[^ ]))*$/;

function isColon(text: string, at: number, end: number): boolean {
  return text.charAt(at) === ':' && (at + 1 === end || text.charCodeAt(at + 1) === space);
}
