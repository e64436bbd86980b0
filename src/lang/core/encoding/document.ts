// Stored documents: the exact bytes that the database stores for an entity and that transaction logs
// hash. A document is the format version and one byte string with the entity's CBOR.
// Source: pact/Pact/Core/Serialise.hs; section 4.5.

import { decodeUtf8, utf8 } from '../../../base/bytes.ts';
import type { Span } from '../../../base/span.ts';
import { readCbor, type CborReader } from '../../../base/cbor-reader.ts';
import { CborWriter, headLength, CborCounter } from '../../values/encoding/cbor-writer.ts';
import type { ModuleName } from '../../values/names.ts';
import { encodeModuleName } from '../../values/encoding/stable-json.ts';
import { readKeySet, readRow, writeKeySet, writeRow } from '../../values/encoding/value-cbor.ts';
import type { KeySetGuard, PactValue } from '../../values/value.ts';
import {
  readDefPactExec,
  readNamespace,
  writeDefPactExec,
  writeNamespace,
} from './defpact-cbor.ts';
import { writeDef } from './definition-cbor.ts';
import type { Def, ModuleData } from '../model/definition.ts';
import type { DefPactExec, Namespace } from '../model/defpact.ts';
import { hashedDefinition } from './hashed-definition.ts';
import type { InfoFormat } from './info-cbor.ts';
import { readModuleData, writeModuleData } from './module-cbor.ts';

const formatVersion = 0;

export function moduleDocument(data: ModuleData, info: InfoFormat): Uint8Array {
  return document((writer) => writeModuleData(writer, data, info.write));
}

/** Returns the length of the document in bytes. Definitions counted before are not counted again. */
export function moduleDocumentSize(data: ModuleData, info: InfoFormat): number {
  const { defs, modules } = knownSizes(info);
  const known = modules.get(data);
  if (known !== undefined) return known;
  const counter = new CborCounter();
  writeModuleData(counter, data, info.write, (_, def) => {
    const size = defs.get(def);
    if (size !== undefined) return counter.add(size);
    const before = counter.total;
    countDef(counter, def, info);
    defs.set(def, counter.total - before);
  });
  const size = wrappedLength(counter.total);
  modules.set(data, size);
  return size;
}

type Sizes = {
  /** Stored modules contain definitions of other modules. */
  readonly defs: WeakMap<Def, number>;
  readonly modules: WeakMap<ModuleData, number>;
};

const sizes = new WeakMap<InfoFormat, Sizes>();

function knownSizes(info: InfoFormat): Sizes {
  let known = sizes.get(info);
  if (known === undefined) {
    known = { defs: new WeakMap(), modules: new WeakMap() };
    sizes.set(info, known);
  }
  return known;
}

function countDef(counter: CborCounter, def: Def, info: InfoFormat): void {
  const hashed = hashedDefinition(def);
  if (hashed === undefined) return writeDef(counter, def, info.write);
  counter.add(hashed.bytes);
  const { positions } = hashed;
  for (let i = 0; i < positions.length; i++) info.write(counter, positions[i] as Span);
}

/** Without source code, which is a separate document. */
export function readModuleDocument(bytes: Uint8Array, info: InfoFormat): ModuleData | undefined {
  return readDocument(bytes, (reader) => readModuleData(reader, info.read));
}

export function moduleSourceDocument(code: string): Uint8Array {
  return wrap(utf8(code));
}

export function readModuleSourceDocument(bytes: Uint8Array): string | undefined {
  const payload = unwrap(bytes);
  return payload === undefined ? undefined : decodeUtf8(payload);
}

export function keySetDocument(keySet: KeySetGuard): Uint8Array {
  return document((writer) => writeKeySet(writer, keySet));
}

export function readKeySetDocument(bytes: Uint8Array): KeySetGuard | undefined {
  return readDocument(bytes, readKeySet);
}

export function namespaceDocument(namespace: Namespace): Uint8Array {
  return document((writer) => writeNamespace(writer, namespace));
}

export function readNamespaceDocument(bytes: Uint8Array): Namespace | undefined {
  return readDocument(bytes, readNamespace);
}

/** A completed defpact is stored as an empty document. */
export function defPactDocument(exec: DefPactExec | 'completed'): Uint8Array {
  const state = exec === 'completed' ? undefined : exec;
  return document((writer) => writer.maybe(state, writeDefPactExec));
}

export function readDefPactDocument(bytes: Uint8Array): DefPactExec | 'completed' | undefined {
  return readDocument(bytes, (reader) => reader.maybe(readDefPactExec) ?? 'completed');
}

export function rowDocument(row: ReadonlyMap<string, PactValue>): Uint8Array {
  return document((writer) => writeRow(writer, row));
}

export function readRowDocument(bytes: Uint8Array): Map<string, PactValue> | undefined {
  return readDocument(bytes, readRow);
}

/** The document of a table is plain JSON without a version. */
export function tableDocument(module: ModuleName): Uint8Array {
  return utf8(`{"utModule":${encodeModuleName(module)}}`);
}

function document(write: (writer: CborWriter) => void): Uint8Array {
  // Thousands of rows may be written, so their writers share a buffer. It is not available while a
  // writer uses it, or after a writer failed.
  const writer = spare ?? new CborWriter();
  spare = undefined;
  writer.skip(headRoom);
  write(writer);
  const wrapped = wrapWritten(writer);
  if (writer.clear() <= largestSpare) spare = writer;
  return wrapped;
}

let spare: CborWriter | undefined;

/** In bytes. A larger buffer is released. */
const largestSpare = 65_536;

/** Returns one byte for the version, a head and the payload. */
function wrappedLength(payload: number): number {
  return 1 + headLength(payload) + payload;
}

function wrap(payload: Uint8Array): Uint8Array {
  const writer = new CborWriter();
  writer.uint(formatVersion);
  writer.bytes(payload);
  return writer.finish();
}

/** The version, and the head of a payload of less than 256 bytes: most rows are that short. */
const headRoom = 3;

/** Like `wrap`, but the payload was written after space for its head, so nothing is copied twice. */
function wrapWritten(writer: CborWriter): Uint8Array {
  const length = writer.size - headRoom;
  if (length > 0xff) return wrap(writer.written.subarray(headRoom));
  const isShort = length < 24;
  const bytes = writer.finish(isShort ? 1 : 0);
  bytes[0] = formatVersion;
  bytes[1] = isShort ? 0x40 | length : 0x58;
  if (!isShort) bytes[2] = length;
  return bytes;
}

function readDocument<T>(bytes: Uint8Array, read: (reader: CborReader) => T): T | undefined {
  const payload = unwrap(bytes);
  return payload === undefined ? undefined : readCbor(payload, read);
}

function unwrap(bytes: Uint8Array): Uint8Array | undefined {
  return readCbor(bytes, (reader) =>
    reader.uint() === formatVersion ? reader.bytes() : undefined,
  );
}
