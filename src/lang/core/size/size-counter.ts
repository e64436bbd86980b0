// Counts bytes by the rules of gas, in the reference's order and steps, up to a limit. Beyond the
// limit the count stops, and the gas error contains the total at that moment, so steps must not be
// combined. Sizes that do not need this are in values/size.ts.
// Source: pact/Pact/Core/SizeOf.hs; section 8.6.

import { hashLength, type Hash } from '../../values/encoding/hash.ts';
import type {
  FullyQualifiedName,
  ModuleName,
  QualifiedName,
  TableName,
} from '../../values/names.ts';
import {
  boolSize,
  containerOverhead,
  leafSize,
  machineIntegerSize,
  pairOverhead,
  recordOverhead,
  sizeOfGuard,
  sizeOfInteger,
  sizeOfLeaves,
  sizeOfText,
  sizeOfValue,
  variantOverhead,
} from '../../values/encoding/size.ts';
import type { Schema, Type } from '../../values/type.ts';
import type { Guard, KeySetGuard, KeySetPredicate, PactValue } from '../../values/value.ts';

/**
 * Counts until `count` is done or the total exceeds the limit, and returns the total: the size, or the
 * first total above the limit.
 */
export function countUpTo(limit: number, count: (counter: SizeCounter) => void): number {
  const counter = new SizeCounter(limit);
  try {
    count(counter);
  } catch (error) {
    if (!(error instanceof LimitPassed)) throw error;
  }
  return counter.total;
}

/** Counts the size of a value, or the first total above the limit. */
export function countValue(value: PactValue, limit: number): number {
  // If it fits, no intermediate total is visible.
  const whole = leafSize(value);
  if (whole !== undefined && whole <= limit) return whole;
  return countUpTo(limit, (counter) => counter.value(value));
}

/** Counts a row or the data of a yield, which is the bare map. */
export function countRow(row: ReadonlyMap<string, PactValue>, limit: number): number {
  const whole = sizeOfLeaves(row, limit);
  if (whole !== undefined) return whole;
  return countUpTo(limit, (counter) => counter.map(row, (value) => counter.value(value)));
}

export function countKeySet(keySet: KeySetGuard, limit: number): number {
  return countUpTo(limit, (counter) => counter.keySet(keySet));
}

/**
 * Counts the record of a user or capability guard, or a guard's own part, which the charge for hashing
 * principals depends on.
 */
export function countGuardRecord(guard: Guard, limit: number): number {
  // A guard counts one variant more than its record: count the guard and subtract the variant.
  const size = countUpTo(limit + variantOverhead, (counter) => counter.guard(guard));
  return size - variantOverhead;
}

/** Ends a count; `countUpTo` catches it. */
class LimitPassed extends Error {
  override readonly name = 'LimitPassed';
}

// Values share structure, so a small one can represent 2^60 bytes. Beyond this limit, which no
// network allows, the total of a value that is too large differs from the reference's.
const stepwiseLimit = 0x10000000;

export class SizeCounter {
  private readonly limit: number;
  private count = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  get total(): number {
    return this.count;
  }

  add(bytes: number): void {
    this.count += bytes;
    if (this.count > this.limit) throw new LimitPassed();
  }

  /** Returns whether this much stays within the limit, so that its steps may be combined. */
  hasRoomFor(bytes: number): boolean {
    return this.count + bytes <= this.limit;
  }

  record(): void {
    this.add(recordOverhead);
  }

  variant(): void {
    this.add(variantOverhead);
  }

  text(text: string): void {
    this.add(sizeOfText(text));
  }

  hash(hash: Hash): void {
    this.add(hashLength(hash) + 4);
  }

  /** A machine integer: a step, an argument's position, a line. */
  machineInteger(): void {
    this.add(machineIntegerSize);
  }

  bool(): void {
    this.add(boolSize);
  }

  /** A list or map without its contents. */
  container(): void {
    this.add(containerOverhead);
  }

  list<T>(items: Iterable<T>, count: (item: T) => void): void {
    this.add(containerOverhead);
    for (const item of items) count(item);
  }

  map<T>(fields: ReadonlyMap<string, T>, count: (value: T) => void): void {
    this.add(containerOverhead);
    for (const [key, value] of fields) {
      this.add(pairOverhead);
      this.text(key);
      count(value);
    }
  }

  maybe<T>(item: T | undefined, count: (item: T) => void): void {
    this.variant();
    if (item !== undefined) count(item);
  }

  moduleName(name: ModuleName): void {
    this.record();
    this.text(name.name);
    this.maybe(name.namespace, (namespace) => this.text(namespace));
  }

  qualifiedName(name: QualifiedName | TableName): void {
    this.record();
    this.text(name.name);
    this.moduleName(name.module);
  }

