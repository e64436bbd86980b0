// The format of images: classes, tags, shapes, and what a line of images has written. All own fields of an instance are
// kept, so a new field needs no change here. Instances of other classes are rejected; a test over all scripts would show it.
import { Loaded } from '../core/model/loaded.ts';
import { RowHistory } from '../db/history.ts';
import { CapabilityState } from '../state/capabilities.ts';
import {
  FullyQualifiedName,
  KeySetName,
  ModuleName,
  QualifiedName,
  TableName,
} from '../values/names.ts';
import { Schema } from '../values/type.ts';
import {
  CapToken,
  CapabilityGuard,
  Decimal,
  DefPactGuard,
  KeySetRefGuard,
  ListValue,
  ModRef,
  ModuleGuard,
  ObjectValue,
  TableValue,
  TimeValue,
  UserGuard,
} from '../values/value.ts';
import type { Interface, Module } from '../core/model/definition.ts';

/** A class; instances are made without running its constructor. */
export type ImageClass = { readonly prototype: object };

/** Written by number: the order is part of the format, which is only valid for one version of the program. */
export const languageClasses: readonly ImageClass[] = [
  Decimal,
  TimeValue,
  KeySetRefGuard,
  UserGuard,
  CapabilityGuard,
  ModuleGuard,
  DefPactGuard,
  ModRef,
  CapToken,
  TableValue,
  KeySetName,
  TableName,
  ModuleName,
  QualifiedName,
  FullyQualifiedName,
  Schema,
  Loaded,
  RowHistory,
  CapabilityState,
];

/** Instances that many others refer to are written once. */
export const sharedClasses: ReadonlySet<ImageClass> = new Set<ImageClass>([
  ModuleName,
  QualifiedName,
  FullyQualifiedName,
  Schema,
]);

// The first byte of every value in an image.

export const tags = {
  undefined: 0,
  true: 1,
  false: 2,
  number: 3,
  float: 4,
  /** An integer of the language that is a safe number. */
  integer: 5,
  largeInteger: 6,
  text: 7,
  longText: 8,
  bytes: 9,
  array: 10,
  map: 11,
  set: 12,
  /** A plain object: its shape, then its fields. */
  record: 13,
  /** An instance of a class: the class, its shape, its fields. */
  instance: 14,
  /** A cell: written once and referred to by its number. */
  cell: 15,
  deferred: 16,
  span: 17,
  unit: 18,
  list: 19,
  term: 20,
  /** Of a module: the text of its span. */
  code: 21,
  sourceOfInput: 22,
  sourceOfText: 23,
  store: 24,
  arg: 25,
  args: 26,
  /** Of a module: with their names, and read one by one. */
  definitions: 27,
  objectValue: 28,
  keySet: 29,
} as const;

/** Texts up to this length are written once and referred to. */
export const longestSharedText = 64;

/**
 * Fields of plain objects that contain Core terms, which are written in a separate format and read on
 * first use.
 */
export const termFields: ReadonlySet<string> = new Set(['term', 'body', 'rollback', 'entity']);

// The kinds of parts of a state, as far as writing them differs.

export function isModule(whole: object): whole is Module | Interface {
  if (!isNode(whole)) return false;
  const { kind } = whole as { readonly kind: unknown };
  return kind === 'module' || kind === 'interface';
}

/** Values that hold others. */
export const isComposite = (value: object): boolean =>
  value instanceof ListValue ||
  value instanceof ObjectValue ||
  value instanceof CapabilityGuard ||
  value instanceof UserGuard ||
  value instanceof CapToken;

export const isNode = (field: unknown): boolean =>
  typeof field === 'object' && field !== null && Object.hasOwn(field, 'kind');

// The shapes of plain objects: names of fields in order. Looked up name by name, which needs no joined key for
// each object.

export type Shape = {
  /** All names, for the reader. */
  readonly key: string;
  /** Objects of this shape are written once and referred to. */
  readonly isShared: boolean;
};

type Step = { readonly next: Map<string, Step>; shape: Shape | undefined };

export class Shapes {
  private readonly first: Step = { next: new Map(), shape: undefined };

  of(value: object): Shape {
    const names = Object.keys(value);
    let step = this.first;
    for (const name of names) step = after(step, name);
    return (step.shape ??= { key: names.join(), isShared: isShared(names) });
  }
}

function after({ next }: Step, name: string): Step {
  let step = next.get(name);
  if (step === undefined) {
    step = { next: new Map(), shape: undefined };
    next.set(name, step);
  }
  return step;
}

/** Definitions and modules, what is stored of a module, and a definition with its full name. */
function isShared(names: readonly string[]): boolean {
  if (names.includes('kind')) return names.includes('span');
  return names.includes('dependencies') || (names.includes('def') && names.includes('name'));
}

// Remembers the parts, by identity, that a line of images has written, so that the next image refers to them
// and writes only new ones.

export class KnownParts {
  /** The numbers of objects that never change. */
  private readonly cells = new WeakMap<object, number>();
  /** The numbers of collections that change: a number is valid while the collection's count of changes is the same. */
  private readonly collections = new WeakMap<object, { cell: number; changes: number }>();
  readonly texts = new Map<string, number>();
  readonly shapes = new Shapes();
  cellCount = 0;
  textCount = 0;

  cellOf(part: object): number | undefined {
    return this.cells.get(part);
  }

  collectionCell(collection: object, changes: number): number | undefined {
    const known = this.collections.get(collection);
    return known?.changes === changes ? known.cell : undefined;
  }

  remember(part: object, cell: number): void {
    this.cells.set(part, cell);
  }

  rememberCollection(collection: object, changes: number, cell: number): void {
    this.collections.set(collection, { cell, changes });
  }
}

/** The state has a part that an image cannot hold, or is too large for one. */
export class NotKept extends Error {
  override readonly name = 'NotKept';
}
