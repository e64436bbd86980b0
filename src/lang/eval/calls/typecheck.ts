// Type checks at run time: arguments, typed lets, results, rows. Scalars are free, containers cost a little
// per element.
// Source: IR/Eval/Runtime/Utils.hs (`gassedRuntimeTypecheck` and what it calls); section 7.

import { text } from '../../../base/doc.ts';
import { countSteps } from '../../../base/interruption.ts';
import type { Span } from '../../../base/span.ts';
import type { ArgumentKind, TypedPlace } from '../../diagnostics/entry.ts';
import type { ModuleName } from '../../values/names.ts';
import { typeText, Schema, type PrimitiveType, type Type } from '../../values/type.ts';
import { prettyType, prettyValue } from '../../values/text/pretty.ts';
import { Decimal, type ObjectValue, type PactValue } from '../../values/value.ts';
import { chargeInterfaces, chargeTicks } from './charges.ts';
import type { Machine } from '../../state/machine.ts';
import { typeWord } from '../../state/value.ts';

/** Fails with `Runtime typecheck failure` unless the value has the type. */
export function enforceType(
  machine: Machine,
  type: Type,
  value: PactValue,
  span: Span,
  where?: TypedPlace,
): void {
  if (!hasType(machine, type, value, span)) failType(machine, type, value, span, where);
}

export function failType(
  machine: Machine,
  type: Type,
  value: PactValue,
  span: Span,
  where: TypedPlace | undefined,
): never {
  return machine.fail(
    'RunTimeTypecheckFailure',
    {
      argument: typeWord(value),
      expected: () => prettyType(type),
      written: () => text(type.kind === 'captoken' ? 'cap-token' : typeText(type)),
      expectedKind: kindOfType(type),
      value: () => prettyValue(value, { limit: 60 }),
      ...(where !== undefined && { where }),
    },
    span,
  );
}

/** Returns the word for a type in the bounded error text. */
function kindOfType(type: Type): ArgumentKind {
  switch (type.kind) {
    case 'primitive':
      return type.name;
    case 'list':
    case 'any-list':
      return 'list';
    case 'modref':
    case 'table':
      return type.kind;
    case 'captoken':
      return 'cap-token';
    case 'object':
    case 'any-object':
    case 'any':
      return 'object';
  }
}

export function hasType(machine: Machine, type: Type, value: PactValue, span: Span): boolean {
  if (type.kind === 'any') return true;
  if (typeof value !== 'object' || value instanceof Decimal) {
    return type.kind === 'primitive' && type.name === primitiveOf(value);
  }
  switch (value.kind) {
    case 'unit':
    case 'time':
    case 'guard':
      return type.kind === 'primitive' && type.name === value.kind;
    case 'captoken':
      return type.kind === 'captoken';
    case 'modref':
      return (
        type.kind === 'modref' && implementsAll(machine, value.interfaces, type.interfaces, span)
      );
    case 'list':
      if (type.kind === 'any-list') return true;
      return type.kind === 'list' && areAllOf(machine, type.element, value.items, span);
    case 'object':
      if (type.kind === 'any-object') return true;
      return type.kind === 'object' && hasSchema(machine, value, type.schema, span);
    case 'table':
      return type.kind === 'table' && sameSchemas(machine, value.schema, type.schema, span);
  }
}

/** Like `fitsSchema`, with the same cost, but faster for an object that is passed from call to call. */
function hasSchema(machine: Machine, value: ObjectValue, schema: Schema, span: Span): boolean {
  if (value.hasFitted(schema.fields)) {
    chargeTicks(machine, value.fields.size, span);
    return true;
  }
  if (!fitsSchema(machine, value.fields, schema, span)) return false;
  if (columnsOf(schema).isFlat) value.noteFit(schema.fields);
  return true;
}

type Columns = {
  /** The fields as a list, which is faster to iterate, as every write of a row does. */
  readonly list: readonly (readonly [string, Type])[];
  /** Whether no field has parts that are checked and charged individually. */
  readonly isFlat: boolean;
};

