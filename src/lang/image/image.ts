// Reads a line of images as one: each contains only what was new when it was written. Everything is read
// on first use.

import { BugError } from '../../base/assert.ts';
import type { Source } from '../../base/span.ts';
import { ByteReader } from './bytes.ts';
import { type ImageClass, KnownParts } from './format.ts';
import { PartReader } from './part-reader.ts';

export type ImageReading = {
  readonly classes: readonly ImageClass[];
  /** Returns the source of the input with this number. */
  readonly sourceOf: (input: number) => Source;
};

type Segment = {
  /** Numbers of the first text and cell, which go on from the segment before. */
  readonly firstText: number;
  readonly firstCell: number;
  readonly textCount: number;
  readonly cellCount: number;
  readonly rootCount: number;
  /** Where the tables of offsets begin, and the base of these offsets. */
  readonly tables: number;
  readonly texts: number;
  readonly values: number;
};

const headLength = 16;

export class Image {
  /** Everything that is read counts as written, so the next image refers to it. */
  readonly known = new KnownParts();
  private readonly bytes: Uint8Array;
  private readonly words: DataView;
  private readonly segments: Segment[] = [];
  private readonly reading: ImageReading;
  private readonly texts: (string | undefined)[];
  private readonly cells: unknown[];
  private readonly shapes = new Map<number, readonly string[]>();

  /** `starts` has the offset in `bytes` of each image. */
  constructor(bytes: Uint8Array, starts: readonly number[], reading: ImageReading) {
    this.bytes = bytes;
    this.words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.reading = reading;
    for (const start of starts) this.open(start);
    this.texts = new Array<string | undefined>(this.known.textCount);
    this.cells = new Array<unknown>(this.known.cellCount);
  }

  root(image: number, number: number): unknown {
    const segment = this.segments[image];
    if (segment === undefined) throw new BugError('an image is missing');
    const table = segment.tables + 4 * (segment.textCount + segment.cellCount);
    return this.partAt(segment.values + this.word(table + 4 * number)).value();
  }

  cell(number: number): unknown {
    const known = this.cells[number];
    if (known !== undefined) return known;
    const cell = this.freshCell(number);
    this.cells[number] = cell;
    if (typeof cell === 'object' && cell !== null) this.known.remember(cell, number);
    return cell;
  }

  /** Of collections that change: each reader has its own. */
  freshCell(number: number): unknown {
    const { tables, values, textCount, firstCell } = this.segmentWith('firstCell', number);
    const offset = this.word(tables + 4 * (textCount + number - firstCell));
    return this.partAt(values + offset).value();
  }

  text(number: number): string {
    const known = this.texts[number];
    if (known !== undefined) return known;
    const { tables, texts, firstText } = this.segmentWith('firstText', number);
    const offset = this.word(tables + 4 * (number - firstText));
    const text = new ByteReader(this.words, this.bytes, texts + offset).text();
    this.texts[number] = text;
    this.known.texts.set(text, number);
    return text;
  }

  /** Names of fields, in order. */
  shape(text: number): readonly string[] {
    let names = this.shapes.get(text);
    if (names === undefined) {
      const key = this.text(text);
      names = key === '' ? [] : key.split(',');
      this.shapes.set(text, names);
    }
    return names;
  }

  prototype(number: number): object {
    const found = this.reading.classes[number];
    if (found === undefined) throw new BugError('an image has an unknown class');
    return found.prototype;
  }

  sourceOf(input: number): Source {
    return this.reading.sourceOf(input);
  }

  partAt(place: number): PartReader {
    return new PartReader(this, new ByteReader(this.words, this.bytes, place));
  }

  private open(start: number): void {
    const textCount = this.word(start);
    const cellCount = this.word(start + 4);
    const rootCount = this.word(start + 8);
    const tables = start + headLength;
    const texts = tables + 4 * (textCount + cellCount + rootCount);
    this.segments.push({
      firstText: this.known.textCount,
      firstCell: this.known.cellCount,
      textCount,
      cellCount,
      rootCount,
      tables,
      texts,
      values: texts + this.word(start + 12),
    });
    this.known.textCount += textCount;
    this.known.cellCount += cellCount;
  }

  private segmentWith(first: 'firstText' | 'firstCell', number: number): Segment {
    const { segments } = this;
    let low = 0;
    let high = segments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((segments[middle] as Segment)[first] <= number) low = middle;
      else high = middle - 1;
    }
    const segment = segments[low];
    if (segment === undefined) throw new BugError('an image is missing');
    return segment;
  }

  private word(at: number): number {
    return this.words.getUint32(at, true);
  }
}
