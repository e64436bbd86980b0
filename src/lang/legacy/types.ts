// Translates types and tables stored by Pact 4. Inferred types are stored along with written ones, and become the
// type `any`.
// Source: Serialise/LegacyPact.hs (fromLegacyType, fromLegacySchema).

import { noSpan } from '../../base/span.ts';
import type { DefTable } from '../core/model/definition.ts';
import { decodeModuleName, jsonFields, jsonText } from '../values/encoding/json-access.ts';
import { compareModuleNames, QualifiedName } from '../values/names.ts';
import {
  anyListType,
  anyObjectType,
  anyType,
  guardType,
  Schema,
  type PrimitiveType,
  type Type,
} from '../values/type.ts';
import { sortedFields } from '../values/value.ts';
import { refuse } from './fault.ts';
import { definitionBehind, field, items, kindOf, textOf, type Node } from './node.ts';

const primitives: ReadonlySet<string> = new Set<PrimitiveType>([
  'integer',
  'decimal',
  'time',
  'bool',
  'string',
]);

const isPrimitive = (text: string): text is PrimitiveType => primitives.has(text);

export function legacyType(node: Node): Type {
  const text = jsonText(node.json);
  if (text === '*') return anyType;
  if (text !== undefined) {
    return isPrimitive(text) ? { kind: 'primitive', name: text } : refuse(`unknown type "${text}"`);
  }
  const fields = jsonFields(node.json) ?? refuse('expected a type');
  if (fields.has('tag')) return anyType;
  if (fields.has('guard')) return guardType;
  if (fields.has('return')) return refuse('a function type is not supported here');
  if (fields.has('list') && !fields.has('type')) {
    const element = field(node, 'list');
    return element.json === '*' ? anyListType : { kind: 'list', element: legacyType(element) };
  }
  if (fields.has('schema')) return schemaType(node);
  if (fields.has('modspec')) return moduleType(node);
  // Some versions left user types where there should be none.
  return anyType;
}

/** Returns the schema named by a type. */
export function legacySchema(type: Node): Schema {
  const schema = definitionBehind(type);
  if (kindOf(schema) !== 'schema') return refuse('a type has no schema');
  const module = decodeModuleName(field(schema, 'modname').json);
  if (module === undefined) return refuse('a schema has no module');
  const name = new QualifiedName(textOf(field(schema, 'name')), module);
  return new Schema(name, legacyFields(field(schema, 'fields')));
}

export function legacyTable(node: Node): DefTable {
  const schema = legacySchema(field(node, 'type'));
  return { kind: 'deftable', name: textOf(field(node, 'name')), schema, span: noSpan };
}

/** Returns the fields of a schema, ascending. */
export function legacyFields(args: Node): ReadonlyMap<string, Type> {
  return sortedFields(
    items(args).map((arg) => [textOf(field(arg, 'name')), legacyType(field(arg, 'type'))] as const),
  );
}

function schemaType(node: Node): Type {
  const type = field(node, 'type');
  switch (textOf(field(node, 'schema'))) {
    case 'table':
      return { kind: 'table', schema: legacySchema(type) };
    case 'object':
      return type.json === '*' ? anyObjectType : { kind: 'object', schema: legacySchema(type) };
    default:
      return refuse('a binding type is not supported here');
  }
}

function moduleType(node: Node): Type {
  const interfaces = items(field(node, 'modspec')).map((each) => {
    const name = decodeModuleName(field(definitionBehind(each), 'refName').json);
    return name ?? refuse('a module type has no interface');
  });
  if (interfaces.length === 0) return refuse('a module type has no interface');
  interfaces.sort(compareModuleNames);
  const unique = interfaces.filter((name, i) => name.text !== interfaces[i - 1]?.text);
  return { kind: 'modref', interfaces: unique };
}
