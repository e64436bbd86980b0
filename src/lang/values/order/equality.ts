// The derived equality of values in the reference: structural; decimals by value, module references by module
// only, tables by name, hash and schema. Used for `expect`, capabilities and signatures. The builtin `=`
// differs for tables and charges gas; it is built elsewhere from the parts exported here.
// Source: pact/Pact/Core/PactValue.hs (deriving Eq), ModRefs.hs, section 3.6.

import { countSteps } from '../../../base/interruption.ts';
import { equalDecimals } from '../number/decimal.ts';
import type { KeySetName, ModuleName } from '../names.ts';
import type { Schema, Type } from '../type.ts';
import type { Guard, KeySetGuard, KeySetPredicate, PactValue, TableValue } from '../value.ts';

/** Pairs that remain to be compared, the next pair last: left, right, left, right... */
type Pending = PactValue[];

type Compound = Exclude<PactValue, string | bigint | boolean>;

export function equalValues(left: PactValue, right: PactValue): boolean {
  if (typeof left !== 'object' || typeof right !== 'object') return left === right;
  if (left === right) return true;
  const known = longComparisons.get(left)?.get(right);
  if (known !== undefined) return known;
  // Shared structure is compared once per pair: otherwise 60 nested lists could have 2^60 leaves.
  const seen = new SeenPairs();
  const equal = partsMatch(left, right, seen);
  if (seen.parts > manyParts) remember(left, right, equal);
  return equal;
}

function partsMatch(left: Compound, right: Compound, seen: SeenPairs): boolean {
  const pending: Pending = [];
  let a: PactValue | undefined = left;
  let b: PactValue | undefined = right;
  while (a !== undefined && b !== undefined) {
    if (a !== b && !matchesHere(a, b, pending, seen)) return false;
    b = pending.pop();
    a = pending.pop();
  }
  return true;
}

// Values never change. A program may request a capability with a long list repeatedly, for the same gas as with
// a number.
const longComparisons = new WeakMap<Compound, WeakMap<Compound, boolean>>();

/** Lists and objects visited by a comparison: from this number on, its result is kept. */
const manyParts = 64;

function remember(left: Compound, right: Compound, equal: boolean): void {
  const known = longComparisons.get(left);
  if (known === undefined) longComparisons.set(left, new WeakMap([[right, equal]]));
  else known.set(right, equal);
}

export function equalTables(left: TableValue, right: TableValue): boolean {
  return (
    left.name.text === right.name.text &&
    equalModuleNames(left.name.module, right.name.module) &&
    left.moduleHash === right.moduleHash &&
    equalSchemas(left.schema, right.schema)
  );
}

export function equalPredicates(left: KeySetPredicate, right: KeySetPredicate): boolean {
  if (left.kind === 'qualified') {
    return right.kind === 'qualified' && left.name.text === right.name.text;
  }
  if (left.kind === 'bare') return right.kind === 'bare' && left.name === right.name;
  return left.kind === right.kind;
}

export function equalKeySets(left: KeySetGuard, right: KeySetGuard): boolean {
  return (
    equalPredicates(left.predicate, right.predicate) &&
    left.keys.length === right.keys.length &&
    left.keys.every((key, i) => key === right.keys[i])
  );
}

export function equalKeySetNames(left: KeySetName, right: KeySetName): boolean {
  return left.name === right.name && left.namespace === right.namespace;
}

export function equalModuleNames(left: ModuleName, right: ModuleName): boolean {
  return left.name === right.name && left.namespace === right.namespace;
}

export function equalSchemas(left: Schema, right: Schema): boolean {
  if (left.name.text !== right.name.text || left.fields.size !== right.fields.size) return false;
  for (const [field, type] of left.fields) {
    const other = right.fields.get(field);
    if (other === undefined || !equalTypes(type, other)) return false;
  }
  return true;
}

export function equalTypes(left: Type, right: Type): boolean {
  switch (left.kind) {
    case 'primitive':
      return right.kind === 'primitive' && left.name === right.name;
    case 'list':
      return right.kind === 'list' && equalTypes(left.element, right.element);
    case 'modref':
      return right.kind === 'modref' && equalNameLists(left.interfaces, right.interfaces);
    case 'object':
    case 'table':
      return right.kind === left.kind && equalSchemas(left.schema, right.schema);
    default:
      return left.kind === right.kind;
  }
}

