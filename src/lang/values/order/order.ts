// The derived order of values in the reference: by kind, then part by part. For capabilities in a set, this order
// decides which one is found first. `sort` has its own order, in sort.ts.
// Source: deriving Ord in PactValue.hs, Literal.hs, Guards.hs, Capabilities.hs, Names.hs, Type.hs; ModRefs.hs.

import { compareBytes } from '../../../base/bytes.ts';
import { compareText } from '../../../base/text.ts';
import { SeenPairs } from './equality.ts';
import { hashBytes } from '../encoding/hash.ts';
import { compareFullyQualifiedNames, compareModuleNames, compareQualifiedNames } from '../names.ts';
import { compareLiterals } from './sort.ts';
import { compareTimes } from '../time/time.ts';
import type { PrimitiveType, Schema, Type } from '../type.ts';
import {
  ListValue,
  type Guard,
  type KeySetGuard,
  type KeySetPredicate,
  type ObjectValue,
  type PactValue,
  type TableValue,
} from '../value.ts';

/** Returns a negative number, zero or a positive number; zero if `equalValues` is true. */
export function compareValues(left: PactValue, right: PactValue): number {
  return compareValueLists([left], [right]);
}

/** Lexicographic. Without recursion; pairs of parts that are shared are compared once. */
export function compareValueLists(left: readonly PactValue[], right: readonly PactValue[]): number {
  const frames: Frame[] = [{ left, right, next: 0 }];
  const seen = new SeenPairs();
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const a = frame.left[frame.next];
    const b = frame.right[frame.next];
    if (a === undefined || b === undefined) {
      if (a !== b) return a === undefined ? -1 : 1;
      frames.pop();
      continue;
    }
    frame.next++;
    if (a === b) continue;
    const order = compareHere(a, b);
    if (order !== 0) return order;
    if (typeof a !== 'object' || typeof b !== 'object' || seen.has(a, b)) continue;
    const parts = partsOf(a);
    if (parts !== undefined) frames.push({ left: parts, right: partsOf(b) ?? [], next: 0 });
  }
  return 0;
}

/** Parts of two values, which are compared one after the other. */
type Frame = {
  readonly left: readonly PactValue[];
  readonly right: readonly PactValue[];
  next: number;
};

/** Compares everything before the parts; zero if the parts decide. */
function compareHere(left: PactValue, right: PactValue): number {
  const order = compareLiterals(left, right) ?? rankOf(left) - rankOf(right);
  if (order !== 0 || typeof left !== 'object' || typeof right !== 'object') return order;
  if (left.kind === 'guard' && right.kind === 'guard') return compareGuardsHere(left, right);
  if (left.kind === 'modref' && right.kind === 'modref') {
    return compareModuleNames(left.module, right.module);
  }
  if (left.kind === 'captoken' && right.kind === 'captoken') {
    return compareFullyQualifiedNames(left.name, right.name);
  }
  if (left.kind === 'table' && right.kind === 'table') return compareTables(left, right);
  return left.kind === 'time' && right.kind === 'time' ? compareTimes(left, right) : 0;
}

function rankOf(value: PactValue): number {
  return typeof value === 'object' ? ranks[value.kind] : 0;
}

const ranks = {
  decimal: 0,
  unit: 0,
  list: 1,
  guard: 2,
  object: 3,
  modref: 4,
  captoken: 5,
  table: 6,
  time: 7,
} satisfies Record<Exclude<PactValue, string | bigint | boolean>['kind'], number>;

/** Returns the parts that decide between two values equal by `compareHere`, in order; `undefined` if there are none. */
function partsOf(
  value: Exclude<PactValue, string | bigint | boolean>,
): readonly PactValue[] | undefined {
  if (value.kind === 'list') return value.items;
  if (value.kind === 'object') return fieldsOf(value);
  if (value.kind === 'captoken') return value.args;
  if (value.kind !== 'guard') return undefined;
  if (value.guard === 'user') return value.args;
  if (value.guard !== 'capability') return undefined;
  const args = new ListValue(value.args);
  return value.pactId === undefined ? [args] : [args, value.pactId];
}

