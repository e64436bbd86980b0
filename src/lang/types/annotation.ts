// Converts the types of annotations, schemas and values to the types of inference. Annotations without the types of their
// parts (`list`, `object`, fields without a type) cannot be checked: the reference rejects them, here they count as any type
// and are reported.

import type { Span } from '../../base/span.ts';
import { evalError, type EvalError } from '../diagnostics/error.ts';
import {
  type PrimitiveType,
  type Schema,
  type Type as Annotation,
  prettyTypeText,
} from '../values/type.ts';
import type { PactValue } from '../values/value.ts';
import { sortedInterfaces } from './interfaces.ts';
import {
  captoken,
  dynamic,
  guard,
  integer,
  bool,
  listOf,
  objectOf,
  primitives,
  rowOf,
  string,
  tableOf,
  typeVariable,
  type Row,
  type Type,
} from './type.ts';

/** `report` is called for each annotation that cannot be checked. */
export function annotatedType(
  annotation: Annotation,
  span: Span,
  report: (error: EvalError) => void,
): Type {
  const lift = (type: Annotation): Type => annotatedType(type, span, report);
  switch (annotation.kind) {
    case 'primitive':
      return primitives[annotation.name];
    case 'list':
      return listOf(lift(annotation.element));
    case 'modref':
      return {
        kind: 'module',
        reference: { kind: 'interfaces', names: annotation.interfaces },
      };
    case 'object':
      return objectOf(schemaRow(annotation.schema, lift));
    case 'table':
      return tableOf(schemaRow(annotation.schema, lift));
    case 'captoken':
      return captoken;
    default:
      report(unsupported(annotation, span));
      return annotation.kind === 'any-list'
        ? listOf(dynamic)
        : annotation.kind === 'any-object'
          ? objectOf(dynamic)
          : dynamic;
  }
}

export function schemaRow(schema: Pick<Schema, 'fields'>, lift: (type: Annotation) => Type): Row {
  return rowOf(new Map([...schema.fields].map(([name, type]) => [name, lift(type)])));
}

export function isPrimitiveName(name: string): name is PrimitiveType {
  return Object.hasOwn(primitives, name);
}

function unsupported(annotation: Annotation, span: Span): EvalError {
  const type = prettyTypeText(annotation);
  return evalError('TypecheckingDoesNotSupportType', { type }, span);
}

/** The type of a constant's value. `unifyItems` makes the items of a list agree. */
export function typeOfValue(
  value: PactValue,
  lift: (type: Annotation) => Type,
  agree: (element: Type, item: Type) => void,
): Type {
  if (typeof value === 'string') return string;
  if (typeof value === 'bigint') return integer;
  if (typeof value === 'boolean') return bool;
  switch (value.kind) {
    case 'decimal':
      return primitives.decimal;
    case 'unit':
      return primitives.unit;
    case 'time':
      return primitives.time;
    case 'guard':
      return guard;
    case 'captoken':
      return captoken;
    case 'modref':
      return {
        kind: 'module',
        reference: { kind: 'interfaces', names: sortedInterfaces(value.interfaces) },
      };
    case 'table':
      return tableOf(schemaRow(value.schema, lift));
    case 'object':
      return objectOf(
        rowOf(
          new Map([...value.fields].map(([name, item]) => [name, typeOfValue(item, lift, agree)])),
        ),
      );
    case 'list': {
      const element = typeVariable();
      for (const item of value.items) agree(element, typeOfValue(item, lift, agree));
      return listOf(element);
    }
  }
}
