// Reads fields and names in JSON whose shape is not known yet.

import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../../base/json.ts';
import { compareModuleNames, ModuleName, type QualifiedName } from '../names.ts';
import {
  parseModuleName,
  parseQualifiedName,
  parseHash,
  parseTableName,
} from '../text/names-parse.ts';
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

export function jsonFields(json: JsonValue | undefined): JsonObject | undefined {
  return json !== undefined && isJsonObject(json) ? json : undefined;
}

export function jsonItems(json: JsonValue | undefined): JsonArray | undefined {
  return json !== undefined && isJsonArray(json) ? json : undefined;
}

export function jsonText(json: JsonValue | undefined): string | undefined {
  return typeof json === 'string' ? json : undefined;
}

export function isAbsentOrNull(json: JsonValue | undefined): boolean {
  return (
    json === undefined ||
    (typeof json === 'object' && !isJsonArray(json) && !isJsonObject(json) && json.kind === 'null')
  );
}

const invalid = Symbol('invalid');
/** An optional string; see `isInvalid` for other values. */
type OptionalText = string | undefined | typeof invalid;

/** Absent and null are both `undefined`. */
export function optionalText(json: JsonValue | undefined): OptionalText {
  if (isAbsentOrNull(json)) return undefined;
  return typeof json === 'string' ? json : invalid;
}

export function isInvalid(text: OptionalText): text is typeof invalid {
  return text === invalid;
}

/** `undefined` unless every item is a string. */
export function allTexts(items: JsonArray): readonly string[] | undefined {
  const texts: string[] = [];
  for (const item of items) {
    if (typeof item !== 'string') return undefined;
    texts.push(item);
  }
  return texts;
}

// Names. Source: pact/Pact/Core/StableEncoding.hs; section 3.9.

/** The name must only have the form of a name: a dot in it does not split it. */
export function decodeModuleName(json: JsonValue | undefined): ModuleName | undefined {
  const fields = jsonFields(json);
  const name = jsonText(fields?.get('name'));
  const namespace = optionalText(fields?.get('namespace'));
  if (name === undefined || isInvalid(namespace)) return undefined;
  return parseModuleName(name) === undefined ? undefined : new ModuleName(name, namespace);
}

/** A set; absent or null is the empty one. */
export function decodeModuleNames(json: JsonValue | undefined): ModuleName[] | undefined {
  if (isAbsentOrNull(json)) return [];
  const items = jsonItems(json);
  if (items === undefined) return undefined;
  const names: ModuleName[] = [];
  for (const item of items) {
    const name = decodeModuleName(item);
    if (name === undefined) return undefined;
    names.push(name);
  }
  names.sort(compareModuleNames);
  return names.filter((name, i) => i === 0 || compareModuleNames(names[i - 1] ?? name, name) !== 0);
}

export function decodeQualifiedName(json: JsonValue | undefined): QualifiedName | undefined {
  const text = jsonText(json);
  return text === undefined ? undefined : parseQualifiedName(text);
}

// Table references, schemas and types from their JSON.
// Source: pact/Pact/Core/StableEncoding.hs; section 3.9.

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