function equalNameLists(left: readonly ModuleName[], right: readonly ModuleName[]): boolean {
  return (
    left.length === right.length &&
    left.every((name, i) => equalModuleNames(name, right[i] as ModuleName))
  );
}

/** Compares two values without their parts, which are added to `pending`. */
function matchesHere(
  left: PactValue,
  right: PactValue,
  pending: Pending,
  seen: SeenPairs,
): boolean {
  if (typeof left !== 'object' || typeof right !== 'object') return left === right;
  switch (left.kind) {
    case 'decimal':
      return right.kind === 'decimal' && equalDecimals(left, right);
    case 'unit':
      return right.kind === 'unit';
    case 'time':
      return right.kind === 'time' && left.micros === right.micros;
    case 'list':
      return right.kind === 'list' && addParts(left, left.items, right, right.items, pending, seen);
    case 'object':
      if (right.kind !== 'object' || left.fields.size !== right.fields.size) return false;
      seen.parts += left.fields.size;
      return seen.has(left, right) || addFields(left.fields, right.fields, pending);
    case 'guard':
      return right.kind === 'guard' && guardMatchesHere(left, right, pending, seen);
    case 'modref':
      return right.kind === 'modref' && equalModuleNames(left.module, right.module);
    case 'captoken':
      return (
        right.kind === 'captoken' &&
        left.name.key === right.name.key &&
        addParts(left, left.args, right, right.args, pending, seen)
      );
    case 'table':
      return right.kind === 'table' && equalTables(left, right);
  }
}

function guardMatchesHere(left: Guard, right: Guard, pending: Pending, seen: SeenPairs): boolean {
  switch (left.guard) {
    case 'keyset':
      seen.parts += left.keys.length;
      return right.guard === 'keyset' && equalKeySets(left, right);
    case 'keyset-ref':
      return right.guard === 'keyset-ref' && equalKeySetNames(left.name, right.name);
    case 'user':
      return (
        right.guard === 'user' &&
        left.fun.text === right.fun.text &&
        addParts(left, left.args, right, right.args, pending, seen)
      );
    case 'capability':
      return (
        right.guard === 'capability' &&
        left.name.text === right.name.text &&
        left.pactId === right.pactId &&
        addParts(left, left.args, right, right.args, pending, seen)
      );
    case 'module':
      return (
        right.guard === 'module' &&
        left.name === right.name &&
        equalModuleNames(left.module, right.module)
      );
    case 'pact':
      return right.guard === 'pact' && left.pactId === right.pactId && left.name === right.name;
  }
}

function addParts(
  left: Compound,
  leftParts: readonly PactValue[],
  right: Compound,
  rightParts: readonly PactValue[],
  pending: Pending,
  seen: SeenPairs,
): boolean {
  if (leftParts.length !== rightParts.length) return false;
  seen.parts += leftParts.length;
  countSteps(leftParts.length);
  if (seen.has(left, right)) return true;
  for (let i = leftParts.length - 1; i >= 0; i--) {
    const a = leftParts[i] as PactValue;
    const b = rightParts[i] as PactValue;
    if (a === b) continue;
    if (typeof a !== 'object' || typeof b !== 'object') return false;
    pending.push(a, b);
  }
  return true;
}

function addFields(
  left: ReadonlyMap<string, PactValue>,
  right: ReadonlyMap<string, PactValue>,
  pending: Pending,
): boolean {
  for (const [field, a] of left) {
    const b = right.get(field);
    if (b === undefined) return false;
    if (a === b) continue;
    if (typeof a !== 'object' || typeof b !== 'object') return false;
    pending.push(a, b);
  }
  return true;
}

/** Pairs of containers whose parts were compared. Kept only if a comparison becomes long. */
export class SeenPairs {
  /** The number of parts of all their containers. */
  parts = 0;
  private count = 0;
  private readonly partners = new Map<Compound, Set<Compound>>();

  has(left: Compound, right: Compound): boolean {
    if (this.count++ < 1000) return false;
    const partners = this.partners.get(left);
    if (partners === undefined) {
      this.partners.set(left, new Set([right]));
      return false;
    }
    if (partners.has(right)) return true;
    partners.add(right);
    return false;
  }
}