  fullyQualifiedName(name: FullyQualifiedName): void {
    this.record();
    this.moduleName(name.module);
    this.text(name.name);
    this.hash(name.hash);
  }

  moduleNames(names: readonly ModuleName[]): void {
    this.list(names, (name) => this.moduleName(name));
  }

  type(type: Type): void {
    this.variant();
    switch (type.kind) {
      case 'primitive':
        return this.add(1);
      case 'list':
        return this.type(type.element);
      case 'modref':
        return this.moduleNames(type.interfaces);
      case 'object':
      case 'table':
        return this.schema(type.schema);
      default:
        return;
    }
  }

  schema(schema: Schema): void {
    this.record();
    this.qualifiedName(schema.name);
    this.map(schema.fields, (type) => this.type(type));
  }

  value(value: PactValue): void {
    const size = sizeOfValue(value, this.limit - this.count);
    if (this.count + size <= this.limit || this.limit > stepwiseLimit) this.add(size);
    else new ValueSteps(this).run((steps) => steps.open(value));
  }

  guard(guard: Guard): void {
    const size = sizeOfGuard(guard, this.limit - this.count);
    if (this.count + size <= this.limit || this.limit > stepwiseLimit) this.add(size);
    else new ValueSteps(this).run((steps) => steps.openGuard(guard));
  }

  keySet(keySet: KeySetGuard): void {
    this.record();
    this.list(keySet.keys, (key) => this.text(key));
    this.predicate(keySet.predicate);
  }

  private predicate(predicate: KeySetPredicate): void {
    this.variant();
    if (predicate.kind !== 'qualified' && predicate.kind !== 'bare') return;
    this.variant();
    if (predicate.kind === 'qualified') this.qualifiedName(predicate.name);
    else this.text(predicate.name);
  }
}

/**
 * Counts values step by step, with an explicit stack: they may be nested deeper than the JavaScript
 * stack allows.
 */
class ValueSteps {
  private readonly counter: SizeCounter;
  /** What remains to be counted, the next one last: values, and steps between them. */
  private readonly pending: (PactValue | (() => void))[] = [];

  constructor(counter: SizeCounter) {
    this.counter = counter;
  }

  run(begin: (steps: ValueSteps) => void): void {
    begin(this);
    for (let next = this.pending.pop(); next !== undefined; next = this.pending.pop()) {
      if (typeof next === 'function') next();
      else this.open(next);
    }
  }

  open(value: PactValue): void {
    const { counter } = this;
    counter.variant();
    if (typeof value !== 'object') return this.countPlain(value);
    switch (value.kind) {
      case 'decimal':
        counter.variant();
        counter.record();
        counter.add(1);
        return counter.add(sizeOfInteger(value.mantissa));
      case 'unit':
        return counter.variant();
      case 'time':
        return counter.add(8);
      case 'list':
        return this.openItems(value.items);
      case 'object':
        return this.openFields(value.fields);
      case 'guard':
        return this.openGuard(value);
      case 'modref':
        counter.record();
        counter.moduleName(value.module);
        return counter.moduleNames(value.interfaces);
      case 'captoken':
        counter.record();
        counter.fullyQualifiedName(value.name);
        return this.openItems(value.args);
      case 'table':
        counter.record();
        counter.qualifiedName(value.name);
        counter.hash(value.moduleHash);
        return counter.schema(value.schema);
    }
  }

  openGuard(guard: Guard): void {
    const { counter } = this;
    counter.variant();
    switch (guard.guard) {
      case 'keyset':
        return counter.keySet(guard);
      case 'keyset-ref':
        return counter.moduleName(guard.name);
      case 'user':
        counter.record();
        counter.qualifiedName(guard.fun);
        return this.openItems(guard.args);
      case 'capability':
        counter.record();
        counter.qualifiedName(guard.name);
        this.pending.push(() => counter.maybe(guard.pactId, (id) => counter.text(id)));
        return this.openItems(guard.args);
      case 'module':
        counter.record();
        counter.moduleName(guard.module);
        return counter.text(guard.name);
      case 'pact':
        counter.record();
        counter.text(guard.pactId);
        return counter.text(guard.name);
    }
  }

  private countPlain(value: string | bigint | boolean): void {
    this.counter.variant();
    if (typeof value === 'string') this.counter.text(value);
    else if (typeof value === 'bigint') this.counter.add(sizeOfInteger(value));
    else this.counter.bool();
  }

  private openItems(items: readonly PactValue[]): void {
    this.counter.add(containerOverhead);
    for (let i = items.length - 1; i >= 0; i--) this.pending.push(items[i] as PactValue);
  }

  private openFields(fields: ReadonlyMap<string, PactValue>): void {
    this.counter.add(containerOverhead);
    for (const [key, value] of [...fields].reverse()) {
      this.pending.push(value, () => {
        this.counter.add(pairOverhead);
        this.counter.text(key);
      });
    }
  }
}
