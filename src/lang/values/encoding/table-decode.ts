// Table references, schemas and types from their JSON.
// Source: pact/Pact/Core/StableEncoding.hs; section 3.9.

import { isJsonArray, type JsonObject, type JsonValue } from '../../../base/json.ts';
import { jsonFields, jsonText, decodeModuleNames, decodeQualifiedName } from './json-access.ts';
import { parseHash, parseTableName } from '../text/names-parse.ts';
import {
  anyListType,
  anyObjectType,
  anyType,
  capTokenType,
  Schema,
  type PrimitiveType,
  type Type,
} from '../type.ts';
import { sortedFields, TableValue } from '../value.ts';

export function decodeTable(fields: JsonObject): TableValue | undefined {
  const table = jsonText(fields.get(':tableName'));
  if (table === undefined) return undefined;
  const name = parseTableName(table);
  const hash = parseHash(jsonText(fields.get(':moduleHash')) ?? '');
  const schema = decodeSchema(fields.get(':schema'), 0);
  if (name === undefined || hash === undefined || schema === undefined) return undefined;
  return new TableValue(name, hash, schema);
}

const primitiveTypes: ReadonlySet<string> = new Set<PrimitiveType>([
  'integer',
  'decimal',
  'bool',
  'string',
  'guard',
  'time',
  'unit',
]);
const otherTypes: ReadonlyMap<string, Type> = new Map([
  ['list', anyListType],
  ['object', anyObjectType],
  ['*', anyType],
  ['cap-token', capTokenType],
]);

// Types come from annotations, whose depth the parser limits; deeper JSON is not a type.
const maxDepth = 200;

function decodeSchema(json: JsonValue | undefined, depth: number): Schema | undefined {
  const schema = jsonFields(json);
  const name = decodeQualifiedName(schema?.get('sc_name'));
  const fields = jsonFields(schema?.get('sc_fields'));
  if (name === undefined || fields === undefined) return undefined;
  const types: [string, Type][] = [];
  for (const [field, typeJson] of fields) {
    const type = decodeType(typeJson, depth + 1);
    if (type === undefined) return undefined;
    types.push([field, type]);
  }
  return new Schema(name, sortedFields(types));
}

function decodeType(json: JsonValue, depth: number): Type | undefined {
  if (typeof json === 'string') {
    return isPrimitive(json) ? { kind: 'primitive', name: json } : otherTypes.get(json);
  }
  const fields = jsonFields(json);
  if (fields === undefined || depth > maxDepth) return undefined;
  return (
    decodeList(fields.get('tylist'), depth) ??
    withSchema('object', fields.get('tyobject'), depth) ??
    decodeModRefType(fields.get('tymodref')) ??
    withSchema('table', fields.get('tytable'), depth)
  );
}

function decodeList(json: JsonValue | undefined, depth: number): Type | undefined {
  const element = json === undefined ? undefined : decodeType(json, depth + 1);
  return element === undefined ? undefined : { kind: 'list', element };
}

function withSchema(
  kind: 'object' | 'table',
  json: JsonValue | undefined,
  depth: number,
): Type | undefined {
  const schema = decodeSchema(json, depth);
  return schema === undefined ? undefined : { kind, schema };
}

function decodeModRefType(json: JsonValue | undefined): Type | undefined {
  const interfaces = json !== undefined && isJsonArray(json) ? decodeModuleNames(json) : undefined;
  return interfaces === undefined ? undefined : { kind: 'modref', interfaces };
}

function isPrimitive(name: string): name is PrimitiveType {
  return primitiveTypes.has(name);
}
