// Reads values of an image from an offset on.
import { BugError } from '../../base/assert.ts';
import { Deferred } from '../../base/deferred.ts';
import { Source, Span } from '../../base/span.ts';
import {
  type Def,
  type InterfaceDef,
  type Members,
  type Module,
  rememberMembers,
} from '../core/model/definition.ts';
import type { Arg, Term } from '../core/model/term.ts';
import { Store } from '../db/store.ts';
import { KeySetGuard, ListValue, ObjectValue, type PactValue, unit } from '../values/value.ts';
import type { ByteReader } from './bytes.ts';
import type { Image } from './image.ts';
import { tags } from './format.ts';
import { readArg, readTerm } from './terms.ts';

export class PartReader {
  readonly image: Image;
  readonly at: ByteReader;
  private spanSource: Source | undefined = undefined;
  private spanStart = 0;

  constructor(image: Image, at: ByteReader) {
    this.image = image;
    this.at = at;
  }

  text(): string {
    return this.image.text(this.at.count());
  }

  shared(): unknown {
    return this.image.cell(this.at.count());
  }

  span(): Span {
    const { at } = this;
    const head = at.count();
    const bits = head % 4;
    const distance = (head - bits) / 4;
    if (bits % 2 === 1) this.spanSource = this.shared() as Source;
    this.spanStart += bits >= 2 ? -distance : distance;
    const source = this.spanSource;
    if (source === undefined) throw new BugError('an image has a span without a source');
    return new Span(source, this.spanStart, this.spanStart + at.count());
  }

  value(): unknown {
    const { at } = this;
    const tag = at.byte();
    switch (tag) {
      case tags.undefined:
        return undefined;
      case tags.true:
        return true;
      case tags.false:
        return false;
      case tags.number:
        return at.integer();
      case tags.integer:
        return BigInt(at.integer());
      case tags.text:
        return this.text();
      case tags.longText:
        return at.text();
      case tags.cell:
        return this.shared();
      case tags.span:
        return this.span();
      case tags.unit:
        return unit;
      case tags.record:
        return this.fields({});
      case tags.instance:
        return this.fields(Object.create(this.image.prototype(at.count())) as object);
      default:
        return this.collection(tag);
    }
  }

  private collection(tag: number): unknown {
    const { at } = this;
    switch (tag) {
      case tags.array:
        return this.items();
      case tags.list:
        // A cast: a writer of the same version wrote values of the language here.
        return new ListValue(this.items() as PactValue[]);
      case tags.objectValue:
        return new ObjectValue(this.value() as ObjectValue['fields']);
      case tags.keySet:
        return new KeySetGuard(
          this.value() as KeySetGuard['keys'],
          this.value() as KeySetGuard['predicate'],
        );
      case tags.set:
        return new Set(this.items());
      case tags.map:
        return this.map();
      case tags.bytes:
        return at.take(at.count());
      case tags.float:
        return at.float();
      case tags.largeInteger:
        return largeInteger(at.text());
      case tags.sourceOfInput:
        return this.image.sourceOf(at.count());
      case tags.sourceOfText:
        return new Source(at.text(), at.text());
      case tags.deferred:
        return this.deferred(at.count());
      case tags.store:
        return this.store(at.count());
      case tags.arg:
        return readArg(this);
      case tags.args:
        return this.args();
      default:
        throw new BugError(`an image has an unknown tag ${tag}`);
    }
  }

  private items(): unknown[] {
    const items: unknown[] = [];
    for (let left = this.at.count(); left > 0; left--) items.push(this.value());
    return items;
  }

  private args(): Arg[] {
    const args: Arg[] = [];
    for (let left = this.at.count(); left > 0; left--) args.push(readArg(this));
    return args;
  }

  private map(): Map<unknown, unknown> {
    const map = new Map<unknown, unknown>();
    for (let left = this.at.count(); left > 0; left--) map.set(this.value(), this.value());
    return map;
  }

  private deferred(cell: number): Deferred<unknown> {
    const { image } = this;
    const deferred = new Deferred(() => image.cell(cell));
    image.known.remember(deferred, cell);
    return deferred;
  }

