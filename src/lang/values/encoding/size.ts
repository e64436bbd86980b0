// Sizes in bytes for the gas of storing and hashing: an estimate by fixed rules, not the stored size.
// Source: pact/Pact/Core/SizeOf.hs, section 8.6.

import { bitLengthOf, isWord } from '../../../base/integers.ts';
import { longTextBytes } from '../../../base/long-texts.ts';
import { hashLength, type Hash } from './hash.ts';
import type {
  FullyQualifiedName,
  KeySetName,
  ModuleName,
  QualifiedName,
  TableName,
} from '../names.ts';
import type { Schema, Type } from '../type.ts';
import type { Guard, KeySetGuard, KeySetPredicate, ObjectValue, PactValue } from '../value.ts';

/** A record, or a constructor that is the only one of its type. */
export const recordOverhead = 1;
/** A constructor among several. */
export const variantOverhead = 2;
/** A list, set or map. */
export const containerOverhead = 5;
/** A pair, and so each entry of a map. */
export const pairOverhead = 1;
/** A machine integer. */
export const machineIntegerSize = 5;
export const boolSize = 1;

/**
 * Returns the size of a value. Counting stops as soon as the size exceeds `limit`; the result is then some
 * number above it, which is enough to know that the gas does not suffice.
 */
export function sizeOfValue(value: PactValue, limit: number = Infinity): number {
  const leaf = leafSize(value);
  return leaf ?? new Measure(limit).run((measure) => measure.add(value));
}

/** A row or the data of a yield: the bare map. */
export function sizeOfRow(row: ReadonlyMap<string, PactValue>, limit: number = Infinity): number {
  return new Measure(limit).run((measure) => measure.addFields(row));
}

/**
 * Returns the size of the guard itself; as a value it is `variantOverhead` larger, and its record that much smaller.
 * It is counted as a value, so that what is kept about a guard has one meaning.
 */
export function sizeOfGuard(guard: Guard, limit: number = Infinity): number {
  return sizeOfValue(guard, limit + variantOverhead) - variantOverhead;
}

export function sizeOfKeySet(keySet: KeySetGuard): number {
  const { knownSize } = keySet;
  if (knownSize !== undefined) return knownSize;
  let size = recordOverhead + containerOverhead + sizeOfPredicate(keySet.predicate);
  for (const key of keySet.keys) size += sizeOfText(key);
  keySet.noteSize(size);
  return size;
}

export function sizeOfInteger(value: bigint): number {
  if (isWord(value)) return 8;
  const bits = bitLengthOf(value < 0n ? -value : value);
  return Math.max(64, bits) >> 3;
}

export function sizeOfText(text: string): number {
  return longTextBytes(text) + 4;
}

export function sizeOfHash(hash: Hash): number {
  return hashLength(hash) + 4;
}

export function sizeOfModuleName(name: ModuleName): number {
  return recordOverhead + sizeOfText(name.name) + sizeOfOptionalText(name.namespace);
}

export function sizeOfKeySetName(name: KeySetName): number {
  return recordOverhead + sizeOfText(name.name) + sizeOfOptionalText(name.namespace);
}

export function sizeOfQualifiedName(name: QualifiedName): number {
  return recordOverhead + sizeOfText(name.name) + sizeOfModuleName(name.module);
}

export function sizeOfFullyQualifiedName(name: FullyQualifiedName): number {
  return (
    recordOverhead + sizeOfModuleName(name.module) + sizeOfText(name.name) + sizeOfHash(name.hash)
  );
}

export function sizeOfTableName(name: TableName): number {
  return recordOverhead + sizeOfText(name.name) + sizeOfModuleName(name.module);
}

export function sizeOfOptionalText(text: string | undefined): number {
  return variantOverhead + (text === undefined ? 0 : sizeOfText(text));
}

export function sizeOfType(type: Type): number {
  switch (type.kind) {
    case 'primitive':
      return variantOverhead + 1;
    case 'list':
      return variantOverhead + sizeOfType(type.element);
    case 'modref':
      return variantOverhead + sizeOfModuleNames(type.interfaces);
    case 'object':
    case 'table':
      return variantOverhead + sizeOfSchema(type.schema);
    default:
      return variantOverhead;
  }
}

export function sizeOfSchema(schema: Schema): number {
  return recordOverhead + sizeOfQualifiedName(schema.name) + sizeOfFieldTypes(schema.fields);
}

export function sizeOfFieldTypes(fields: ReadonlyMap<string, Type>): number {
  let size = containerOverhead;
  for (const [field, type] of fields) size += pairOverhead + sizeOfText(field) + sizeOfType(type);
  return size;
}

export function sizeOfModuleNames(names: readonly ModuleName[]): number {
  return names.reduce((size, name) => size + sizeOfModuleName(name), containerOverhead);
}

function sizeOfPredicate(predicate: KeySetPredicate): number {
  switch (predicate.kind) {
    case 'qualified':
      return 2 * variantOverhead + sizeOfQualifiedName(predicate.name);
    case 'bare':
      return 2 * variantOverhead + sizeOfText(predicate.name);
    default:
      return variantOverhead;
  }
}

/** The size of a value without parts; `undefined` for others. */
export function leafSize(value: PactValue): number | undefined {
  switch (typeof value) {
    case 'string':
      return 2 * variantOverhead + sizeOfText(value);
    case 'bigint':
      return 2 * variantOverhead + sizeOfInteger(value);
    case 'boolean':
      return 2 * variantOverhead + boolSize;
    default:
      return leafInstanceSize(value);
  }
}

