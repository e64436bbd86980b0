// The values of the language. Immutable; strings, integers and bools are JavaScript's own, everything else
// is an instance with a `kind`. Closures are not Pact values; they are defined in machine/.
// Source: pact/Pact/Core/PactValue.hs, Guards.hs, Capabilities.hs, ModRefs.hs.

import { compareText } from '../../base/text.ts';
import type { Hash } from './encoding/hash.ts';
import type {
  FullyQualifiedName,
  KeySetName,
  ModuleName,
  QualifiedName,
  TableName,
} from './names.ts';
import type { Schema } from './type.ts';

export type PactValue =
  | string
  | bigint
  | boolean
  | Decimal
  | Unit
  | TimeValue
  | ListValue
  | ObjectValue
  | Guard
  | ModRef
  | CapToken
  | TableValue;

/** `mantissa` / 10^`places`, places 0 to 255. Places are visible: 1.50 is not printed as 1.5. */
export class Decimal {
  readonly kind = 'decimal';
  readonly mantissa: bigint;
  readonly places: number;

  constructor(mantissa: bigint, places: number) {
    this.mantissa = mantissa;
    this.places = places;
  }
}

export class Unit {
  readonly kind = 'unit';
}
export const unit = new Unit();

/** Microseconds since 1858-11-17T00:00:00Z (the epoch of the Modified Julian Day), a signed 64-bit number. */
export class TimeValue {
  readonly kind = 'time';
  readonly micros: bigint;

  constructor(micros: bigint) {
    this.micros = micros;
  }
}

/** A part of a list shares the items of the whole until it is iterated: `drop` and `take` cost almost no gas. */
export class ListValue {
  readonly kind = 'list';
  readonly length: number;
  private shared: readonly PactValue[];
  private start: number;

  constructor(items: readonly PactValue[], start = 0, end = items.length) {
    this.shared = items;
    this.start = start;
    this.length = end - start;
  }

  get items(): readonly PactValue[] {
    if (this.shared.length !== this.length) {
      this.shared = this.shared.slice(this.start, this.start + this.length);
      this.start = 0;
    }
    return this.shared;
  }

  /** The item at an index below the length. */
  item(index: number): PactValue {
    return this.shared[this.start + index] as PactValue;
  }

  /** Both indices must be within the list. */
  slice(start: number, end: number): ListValue {
    return new ListValue(this.shared, this.start + start, this.start + end);
  }
}

/** Fields ascend by code point; create it with `objectValue` unless the order is certain. */
export class ObjectValue {
  readonly kind = 'object';
  readonly fields: ReadonlyMap<string, PactValue>;
  #fittedTypes: object | undefined;

  constructor(fields: ReadonlyMap<string, PactValue>) {
    this.fields = fields;
    this.#fittedTypes = undefined;
  }

  /** Returns whether the fields are known to have these types; neither ever changes. */
  hasFitted(types: object): boolean {
    return this.#fittedTypes === types;
  }

  noteFit(types: object): void {
    this.#fittedTypes = types;
  }
}

export type Guard =
  | KeySetGuard
  | KeySetRefGuard
  | UserGuard
  | CapabilityGuard
  | ModuleGuard
  | DefPactGuard;

export type KeySetPredicate =
  | { readonly kind: 'keys-all' | 'keys-any' | 'keys-2' }
  | { readonly kind: 'qualified'; readonly name: QualifiedName }
  | { readonly kind: 'bare'; readonly name: string };

export class KeySetGuard {
  readonly kind = 'guard';
  readonly guard = 'keyset';
  /** Public keys as strings, ascending by code point, without duplicates. */
  readonly keys: readonly string[];
  readonly predicate: KeySetPredicate;
  #size: number | undefined;

  constructor(keys: readonly string[], predicate: KeySetPredicate) {
    this.keys = keys;
    this.predicate = predicate;
  }

  /** The size for gas, once it is computed; a keyset never changes. */
  get knownSize(): number | undefined {
    return this.#size;
  }

  noteSize(size: number): void {
    this.#size = size;
  }
}

export class KeySetRefGuard {
  readonly kind = 'guard';
  readonly guard = 'keyset-ref';
  readonly name: KeySetName;

