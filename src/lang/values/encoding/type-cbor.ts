// CBOR of names and hashes, in both directions.
// Source: pact/Pact/Core/Serialise/CBOR_V1.hs, section 4.5.

import { type CborReader, malformedCbor } from '../../../base/cbor-reader.ts';
import type { CborWriter } from './cbor-writer.ts';
import { hashBytes, hashFromBytes, type Hash } from './hash.ts';
import { FullyQualifiedName, ModuleName, QualifiedName, TableName } from '../names.ts';
import {
  anyListType,
  anyObjectType,
  anyType,
  capTokenType,
  Schema,
  type PrimitiveType,
  type Type,
} from '../type.ts';

export function writeModuleName(writer: CborWriter, name: ModuleName): void {
  writer.arrayHead(2);
  writer.text(name.name);
  writer.maybe(name.namespace, writeText);
}

/** Of a member or a table. */
export function writeQualifiedName(writer: CborWriter, name: QualifiedName | TableName): void {
  writer.arrayHead(2);
  writer.text(name.name);
  writeModuleName(writer, name.module);
}

export function writeFullyQualifiedName(writer: CborWriter, name: FullyQualifiedName): void {
  writer.arrayHead(3);
  writeModuleName(writer, name.module);
  writer.text(name.name);
  writeHash(writer, name.hash);
}

export function writeHash(writer: CborWriter, hash: Hash): void {
  if (hash !== lastHash) {
    lastBytes = hashBytes(hash);
    lastHash = hash;
  }
  writer.bytes(lastBytes);
}

/** Most names of a module are its own. */
let lastHash: Hash = '';
let lastBytes = hashBytes(lastHash);

export function readModuleName(reader: CborReader): ModuleName {
  reader.expectArray(2);
  const name = reader.text();
  return new ModuleName(name, reader.maybe(readText));
}

export function readTableName(reader: CborReader): TableName {
  reader.expectArray(2);
  const name = reader.text();
  return new TableName(name, readModuleName(reader));
}

export function readQualifiedName(reader: CborReader): QualifiedName {
  reader.expectArray(2);
  const name = reader.text();
  return new QualifiedName(name, readModuleName(reader));
}

export function readFullyQualifiedName(reader: CborReader): FullyQualifiedName {
  reader.expectArray(3);
  const module = readModuleName(reader);
  const name = reader.text();
  return new FullyQualifiedName(module, name, readHash(reader));
}

export function readHash(reader: CborReader): Hash {
  return hashFromBytes(reader.bytes());
}

const writeText = (writer: CborWriter, text: string): void => writer.text(text);
const readText = (reader: CborReader): string => reader.text();

// CBOR of types and schemas, in both directions.
// Source: pact/Pact/Core/Serialise/CBOR_V1.hs, section 4.5.

/** By tag. */
const primitiveTypes = [
  'integer',
  'decimal',
  'bool',
  'string',
  'guard',
  'time',
  'unit',
] as const satisfies readonly PrimitiveType[];

const typeTags = {
  primitive: 0,
  list: 1,
  'any-list': 2,
  modref: 3,
  object: 4,
  'any-object': 5,
  table: 6,
  captoken: 7,
  any: 8,
} as const satisfies Record<Type['kind'], number>;

// The parser limits the nesting of annotations; deeper bytes are invalid.
const maxDepth = 1000;

export function writeType(writer: CborWriter, type: Type): void {
  writer.arrayHead(hasPayload(type) ? 2 : 1);
  writer.uint(typeTags[type.kind]);
  switch (type.kind) {
    case 'primitive':
      return writer.uint(primitiveTypes.indexOf(type.name));
    case 'list':
      return writeType(writer, type.element);
    case 'modref':
      return writer.vector(type.interfaces, writeModuleName);
    case 'object':
    case 'table':
      return writeSchema(writer, type.schema);
    default:
      return;
  }
}

export function writeSchema(writer: CborWriter, schema: Schema): void {
  writer.arrayHead(2);
  writeQualifiedName(writer, schema.name);
  writer.map(schema.fields, writeType);
}

export function readType(reader: CborReader, depth: number = 0): Type {
  if (depth > maxDepth) malformedCbor('type nested too deep');
  const length = reader.arrayHead();
  const tag = reader.uint();
  switch (tag) {
    case typeTags['any-list']:
      return withoutPayload(length, anyListType);
    case typeTags['any-object']:
      return withoutPayload(length, anyObjectType);
    case typeTags.captoken:
      return withoutPayload(length, capTokenType);
    case typeTags.any:
      return withoutPayload(length, anyType);
    default:
      if (length !== 2) malformedCbor('type of wrong length');
      return readPayload(reader, tag, depth);
  }
}

export function readSchema(reader: CborReader, depth: number = 0): Schema {
  reader.expectArray(2);
  const name = readQualifiedName(reader);
  return new Schema(
    name,
    reader.map((from) => readType(from, depth + 1)),
  );
}

function hasPayload(type: Type): boolean {
  switch (type.kind) {
    case 'any-list':
    case 'any-object':
    case 'captoken':
    case 'any':
      return false;
    default:
      return true;
  }
}

function readPayload(reader: CborReader, tag: number, depth: number): Type {
  switch (tag) {
    case typeTags.primitive:
      return { kind: 'primitive', name: readPrimitive(reader) };
    case typeTags.list:
      return { kind: 'list', element: readType(reader, depth + 1) };
    case typeTags.modref:
      return { kind: 'modref', interfaces: reader.list(readModuleName) };
    case typeTags.object:
      return { kind: 'object', schema: readSchema(reader, depth) };
    case typeTags.table:
      return { kind: 'table', schema: readSchema(reader, depth) };
    default:
      return malformedCbor('unknown type tag');
  }
}

function readPrimitive(reader: CborReader): PrimitiveType {
  return primitiveTypes[reader.uint()] ?? malformedCbor('unknown primitive type');
}

function withoutPayload(length: number, type: Type): Type {
  return length === 1 ? type : malformedCbor('type of wrong length');
}