/** A name, its value, the next name... */
function fieldsOf({ fields }: ObjectValue): readonly PactValue[] {
  const parts: PactValue[] = [];
  for (const [name, value] of fields) parts.push(name, value);
  return parts;
}

const guardRanks = {
  keyset: 0,
  'keyset-ref': 1,
  user: 2,
  capability: 3,
  module: 4,
  pact: 5,
} satisfies Record<Guard['guard'], number>;

function compareGuardsHere(left: Guard, right: Guard): number {
  if (left.guard === 'keyset' && right.guard === 'keyset') return compareKeySets(left, right);
  if (left.guard === 'keyset-ref' && right.guard === 'keyset-ref') {
    return compareModuleNames(left.name, right.name);
  }
  if (left.guard === 'user' && right.guard === 'user') {
    return compareQualifiedNames(left.fun, right.fun);
  }
  if (left.guard === 'capability' && right.guard === 'capability') {
    return compareQualifiedNames(left.name, right.name);
  }
  if (left.guard === 'module' && right.guard === 'module') {
    return compareModuleNames(left.module, right.module) || compareText(left.name, right.name);
  }
  if (left.guard === 'pact' && right.guard === 'pact') {
    return compareText(left.pactId, right.pactId) || compareText(left.name, right.name);
  }
  return guardRanks[left.guard] - guardRanks[right.guard];
}

function compareKeySets(left: KeySetGuard, right: KeySetGuard): number {
  return (
    compareEach(left.keys, right.keys, compareText) ||
    comparePredicates(left.predicate, right.predicate)
  );
}

const predicateRanks = {
  'keys-all': 0,
  'keys-2': 1,
  'keys-any': 2,
  qualified: 3,
  bare: 4,
} satisfies Record<KeySetPredicate['kind'], number>;

function comparePredicates(left: KeySetPredicate, right: KeySetPredicate): number {
  if (left.kind === 'qualified' && right.kind === 'qualified') {
    return compareQualifiedNames(left.name, right.name);
  }
  if (left.kind === 'bare' && right.kind === 'bare') return compareText(left.name, right.name);
  return predicateRanks[left.kind] - predicateRanks[right.kind];
}

function compareTables(left: TableValue, right: TableValue): number {
  return (
    compareText(left.name.name, right.name.name) ||
    compareModuleNames(left.name.module, right.name.module) ||
    compareBytes(hashBytes(left.moduleHash), hashBytes(right.moduleHash)) ||
    compareSchemas(left.schema, right.schema)
  );
}

function compareSchemas(left: Schema, right: Schema): number {
  return (
    compareQualifiedNames(left.name, right.name) ||
    compareEach(
      [...left.fields],
      [...right.fields],
      ([name, type], [otherName, otherType]) =>
        compareText(name, otherName) || compareTypes(type, otherType),
    )
  );
}

const typeRanks = {
  primitive: 0,
  list: 1,
  'any-list': 2,
  modref: 3,
  object: 4,
  'any-object': 5,
  table: 6,
  captoken: 7,
  any: 8,
} satisfies Record<Type['kind'], number>;

const primitiveRanks = {
  integer: 0,
  decimal: 1,
  bool: 2,
  string: 3,
  guard: 4,
  time: 5,
  unit: 6,
} satisfies Record<PrimitiveType, number>;

function compareTypes(left: Type, right: Type): number {
  if (left.kind === 'primitive' && right.kind === 'primitive') {
    return primitiveRanks[left.name] - primitiveRanks[right.name];
  }
  if (left.kind === 'list' && right.kind === 'list') {
    return compareTypes(left.element, right.element);
  }
  if (left.kind === 'modref' && right.kind === 'modref') {
    return compareEach(left.interfaces, right.interfaces, compareModuleNames);
  }
  if (left.kind === 'object' && right.kind === 'object') {
    return compareSchemas(left.schema, right.schema);
  }
  if (left.kind === 'table' && right.kind === 'table') {
    return compareSchemas(left.schema, right.schema);
  }
  return typeRanks[left.kind] - typeRanks[right.kind];
}

/** Lexicographic. */
function compareEach<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (left: T, right: T) => number,
): number {
  for (let i = 0; i < left.length && i < right.length; i++) {
    const order = compare(left[i] as T, right[i] as T);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