  constructor(name: KeySetName) {
    this.name = name;
  }
}

export class UserGuard {
  readonly kind = 'guard';
  readonly guard = 'user';
  readonly fun: QualifiedName;
  readonly args: readonly PactValue[];

  constructor(fun: QualifiedName, args: readonly PactValue[]) {
    this.fun = fun;
    this.args = args;
  }
}

export class CapabilityGuard {
  readonly kind = 'guard';
  readonly guard = 'capability';
  readonly name: QualifiedName;
  readonly args: readonly PactValue[];
  readonly pactId: string | undefined;

  constructor(name: QualifiedName, args: readonly PactValue[], pactId: string | undefined) {
    this.name = name;
    this.args = args;
    this.pactId = pactId;
  }
}

export class ModuleGuard {
  readonly kind = 'guard';
  readonly guard = 'module';
  readonly module: ModuleName;
  readonly name: string;

  constructor(module: ModuleName, name: string) {
    this.module = module;
    this.name = name;
  }
}

export class DefPactGuard {
  readonly kind = 'guard';
  readonly guard = 'pact';
  readonly pactId: string;
  readonly name: string;

  constructor(pactId: string, name: string) {
    this.pactId = pactId;
    this.name = name;
  }
}

export class ModRef {
  readonly kind = 'modref';
  readonly module: ModuleName;
  /** Implemented interfaces, a set in the order of `compareModuleNames`. */
  readonly interfaces: readonly ModuleName[];

  constructor(module: ModuleName, interfaces: readonly ModuleName[]) {
    this.module = module;
    this.interfaces = interfaces;
  }
}

export class CapToken {
  readonly kind = 'captoken';
  readonly name: FullyQualifiedName;
  readonly args: readonly PactValue[];

  constructor(name: FullyQualifiedName, args: readonly PactValue[]) {
    this.name = name;
    this.args = args;
  }
}

export class TableValue {
  readonly kind = 'table';
  readonly name: TableName;
  /** Hash of the module version that the reference was compiled in. */
  readonly moduleHash: Hash;
  readonly schema: Schema;

  constructor(name: TableName, moduleHash: Hash, schema: Schema) {
    this.name = name;
    this.moduleHash = moduleHash;
    this.schema = schema;
  }
}

export const emptyList = new ListValue([]);
export const emptyObject = new ObjectValue(new Map());

/** An object from fields in any order; the last of equal fields wins. */
export function objectValue(fields: Iterable<readonly [string, PactValue]>): ObjectValue {
  return new ObjectValue(sortedFields(fields));
}

/** Fields in code-point order; the last of equal fields wins. */
export function sortedFields<V>(fields: Iterable<readonly [string, V]>): Map<string, V> {
  const unsorted = new Map(fields);
  if (isAscending(unsorted.keys())) return unsorted;
  return new Map([...unsorted].sort((left, right) => compareText(left[0], right[0])));
}

/** Returns a set of strings as the reference stores it: ascending, without duplicates. */
export function sortedSet(texts: Iterable<string>): string[] {
  return [...new Set(texts)].sort(compareText);
}

function isAscending(names: Iterable<string>): boolean {
  let before: string | undefined;
  for (const name of names) {
    if (before !== undefined && compareText(before, name) > 0) return false;
    before = name;
  }
  return true;
}

/** Returns the fields of both objects, with the left value for common fields. Merges them, because both are sorted. */
export function unitedObjects(left: ObjectValue, right: ObjectValue): ObjectValue {
  if (right.fields.size === 0) return left;
  if (left.fields.size === 0) return right;
  const united = new Map<string, PactValue>();
  const rights = right.fields.entries();
  let next = rights.next();
  for (const [name, value] of left.fields) {
    while (next.done !== true && compareText(next.value[0], name) < 0) {
      united.set(next.value[0], next.value[1]);
      next = rights.next();
    }
    if (next.done !== true && next.value[0] === name) next = rights.next();
    united.set(name, value);
  }
  for (; next.done !== true; next = rights.next()) united.set(next.value[0], next.value[1]);
  return new ObjectValue(united);
}
