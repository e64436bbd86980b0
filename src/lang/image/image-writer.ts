// Writes the state of an evaluation as bytes: any immutable data of the language, by its own fields.
// Shared objects (definitions, names, rows) are cells: the first image in a line of images writes them once. Values that
// occur again in an image are cells too, because a list of sixty lists, each of which contains the one before twice, takes
// little memory. Objects that cannot be stored, such as functions, are rejected with `NotKept`.

import { Deferred } from '../../base/deferred.ts';
import { Source, Span } from '../../base/span.ts';
import { defName, type Interface, type Module, loadableDefs } from '../core/model/definition.ts';
import type { Arg, Term } from '../core/model/term.ts';
import { Store } from '../db/store.ts';
import { KeySetGuard, ListValue, ObjectValue, Unit } from '../values/value.ts';
import { ByteWriter } from './bytes.ts';
import {
  type ImageClass,
  type KnownParts,
  NotKept,
  isComposite,
  isModule,
  isNode,
  longestSharedText,
  sharedClasses,
  tags,
  termFields,
} from './format.ts';
import { writeArg, writeTerm } from './terms.ts';

/** The greatest nesting of values, so that reading needs little stack. */
const deepest = 100;

export type ImageOptions = {
  readonly classes: readonly ImageClass[];
  /** The number of the input that the source was read from; `undefined` for a source without a file. */
  readonly inputOf: (source: Source) => number | undefined;
};

export class ImageWriter {
  readonly out = new ByteWriter();
  readonly known: KnownParts;
  private readonly classNumbers: ReadonlyMap<unknown, number>;
  private readonly inputOf: ImageOptions['inputOf'];
  private readonly textBytes = new ByteWriter();
  private readonly textOffsets: number[] = [];
  private readonly cellOffsets: number[] = [];
  private readonly roots: number[] = [];
  /** Cells that have a number and are not written yet. */
  private readonly pending: object[] = [];
  private depth = 0;
  /** The greatest depth so far, within the value that is written. */
  private reached = 0;
  /** The nesting depths of values that occurred in this image. */
  private readonly heights = new Map<object, number>();
  /** Source and start of the last written span: the next one is usually near. */
  private spanSource: Source | undefined = undefined;
  private spanStart = 0;

  constructor(known: KnownParts, { classes, inputOf }: ImageOptions) {
    this.known = known;
    this.inputOf = inputOf;
    this.classNumbers = new Map(classes.map((each, i) => [each.prototype, i]));
  }

  /** Roots can be read one by one, by number. */
  root(value: unknown): void {
    this.roots.push(this.out.length);
    this.begin();
    this.value(value);
    for (let next = this.pending.shift(); next !== undefined; next = this.pending.shift()) {
      this.cellOffsets.push(this.out.length);
      this.begin();
      this.content(next);
    }
  }

  /** Numbers of texts and cells, their offsets, then both; see Segment in image-reader.ts. */
  finish(): Uint8Array {
    const whole = new ByteWriter();
    for (const offsets of [this.textOffsets, this.cellOffsets, this.roots]) {
      whole.word(offsets.length);
    }
    whole.word(this.textBytes.length);
    for (const offsets of [this.textOffsets, this.cellOffsets, this.roots]) {
      for (const offset of offsets) whole.word(offset);
    }
    whole.bytes(this.textBytes.finish());
    whole.bytes(this.out.finish());
    return whole.finish();
  }

  value(value: unknown): void {
    const { out } = this;
    switch (typeof value) {
      case 'undefined':
        return out.byte(tags.undefined);
      case 'boolean':
        return out.byte(value ? tags.true : tags.false);
      case 'string':
        return this.textValue(value);
      case 'number':
        return this.number(value);
      case 'bigint':
        return this.bigInteger(value);
      case 'object':
        if (value !== null) return this.object(value);
        break;
      default:
    }
    throw new NotKept(`a ${typeof value}`);
  }

  /** Writes a short text as a number. */
  text(text: string): void {
    this.out.count(this.textNumber(text));
  }

  /** Returns the number of something that is written once. */
  shared(part: object): void {
    this.out.count(this.cellNumber(part));
  }

