// Positions in stored modules. Hashing leaves them out; a chain keeps the line, the REPL its file
// and the whole range.
// Source: pact/Pact/Core/Info.hs, Serialise/CBOR_V1.hs; section 4.5.

import { Source, Span, type Position } from '../../../base/span.ts';
import { malformedCbor, type CborReader } from '../../../base/cbor-reader.ts';
import { type CborWriter } from '../../values/encoding/cbor-writer.ts';

export type InfoWriter = (writer: CborWriter, span: Span) => void;
export type InfoReader = (reader: CborReader) => Span;

export type InfoFormat = {
  readonly write: InfoWriter;
  readonly read: InfoReader;
};

/** Positions in hashed modules: none. */
export const noInfo: InfoFormat = {
  write: (writer) => writer.unit(),
  read: (reader) => {
    reader.unit();
    return storedAt('', origin, origin);
  },
};

/** On a chain: the first line, from 0. */
export const lineInfo: InfoFormat = {
  write: (writer, span) => writer.uint(lineOf(span)),
  read: (reader) => {
    const position = { line: readNumber(reader), column: 0 };
    return storedAt('', position, position);
  },
};

/** Lines and columns from 0. */
export const rangeInfo: InfoFormat = {
  write: writeRange,
  read: (reader) => readRange(reader, ''),
};

/** In the REPL: the path as shown in messages, and the range. */
export const fileInfo: InfoFormat = {
  write: (writer, span) => {
    writer.arrayHead(2);
    writer.text(span.source.name);
    writeRange(writer, span);
  },
  read: (reader) => {
    reader.expectArray(2);
    return readRange(reader, reader.text());
  },
};

/**
 * The original position of a stored definition. The source is not stored with it, so none can be shown.
 */
class StoredSpan extends Span {
  private readonly from: Position;
  private readonly to: Position;

  constructor(source: Source, from: Position, to: Position) {
    super(source, 0, 0);
    this.from = from;
    this.to = to;
  }

  override get startPosition(): Position {
    return this.from;
  }

  override get endPosition(): Position {
    return this.to;
  }

  override get key(): string {
    const { from, to } = this;
    return `${from.line}:${from.column}-${to.line}:${to.column}`;
  }
}

const origin: Position = { line: 0, column: 0 };

function storedAt(path: string, from: Position, to: Position): Span {
  return new StoredSpan(new Source(path, ''), from, to);
}

function lineOf(span: Span): number {
  return span.startPosition.line;
}

function writeRange(writer: CborWriter, span: Span): void {
  const start = span.startPosition;
  const end = span.endPosition;
  writer.arrayHead(4);
  writer.uint(start.line);
  writer.uint(start.column);
  writer.uint(end.line);
  writer.uint(end.column);
}

function readRange(reader: CborReader, path: string): Span {
  reader.expectArray(4);
  const from = { line: readNumber(reader), column: readNumber(reader) };
  const to = { line: readNumber(reader), column: readNumber(reader) };
  return storedAt(path, from, to);
}

/** Signed in the reference, though no position is negative. */
function readNumber(reader: CborReader): number {
  const number = reader.int();
  if (number < 0n || number > 0xffffffffn) malformedCbor('position out of range');
  return Number(number);
}