  private store(cell: number): Store<unknown> {
    const { image } = this;
    const store = Store.filledBy(() => image.freshCell(cell) as Map<string, unknown>);
    image.known.rememberCollection(store, store.changes, cell);
    return store;
  }

  private fields(target: object): object {
    for (const name of this.image.shape(this.at.count())) this.field(target, name);
    return target;
  }

  private field(target: object, name: string): void {
    const { at } = this;
    switch (at.bytes[at.at]) {
      case tags.term:
        at.at++;
        return this.deferTerm(target, name);
      case tags.definitions:
        at.at++;
        return this.deferDefinitions(target, name);
      case tags.cell:
        if (name !== 'def') break;
        at.at++;
        return this.deferCell(target, name, at.count());
      case tags.code:
        at.at++;
        return defer(target, name, () => (target as { readonly span: Span }).span.text);
      default:
    }
    (target as Record<string, unknown>)[name] = this.value();
  }

  private deferCell(target: object, name: string, cell: number): void {
    const { image } = this;
    defer(target, name, () => image.cell(cell));
  }

  private deferDefinitions(target: object, name: string): void {
    const { image, at } = this;
    const length = at.word();
    const stored = new StoredMembers(image, at.at);
    at.at += length;
    defer(target, name, () => stored.all());
    // A cast: only modules and interfaces have such a list.
    rememberMembers(target as Module, stored);
  }

  private deferTerm(target: object, name: string): void {
    const { image, at } = this;
    const length = at.word();
    const start = at.at;
    at.at += length;
    this.spanSource = undefined;
    this.spanStart = 0;
    defer(target, name, (): Term => readTerm(image.partAt(start)));
  }
}

/** Defines a field that is read on first use and is then an ordinary field. */
function defer(target: object, name: string, read: () => unknown): void {
  Object.defineProperty(target, name, {
    configurable: true,
    enumerable: true,
    get() {
      const value = read();
      Object.defineProperty(target, name, {
        configurable: true,
        enumerable: true,
        writable: true,
        value,
      });
      return value;
    },
  });
}

function largeInteger(hex: string): bigint {
  return hex.startsWith('-') ? -BigInt(`0x${hex.slice(1)}`) : BigInt(`0x${hex}`);
}

// The definitions of a module in an image. The list of names is read on the first lookup, and each definition
// when it is found.

type Listed = {
  /** Cells of all, in order. */
  readonly all: readonly number[];
  /** Cells of the definitions that code can refer to. */
  readonly byName: ReadonlyMap<string, number>;
  readonly count: number;
};

export class StoredMembers implements Members {
  private readonly image: Image;
  /** The offset of the list. */
  private readonly place: number;
  private read: Listed | undefined;

  constructor(image: Image, place: number) {
    this.image = image;
    this.place = place;
  }

  get count(): number {
    return this.listed.count;
  }

  get size(): number {
    return this.listed.byName.size;
  }

  names(): Iterable<string> {
    return this.listed.byName.keys();
  }

  has(name: string): boolean {
    return this.listed.byName.has(name);
  }

  find(name: string): Def | undefined {
    const cell = this.listed.byName.get(name);
    // Casts, here and below: a writer of the same version wrote definitions.
    return cell === undefined ? undefined : (this.image.cell(cell) as Def);
  }

  all(): readonly (Def | InterfaceDef)[] {
    return this.listed.all.map((cell) => this.image.cell(cell) as Def | InterfaceDef);
  }

  private get listed(): Listed {
    return (this.read ??= this.list());
  }

  private list(): Listed {
    const reader = this.image.partAt(this.place);
    const all: number[] = [];
    const byName = new Map<string, number>();
    let count = 0;
    for (let left = reader.at.count(); left > 0; left--) {
      const cell = reader.at.count();
      all.push(cell);
      if (reader.at.byte() === 0) continue;
      byName.set(reader.text(), cell);
      count++;
    }
    return { all, byName, count };
  }
}