function leafInstanceSize(
  value: Exclude<PactValue, string | bigint | boolean>,
): number | undefined {
  switch (value.kind) {
    case 'decimal':
      return 2 * variantOverhead + recordOverhead + 1 + sizeOfInteger(value.mantissa);
    case 'unit':
      return 2 * variantOverhead;
    case 'time':
      return variantOverhead + 8;
    case 'modref': {
      const names = sizeOfModuleName(value.module) + sizeOfModuleNames(value.interfaces);
      return variantOverhead + recordOverhead + names;
    }
    case 'table':
      return (
        variantOverhead +
        recordOverhead +
        sizeOfTableName(value.name) +
        sizeOfHash(value.moduleHash) +
        sizeOfSchema(value.schema)
      );
    default:
      return undefined;
  }
}

/**
 * Like `sizeOfRow`, for values without parts and keysets; `undefined` if there are other values, or the
 * size is above the limit.
 */
export function sizeOfLeaves(
  row: ReadonlyMap<string, PactValue>,
  limit: number,
): number | undefined {
  let size = containerOverhead;
  for (const [field, value] of row) {
    const leaf = isKeySet(value) ? variantOverhead + keySetGuardSize(value) : leafSize(value);
    if (leaf === undefined) return undefined;
    size += pairOverhead + sizeOfText(field) + leaf;
    if (size > limit) return undefined;
  }
  return size;
}

function isKeySet(value: PactValue): value is KeySetGuard {
  return typeof value === 'object' && value.kind === 'guard' && value.guard === 'keyset';
}

function keySetGuardSize(keySet: KeySetGuard): number {
  return variantOverhead + sizeOfKeySet(keySet);
}

/** Parts that remain to be counted, and their container. */
type Frame = {
  readonly parts: readonly PactValue[];
  readonly container: object | undefined;
  readonly countBefore: number;
  nested: boolean;
  next: number;
};

// Values are immutable, so the size of a container as a value, with all its overheads, is fixed. It is kept if counting
// again would be slow: many parts, or parts with parts of their own, which may be shared.
const knownSizes = new WeakMap<object, number>();
const manyParts = 16;

class Measure {
  private readonly limit: number;
  private readonly frames: Frame[] = [];
  private count = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  run(begin: (measure: Measure) => void): number {
    begin(this);
    for (let frame = this.frames.at(-1); frame !== undefined; frame = this.frames.at(-1)) {
      if (this.count > this.limit) break;
      if (frame.next === frame.parts.length) this.close(frame);
      else this.addPart(frame, frame.parts[frame.next++] as PactValue);
    }
    return this.count;
  }

  add(value: PactValue): void {
    const leaf = leafSize(value);
    if (leaf !== undefined) {
      this.count += leaf;
      return;
    }
    const container = value as Exclude<PactValue, string | bigint | boolean>;
    const known = knownSizes.get(container);
    if (known !== undefined) this.count += known;
    else this.open(container);
  }

  addItems(items: readonly PactValue[], overhead: number, container?: object): void {
    const countBefore = this.count;
    this.count += overhead;
    this.frames.push({ parts: items, container, countBefore, nested: false, next: 0 });
  }

  addFields(fields: ReadonlyMap<string, PactValue>, overhead = 0, container?: ObjectValue): void {
    let keys = overhead + containerOverhead;
    for (const field of fields.keys()) keys += pairOverhead + sizeOfText(field);
    this.addItems([...fields.values()], keys, container);
  }

  private openGuard(guard: Guard): void {
    const overhead = 2 * variantOverhead;
    switch (guard.guard) {
      case 'keyset':
        this.count += variantOverhead + keySetGuardSize(guard);
        return;
      case 'keyset-ref':
        this.count += overhead + sizeOfKeySetName(guard.name);
        return;
      case 'user': {
        const record = recordOverhead + sizeOfQualifiedName(guard.fun) + containerOverhead;
        return this.addItems(guard.args, overhead + record, guard);
      }
      case 'capability': {
        const fields = sizeOfQualifiedName(guard.name) + sizeOfOptionalText(guard.pactId);
        const record = recordOverhead + fields + containerOverhead;
        return this.addItems(guard.args, overhead + record, guard);
      }
      case 'module': {
        const record = recordOverhead + sizeOfModuleName(guard.module) + sizeOfText(guard.name);
        this.count += overhead + record;
        return;
      }
      case 'pact': {
        const record = recordOverhead + sizeOfText(guard.pactId) + sizeOfText(guard.name);
        this.count += overhead + record;
        return;
      }
    }
  }

  private open(value: Exclude<PactValue, string | bigint | boolean>): void {
    switch (value.kind) {
      case 'list':
        return this.addItems(value.items, variantOverhead + containerOverhead, value);
      case 'object':
        return this.addFields(value.fields, variantOverhead, value);
      case 'guard':
        return this.openGuard(value);
      case 'captoken': {
        const record = recordOverhead + sizeOfFullyQualifiedName(value.name) + containerOverhead;
        return this.addItems(value.args, variantOverhead + record, value);
      }
      default:
        return;
    }
  }

  private addPart(frame: Frame, part: PactValue): void {
    const leaf = leafSize(part);
    if (leaf !== undefined) this.count += leaf;
    else {
      frame.nested = true;
      this.add(part);
    }
  }

  private close(frame: Frame): void {
    this.frames.pop();
    if (frame.container === undefined) return;
    if (frame.nested || frame.parts.length >= manyParts) {
      knownSizes.set(frame.container, this.count - frame.countBefore);
    }
  }
}