const knownColumns = new WeakMap<Schema['fields'], Columns>();

function columnsOf({ fields }: Schema): Columns {
  let known = knownColumns.get(fields);
  if (known === undefined) {
    const list = [...fields];
    known = { list, isFlat: list.every(([, type]) => isWithoutParts(type)) };
    knownColumns.set(fields, known);
  }
  return known;
}

function isWithoutParts({ kind }: Type): boolean {
  return kind !== 'list' && kind !== 'object' && kind !== 'table' && kind !== 'modref';
}

/** Checks that there are exactly the fields of the schema, each of its type. */
export function fitsSchema(
  machine: Machine,
  fields: ObjectValue['fields'],
  schema: Schema,
  span: Span,
): boolean {
  const { list: columns } = columnsOf(schema);
  if (fields.size !== columns.length) return false;
  chargeTicks(machine, fields.size, span);
  // Both are in ascending order, so the first difference in names decides.
  let at = 0;
  for (const [name, value] of fields) {
    const column = columns[at++];
    if (column === undefined || column[0] !== name) return false;
    if (!hasType(machine, column[1], value, span)) return false;
  }
  return true;
}

/** Checks that all fields are in the schema, each of its type, as `update` requires. */
export function fitsPartOfSchema(
  machine: Machine,
  fields: ObjectValue['fields'],
  schema: Schema,
  span: Span,
): boolean {
  chargeTicks(machine, fields.size, span);
  for (const name of fields.keys()) if (!schema.fields.has(name)) return false;
  // The fields are compared with the part of the schema that has their names: that is paid as well.
  chargeTicks(machine, fields.size, span);
  for (const [name, value] of fields) {
    const type = schema.fields.get(name);
    if (type === undefined || !hasType(machine, type, value, span)) return false;
  }
  return true;
}

function primitiveOf(value: string | bigint | boolean | Decimal): PrimitiveType {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'bigint':
      return 'integer';
    case 'boolean':
      return 'bool';
    default:
      return 'decimal';
  }
}

function implementsAll(
  machine: Machine,
  implemented: readonly ModuleName[],
  required: readonly ModuleName[],
  span: Span,
): boolean {
  chargeInterfaces(machine, implemented.length, span);
  return required.every((each) => implemented.some((name) => name.text === each.text));
}

function areAllOf(
  machine: Machine,
  element: Type,
  items: readonly PactValue[],
  span: Span,
): boolean {
  chargeTicks(machine, items.length, span);
  countSteps(items.length);
  let all = true;
  // Every element is checked and charged, even after one that does not fit.
  for (const item of items) if (!hasType(machine, element, item, span)) all = false;
  return all;
}

function sameSchemas(machine: Machine, left: Schema, right: Schema, span: Span): boolean {
  if (left.fields.size !== right.fields.size) return false;
  chargeTicks(machine, left.fields.size, span);
  const others = right.fields.entries();
  for (const [name, type] of left.fields) {
    const next = others.next();
    if (next.done === true || next.value[0] !== name) return false;
    if (!sameTypes(machine, type, next.value[1], span)) return false;
  }
  return true;
}

function sameTypes(machine: Machine, left: Type, right: Type, span: Span): boolean {
  switch (left.kind) {
    case 'primitive':
      return right.kind === 'primitive' && left.name === right.name;
    case 'list':
      return right.kind === 'list' && sameTypes(machine, left.element, right.element, span);
    case 'object':
      return right.kind === 'object' && sameSchemas(machine, left.schema, right.schema, span);
    case 'table':
      return right.kind === 'table' && sameSchemas(machine, left.schema, right.schema, span);
    case 'modref':
      return (
        right.kind === 'modref' &&
        left.interfaces.length === right.interfaces.length &&
        left.interfaces.every((name, i) => name.text === right.interfaces[i]?.text)
      );
    case 'any':
    case 'any-list':
    case 'any-object':
    case 'captoken':
      return left.kind === right.kind;
  }
}
