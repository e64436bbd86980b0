// The client's open documents with their current text, positions of the protocol in a text, and URIs. Lines end with LF, CRLF or a
// lone CR, and characters are counted in the units agreed on by client and server; the rest of the server uses offsets in UTF-16
// units from the beginning of the text.

import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type Position,
  type Range,
  TextDocumentContentChangeEvent,
} from 'vscode-languageserver/node';
import { countLeading } from '../../src/base/sorted.ts';

export type OpenDocument = {
  readonly uri: string;
  readonly path: string;
  readonly version: number;
  readonly lines: TextLines;
};

type ChangeAnswer =
  | { readonly kind: 'changed'; readonly document: OpenDocument }
  /** The reason why the change was not applied. */
  | { readonly kind: 'refused'; readonly reason: string };

export class Documents {
  private readonly encoding: PositionEncoding;
  private readonly byUri = new Map<string, OpenDocument>();
  private readonly byPath = new Map<string, OpenDocument>();

  constructor(encoding: PositionEncoding) {
    this.encoding = encoding;
  }

  all(): readonly OpenDocument[] {
    return [...this.byUri.values()];
  }

  get(uri: string): OpenDocument | undefined {
    return this.byUri.get(uri);
  }

  atPath(path: string): OpenDocument | undefined {
    return this.byPath.get(path);
  }

  open(uri: string, version: number, text: string): OpenDocument {
    const lines = new TextLines(text, this.encoding);
    return this.keep({ uri, path: pathOfUri(uri), version, lines });
  }

  /** Applies changes in order: each refers to the text after the previous one. */
  change(
    uri: string,
    version: number,
    changes: readonly TextDocumentContentChangeEvent[],
  ): ChangeAnswer {
    const before = this.byUri.get(uri);
    if (before === undefined) return refused(`${uri} is not open`);
    if (version <= before.version) {
      return refused(`version ${version} of ${uri} came after version ${before.version}`);
    }
    let { lines } = before;
    for (const change of changes) {
      lines = new TextLines(changed(lines, change), this.encoding);
    }
    return { kind: 'changed', document: this.keep({ ...before, version, lines }) };
  }

  close(uri: string): OpenDocument | undefined {
    const before = this.byUri.get(uri);
    this.byUri.delete(uri);
    if (before !== undefined) this.byPath.delete(before.path);
    return before;
  }

  private keep(document: OpenDocument): OpenDocument {
    this.byUri.set(document.uri, document);
    this.byPath.set(document.path, document);
    return document;
  }
}

function changed(lines: TextLines, change: TextDocumentContentChangeEvent): string {
  if (!TextDocumentContentChangeEvent.isIncremental(change)) return change.text;
  const { text } = lines;
  const start = lines.offsetAt(change.range.start);
  const end = Math.max(lines.offsetAt(change.range.end), start);
  return text.slice(0, start) + change.text + text.slice(end);
}

const refused = (reason: string): ChangeAnswer => ({ kind: 'refused', reason });

export type PositionEncoding = 'utf-8' | 'utf-16';

export class TextLines {
  readonly text: string;
  private readonly encoding: PositionEncoding;
  private readonly starts: readonly number[];

  constructor(text: string, encoding: PositionEncoding) {
    this.text = text;
    this.encoding = encoding;
    this.starts = lineStarts(text);
  }

  get lineCount(): number {
    return this.starts.length;
  }

  /**
   * A character after the end of its line means the end of the line; a line after the last one means the end of the
   * text.
   */
  offsetAt({ line, character }: Position): number {
    if (line < 0) return 0;
    const start = this.starts[line];
    if (start === undefined) return this.text.length;
    const end = this.contentEnd(line);
    if (character <= 0) return start;
    if (this.encoding === 'utf-8') return this.afterBytes(start, end, character);
    return Math.min(start + Math.trunc(character), end);
  }

  /** A position between CR and LF means the position before both. */
  positionAt(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.text.length));
    const line = this.lineOf(at);
    const start = this.starts[line] ?? 0;
    const end = Math.min(at, this.contentEnd(line));
    return { line, character: this.units(start, end) };
  }

  rangeOf({ start, end }: { readonly start: number; readonly end: number }): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }

  /** Returns the offset of the end of a line, before its line terminator. */
  contentEnd(line: number): number {
    const next = this.starts[line + 1];
    if (next === undefined) return this.text.length;
    const isCrLf = this.text[next - 1] === '\n' && this.text[next - 2] === '\r';
    return next - (isCrLf ? 2 : 1);
  }

  /** Returns the number of protocol units between two offsets on one line. */
  units(start: number, end: number): number {
    if (this.encoding === 'utf-16') return end - start;
    let bytes = 0;
    for (let at = start; at < end; at++) bytes += bytesOf(this.text, at);
    return bytes;
  }

  private lineOf(offset: number): number {
    const { starts } = this;
    return countLeading(starts.length, (line) => (starts[line] as number) <= offset) - 1;
  }

  private afterBytes(start: number, end: number, bytes: number): number {
    let left = bytes;
    let at = start;
    while (at < end) {
      const isPair = isHighSurrogate(this.text.charCodeAt(at)) && at + 1 < end;
      const size = bytesOf(this.text, at) + (isPair ? bytesOf(this.text, at + 1) : 0);
      if (size > left) return at;
      left -= size;
      at += isPair ? 2 : 1;
    }
    return end;
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return starts;
}

/** Bytes of UTF-8 of one UTF-16 unit; each half of a surrogate pair counts as two. */
function bytesOf(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(at + 1))) return 2;
  return isLowSurrogate(unit) && isHighSurrogate(text.charCodeAt(at - 1)) ? 2 : 3;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

export function pathOfUri(uri: string): string {
  if (!uri.startsWith('file:')) return uri;
  try {
    return fileURLToPath(uri).replaceAll('\\', '/');
  } catch {
    return uri;
  }
}

/** Without a trailing slash. */
export function folderOfUri(uri: string): string {
  return pathOfUri(uri).replace(/(?<=.)\/$/, '');
}

/** Makes `file:` URIs from paths on disk. */
export function uriOfPath(path: string): string {
  return isOnDisk(path) ? pathToFileURL(path).href : path;
}

export const isOnDisk = (path: string): boolean => /^(\/|[A-Za-z]:\/)/.test(path);
