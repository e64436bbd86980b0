// Encodes modules, interfaces and their stored form as CBOR and decodes them. Source code is stored
// separately: decoded modules have none until the caller adds it.
// Source: pact/Pact/Core/Serialise/CBOR_V1.hs; section 4.5.

import { malformedCbor, type CborReader } from '../../../base/cbor-reader.ts';
import { type CborWriter } from '../../values/encoding/cbor-writer.ts';
import {
  readFullyQualifiedName,
  readHash,
  readModuleName,
  writeFullyQualifiedName,
  writeHash,
  writeModuleName,
} from '../../values/encoding/type-cbor.ts';
import { readDef, readInterfaceDef, writeDef, writeInterfaceDef } from './definition-cbor.ts';
import type {
  Def,
  Dependency,
  Governance,
  Import,
  Interface,
  Module,
  ModuleData,
} from '../model/definition.ts';
import type { InfoReader, InfoWriter } from './info-cbor.ts';

/** Writes one definition; a counter may already have counted it. */
export type DefWriter = (writer: CborWriter, def: Def) => void;

export function writeModule(
  writer: CborWriter,
  module: Module,
  info: InfoWriter,
  write: DefWriter = (to, def) => writeDef(to, def, info),
): void {
  writer.arrayHead(9);
  writeModuleName(writer, module.name);
  writeGovernance(writer, module.governance);
  writer.list(module.defs, write);
  writer.vector(module.blessed, writeHash);
  writer.list(module.imports, writeImport);
  writer.list(module.implements, writeModuleName);
  writeHash(writer, module.hash);
  writeHash(writer, module.txHash);
  info(writer, module.span);
}

export function writeInterface(writer: CborWriter, module: Interface, info: InfoWriter): void {
  writer.arrayHead(6);
  writeModuleName(writer, module.name);
  writer.list(module.defs, (to, def) => writeInterfaceDef(to, def, info));
  writer.list(module.imports, writeImport);
  writeHash(writer, module.hash);
  writeHash(writer, module.txHash);
  info(writer, module.span);
}

export function writeModuleData(
  writer: CborWriter,
  data: ModuleData,
  info: InfoWriter,
  write: DefWriter = (to, def) => writeDef(to, def, info),
): void {
  writer.arrayHead(2);
  writer.uint(data.module.kind === 'module' ? 0 : 1);
  if (data.module.kind === 'module') writeModule(writer, data.module, info, write);
  else writeInterface(writer, data.module, info);
  writer.mapHead(data.dependencies.size);
  for (const { name, def } of data.dependencies.values()) {
    writeFullyQualifiedName(writer, name);
    write(writer, def);
  }
}

export function readModule(reader: CborReader, info: InfoReader): Module {
  reader.expectArray(9);
  return {
    kind: 'module',
    name: readModuleName(reader),
    governance: readGovernance(reader),
    defs: reader.list((from) => readDef(from, info)),
    blessed: reader.list(readHash),
    imports: reader.list(readImport),
    implements: reader.list(readModuleName),
    hash: readHash(reader),
    txHash: readHash(reader),
    code: '',
    span: info(reader),
  };
}

export function readInterface(reader: CborReader, info: InfoReader): Interface {
  reader.expectArray(6);
  return {
    kind: 'interface',
    name: readModuleName(reader),
    defs: reader.list((from) => readInterfaceDef(from, info)),
    imports: reader.list(readImport),
    hash: readHash(reader),
    txHash: readHash(reader),
    code: '',
    span: info(reader),
  };
}

export function readModuleData(reader: CborReader, info: InfoReader): ModuleData {
  reader.expectArray(2);
  const tag = reader.uint();
  if (tag > 1) malformedCbor('unknown module tag');
  const module = tag === 0 ? readModule(reader, info) : readInterface(reader, info);
  const dependencies = new Map<string, Dependency>();
  const count = reader.mapHead();
  for (let i = 0; i < count; i++) {
    const name = readFullyQualifiedName(reader);
    dependencies.set(name.key, { name, def: readDef(reader, info) });
  }
  return { module, dependencies };
}

function writeGovernance(writer: CborWriter, governance: Governance): void {
  writer.arrayHead(2);
  if (governance.kind === 'keyset') {
    writer.uint(0);
    writeModuleName(writer, governance.name);
  } else {
    writer.uint(1);
    writeFullyQualifiedName(writer, governance.name);
  }
}

function readGovernance(reader: CborReader): Governance {
  reader.expectArray(2);
  switch (reader.uint()) {
    case 0:
      return { kind: 'keyset', name: readModuleName(reader) };
    case 1:
      return { kind: 'capability', name: readFullyQualifiedName(reader) };
    default:
      return malformedCbor('unknown governance tag');
  }
}

function writeImport(writer: CborWriter, entry: Import): void {
  writer.arrayHead(3);
  writeModuleName(writer, entry.module);
  writer.maybe(entry.hash, writeHash);
  writer.maybe(entry.names, (to, names) => to.list(names, (each, name) => each.text(name)));
}

function readImport(reader: CborReader): Import {
  reader.expectArray(3);
  const module = readModuleName(reader);
  const hash = reader.maybe(readHash);
  const names = reader.maybe((from) => from.list((each) => each.text()));
  return { module, hash, names };
}