  span(span: Span): void {
    if (Object.getPrototypeOf(span) !== Span.prototype) throw new NotKept('a stored span');
    const { source, start, end } = span;
    const isElsewhere = source !== this.spanSource;
    const distance = start - this.spanStart;
    // One number: distance, its sign, and whether the source is another one.
    this.out.count(Math.abs(distance) * 4 + (distance < 0 ? 2 : 0) + (isElsewhere ? 1 : 0));
    if (isElsewhere) this.shared(source);
    this.out.count(end - start);
    this.spanSource = source;
    this.spanStart = start;
  }

  /** The number of the cell of an object that never changes. */
  cellNumber(part: object): number {
    const known = this.known.cellOf(part);
    if (known !== undefined) return known;
    const number = this.newCell(part);
    this.known.remember(part, number);
    return number;
  }

  private newCell(part: object): number {
    this.pending.push(part);
    return this.known.cellCount++;
  }

  /** Writes a cell, which can be read without the others. */
  private begin(): void {
    this.spanSource = undefined;
    this.spanStart = 0;
  }

  private textNumber(text: string): number {
    const { texts } = this.known;
    const known = texts.get(text);
    if (known !== undefined) return known;
    this.textOffsets.push(this.textBytes.length);
    this.textBytes.text(text);
    texts.set(text, this.known.textCount);
    return this.known.textCount++;
  }

  private textValue(text: string): void {
    if (text.length <= longestSharedText) {
      this.out.byte(tags.text);
      return this.text(text);
    }
    this.out.byte(tags.longText);
    this.out.text(text);
  }

  private number(value: number): void {
    const isSmall = Number.isSafeInteger(value) && Math.abs(value) < 2 ** 51;
    this.out.byte(isSmall && !Object.is(value, -0) ? tags.number : tags.float);
    if (isSmall && !Object.is(value, -0)) this.out.integer(value);
    else this.out.float(value);
  }

  private bigInteger(value: bigint): void {
    if (value > -(2n ** 51n) && value < 2n ** 51n) {
      this.out.byte(tags.integer);
      return this.out.integer(Number(value));
    }
    this.out.byte(tags.largeInteger);
    this.out.text(value.toString(16));
  }

  private object(value: object): void {
    if (this.isCell(value)) return this.cell(value);
    if (value instanceof Store) return this.store(value as Store<unknown>);
    if (value instanceof Deferred) return this.deferred(value as Deferred<object>);
    const height = this.heights.get(value);
    this.reach(this.depth + 1 + (height ?? 0));
    if (height !== undefined) return this.cell(value);
    this.depth++;
    if (isComposite(value)) this.composite(value);
    else this.content(value);
    this.depth--;
  }

  /** Writes a new value in place: most values occur once. */
  private composite(value: object): void {
    const before = this.reached;
    this.reached = this.depth;
    this.content(value);
    this.heights.set(value, this.reached - this.depth);
    this.reached = Math.max(this.reached, before);
  }

  private reach(depth: number): void {
    if (depth > deepest) throw new NotKept('a value that is nested too deep');
    if (depth > this.reached) this.reached = depth;
  }

  private cell(value: object): void {
    this.out.byte(tags.cell);
    this.shared(value);
  }

  private isCell(value: object): boolean {
    const prototype = Object.getPrototypeOf(value) as object;
    if (prototype === Object.prototype) return this.known.shapes.of(value).isShared;
    return value instanceof Source || sharedPrototypes.has(prototype);
  }

  /** Writes a part that is read on first use. */
  private deferred(value: Deferred<object>): void {
    this.out.byte(tags.deferred);
    this.out.count(this.known.cellOf(value) ?? this.cellNumber(value.value));
  }

  private store(store: Store<unknown>): void {
    this.out.byte(tags.store);
    let cell = this.known.collectionCell(store, store.changes);
    if (cell === undefined) {
      cell = this.newCell(new StoreContent(store));
      this.known.rememberCollection(store, store.changes, cell);
    }
    this.out.count(cell);
  }

