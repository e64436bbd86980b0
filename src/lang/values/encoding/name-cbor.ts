// CBOR of names and hashes, in both directions.
// Source: pact/Pact/Core/Serialise/CBOR_V1.hs, section 4.5.

import type { CborReader } from '../../../base/cbor-reader.ts';
import type { CborWriter } from './cbor-writer.ts';
import { hashBytes, hashFromBytes, type Hash } from './hash.ts';
import { FullyQualifiedName, ModuleName, QualifiedName, TableName } from '../names.ts';

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
