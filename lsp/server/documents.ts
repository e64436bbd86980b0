// The client's open documents, with their current text.

import { TextDocumentContentChangeEvent } from 'vscode-languageserver/node';
import { TextLines, type PositionEncoding } from './text/lines.ts';
import { pathOfUri } from './text/uris.ts';

export type OpenDocument = {
  readonly uri: string;
  readonly path: string;
  readonly version: number;
  readonly lines: TextLines;
};

export type ChangeAnswer =
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
    return this.put(uri, version, text);
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

  private put(uri: string, version: number, text: string): OpenDocument {
    const lines = new TextLines(text, this.encoding);
    return this.keep({ uri, path: pathOfUri(uri), version, lines });
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