  private content(value: object): void {
    const { out } = this;
    if (value instanceof StoreContent) return this.storeContent(value.store);
    if (Array.isArray(value)) return this.items(tags.array, value);
    if (value instanceof Map) return this.map(value);
    if (value instanceof Set) return this.items(tags.set, [...(value as Set<unknown>)]);
    if (value instanceof Span) {
      out.byte(tags.span);
      return this.span(value);
    }
    if (value instanceof ListValue) return this.items(tags.list, value.items);
    if (value instanceof ObjectValue) {
      out.byte(tags.objectValue);
      return this.map(value.fields);
    }
    if (value instanceof KeySetGuard) {
      out.byte(tags.keySet);
      this.value(value.keys);
      return this.value(value.predicate);
    }
    if (value instanceof Unit) return out.byte(tags.unit);
    if (value instanceof Source) return this.source(value);
    if (value instanceof Uint8Array) {
      out.byte(tags.bytes);
      out.count(value.length);
      return out.bytes(value);
    }
    return this.fields(value);
  }

  private items(tag: number, items: readonly unknown[]): void {
    this.out.byte(tag);
    this.out.count(items.length);
    for (const item of items) this.value(item);
  }

  private map(map: ReadonlyMap<unknown, unknown>): void {
    this.out.byte(tags.map);
    this.out.count(map.size);
    for (const [key, value] of map) {
      this.value(key);
      this.value(value);
    }
  }

  /** Rows are cells: a table changes row by row. */
  private storeContent(store: Store<unknown>): void {
    this.out.byte(tags.map);
    this.out.count(store.size);
    for (const [key, value] of store.entries()) {
      this.value(key);
      if (value instanceof Map) this.cell(value);
      else this.value(value);
    }
  }

  private source(source: Source): void {
    const input = this.inputOf(source);
    if (input !== undefined) {
      this.out.byte(tags.sourceOfInput);
      return this.out.count(input);
    }
    this.out.byte(tags.sourceOfText);
    this.out.text(source.name);
    this.out.text(source.text);
  }

  private fields(value: object): void {
    const { out } = this;
    const prototype = Object.getPrototypeOf(value) as object;
    if (prototype === Object.prototype) out.byte(tags.record);
    else {
      const number = this.classNumbers.get(prototype);
      if (number === undefined) throw new NotKept(`an instance of ${value.constructor.name}`);
      out.byte(tags.instance);
      out.count(number);
    }
    this.text(this.known.shapes.of(value).key);
    for (const name of Object.keys(value)) {
      this.field(name, (value as Readonly<Record<string, unknown>>)[name], value);
    }
  }

  private field(name: string, field: unknown, whole: object): void {
    if (termFields.has(name) && isNode(field)) return this.term(field as Term);
    if (name === 'code' && field === (whole as { readonly span?: Span }).span?.text) {
      return this.out.byte(tags.code);
    }
    // Parameters of a definition; events also have `params`, which are values.
    if (name === 'spec' && isNode(whole)) return this.arg(field as Arg);
    if (name === 'params' && isNode(whole)) return this.args(field as readonly Arg[]);
    if (name === 'defs' && isModule(whole)) return this.definitions(whole);
    if (name === 'row' && field instanceof Map) return this.cell(field);
    this.value(field);
  }

  private arg(arg: Arg): void {
    this.out.byte(tags.arg);
    writeArg(this, arg);
  }

  private args(args: readonly Arg[]): void {
    this.out.byte(tags.args);
    this.out.count(args.length);
    for (const arg of args) writeArg(this, arg);
  }

  /** Writes names too, so that one member can be read without the others. */
  private definitions(module: Module | Interface): void {
    const { out } = this;
    const loadable = new Set<unknown>(loadableDefs(module));
    out.byte(tags.definitions);
    const start = out.length;
    out.word(0);
    out.count(module.defs.length);
    for (const def of module.defs) {
      this.shared(def);
      out.byte(loadable.has(def) ? 1 : 0);
      if (loadable.has(def)) this.text(defName(def));
    }
    out.setWord(start, out.length - start - 4);
  }

  /** Writes the length first, so that readers can skip it. */
  private term(term: Term): void {
    const { out } = this;
    out.byte(tags.term);
    const start = out.length;
    out.word(0);
    this.begin();
    writeTerm(this, term);
    this.begin();
    out.setWord(start, out.length - start - 4);
  }
}

/** Writes the content of a store as a cell, and again only if it has changed. */
class StoreContent {
  readonly store: Store<unknown>;

  constructor(store: Store<unknown>) {
    this.store = store;
  }
}

const sharedPrototypes: ReadonlySet<object> = new Set(
  [...sharedClasses].map((each) => each.prototype),
);
