// CBOR of values, guards, names, types and schemas, in both directions. Values may be nested deeper than the
// JavaScript stack allows, so they are walked with a stack of our own.
// Source: pact/Pact/Core/Serialise/CBOR_V1.hs, section 4.5.

import { assert } from '../../base/assert.ts';
import { malformedCbor, type CborReader, type CborWriter } from './cbor.ts';
import {
  readFullyQualifiedName,
  readHash,
  readKeySetName,
  readModuleName,
  readQualifiedName,
  readTableName,
  writeFullyQualifiedName,
  writeHash,
  writeKeySetName,
  writeModuleName,
  writeQualifiedName,
  writeTableName,
} from './name-cbor.ts';
import { readSchema, writeSchema } from './type-cbor.ts';
import {
  CapabilityGuard,
  CapToken,
  Decimal,
  DefPactGuard,
  KeySetGuard,
  KeySetRefGuard,
  ListValue,
  ModRef,
  ModuleGuard,
  ObjectValue,
  TableValue,
  TimeValue,
  unit,
  UserGuard,
  type Guard,
  type KeySetPredicate,
  type PactValue,
} from './value.ts';

export function writePactValue(writer: CborWriter, value: PactValue): void {
  const frames: WriteFrame[] = [];
  openValue(writer, value, frames);
  writeFrames(writer, frames);
}

export function writeGuard(writer: CborWriter, guard: Guard): void {
  const frames: WriteFrame[] = [];
  openGuard(writer, guard, frames);
  writeFrames(writer, frames);
}

/** The stored form of a keyset, which has no guard tag. */
export function writeKeySet(writer: CborWriter, keySet: KeySetGuard): void {
  writer.arrayHead(2);
  writer.vector(keySet.keys, writeText);
  writePredicate(writer, keySet.predicate);
}

export function writeRow(writer: CborWriter, row: ReadonlyMap<string, PactValue>): void {
  writer.map(row, writePactValue);
}

export function readPactValue(reader: CborReader): PactValue {
  const frames: ReadFrame[] = [];
  return readFrames(reader, frames, beginValue(reader, frames));
}

export function readGuard(reader: CborReader): Guard {
  const frames: ReadFrame[] = [];
  const guard = readFrames(reader, frames, beginGuard(reader, frames));
  assert(typeof guard === 'object' && guard.kind === 'guard', 'a guard was begun');
  return guard;
}

export function readKeySet(reader: CborReader): KeySetGuard {
  reader.expectArray(2);
  const keys = reader.list(readText);
  return new KeySetGuard(keys, readPredicate(reader));
}

export function readRow(reader: CborReader): Map<string, PactValue> {
  return reader.map(readPactValue);
}

/** A container whose head is written and whose items are not yet all. */
type WriteFrame = {
  readonly items: readonly PactValue[];
  readonly keys: readonly string[] | undefined;
  /** What follows the items. */
  readonly close: ((writer: CborWriter) => void) | undefined;
  next: number;
};

function writeFrames(writer: CborWriter, frames: WriteFrame[]): void {
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    if (frame.next === frame.items.length) {
      frames.pop();
      frame.close?.(writer);
      continue;
    }
    const key = frame.keys?.[frame.next];
    if (key !== undefined) writer.text(key);
    openValue(writer, frame.items[frame.next++] as PactValue, frames);
  }
}

/** Writes a leaf, or the head of a container and a frame for its items. */
function openValue(writer: CborWriter, value: PactValue, frames: WriteFrame[]): void {
  writer.arrayHead(2);
  switch (typeof value) {
    case 'string':
      openLiteral(writer, 0, 2);
      return writer.text(value);
    case 'bigint':
      openLiteral(writer, 1, 2);
      return writer.int(value);
    case 'boolean':
      openLiteral(writer, 4, 2);
      return writer.bool(value);
    default:
      return openInstance(writer, value, frames);
  }
}

function openLiteral(writer: CborWriter, tag: number, length: number): void {
  writer.uint(0);
  writer.arrayHead(length);
  writer.uint(tag);
}

function openInstance(
  writer: CborWriter,
  value: Exclude<PactValue, string | bigint | boolean>,
  frames: WriteFrame[],
): void {
  switch (value.kind) {
    case 'decimal':
      openLiteral(writer, 2, 2);
      writer.arrayHead(2);
      writer.uint(value.places);
      return writer.int(value.mantissa);
    case 'unit':
      return openLiteral(writer, 3, 1);
    case 'list':
      writer.uint(1);
      writer.arrayHead(value.items.length);
      frames.push({ items: value.items, keys: undefined, close: undefined, next: 0 });
      return;
    case 'guard':
      writer.uint(2);
      return openGuard(writer, value, frames);
    case 'object':
      writer.uint(3);
      writer.mapHead(value.fields.size);
      frames.push({
        items: [...value.fields.values()],
        keys: [...value.fields.keys()],
        close: undefined,
        next: 0,
      });
      return;
    case 'modref':
      writer.uint(4);
      writer.arrayHead(2);
      writeModuleName(writer, value.module);
      return writer.vector(value.interfaces, writeModuleName);
    case 'captoken':
      writer.uint(5);
      writer.arrayHead(2);
      writeFullyQualifiedName(writer, value.name);
      return openArgs(writer, value.args, frames);
    case 'time':
      writer.uint(6);
      return writer.int(value.micros);
    case 'table':
      writer.uint(7);
      writer.arrayHead(3);
      writeTableName(writer, value.name);
      writeHash(writer, value.moduleHash);
      return writeSchema(writer, value.schema);
  }
}

function openGuard(writer: CborWriter, guard: Guard, frames: WriteFrame[]): void {
  writer.arrayHead(2);
  switch (guard.guard) {
    case 'keyset':
      writer.uint(0);
      return writeKeySet(writer, guard);
    case 'keyset-ref':
      writer.uint(1);
      return writeKeySetName(writer, guard.name);
    case 'user':
      writer.uint(2);
      writer.arrayHead(2);
      writeQualifiedName(writer, guard.fun);
      return openArgs(writer, guard.args, frames);
    case 'capability':
      writer.uint(3);
      writer.arrayHead(3);
      writeQualifiedName(writer, guard.name);
      return openArgs(writer, guard.args, frames, () => writer.maybe(guard.pactId, writeText));
    case 'module':
      writer.uint(4);
      writer.arrayHead(2);
      writeModuleName(writer, guard.module);
      return writer.text(guard.name);
    case 'pact':
      writer.uint(5);
      writer.arrayHead(2);
      writer.text(guard.pactId);
      return writer.text(guard.name);
  }
}

/** Arguments are a LIST, and something may follow them. */
function openArgs(
  writer: CborWriter,
  args: readonly PactValue[],
  frames: WriteFrame[],
  after?: () => void,
): void {
  if (args.length === 0) {
    writer.arrayHead(0);
    return after?.();
  }
  writer.indefiniteArray();
  const close = (): void => {
    writer.break();
    after?.();
  };
  frames.push({ items: args, keys: undefined, close, next: 0 });
}

function writePredicate(writer: CborWriter, predicate: KeySetPredicate): void {
  switch (predicate.kind) {
    case 'keys-all':
    case 'keys-2':
    case 'keys-any':
      writer.arrayHead(1);
      return writer.uint(nativePredicates.indexOf(predicate.kind));
    case 'qualified':
      writer.arrayHead(2);
      writer.uint(3);
      writer.arrayHead(2);
      writer.uint(0);
      return writeQualifiedName(writer, predicate.name);
    case 'bare':
      writer.arrayHead(2);
      writer.uint(3);
      writer.arrayHead(2);
      writer.uint(1);
      return writer.text(predicate.name);
  }
}

/** By tag. */
const nativePredicates = ['keys-all', 'keys-2', 'keys-any'] as const;

/** A container of which some items have been read. */
type ReadFrame = {
  readonly items: PactValue[];
  readonly keys: string[] | undefined;
  readonly length: number | 'indefinite';
  /** Reads what follows the items and makes the value. */
  readonly finish: (items: PactValue[]) => PactValue;
};

/** `begun` is the value that was read, or `undefined` where a frame was pushed for it. */
function readFrames(
  reader: CborReader,
  frames: ReadFrame[],
  begun: PactValue | undefined,
): PactValue {
  let value = begun;
  for (;;) {
    const frame = frames.at(-1);
    if (frame === undefined) {
      assert(value !== undefined, 'a value is read where no container is open');
      return value;
    }
    if (value !== undefined) frame.items.push(value);
    if (isComplete(reader, frame)) {
      frames.pop();
      value = frame.finish(frame.items);
    } else {
      frame.keys?.push(reader.text());
      value = beginValue(reader, frames);
    }
  }
}

function isComplete(reader: CborReader, frame: ReadFrame): boolean {
  if (frame.length === 'indefinite') return reader.takeBreak();
  return frame.items.length === frame.length;
}

function beginValue(reader: CborReader, frames: ReadFrame[]): PactValue | undefined {
  reader.expectArray(2);
  switch (reader.uint()) {
    case 0:
      return readLiteral(reader);
    case 1:
      return beginItems(reader, frames, (items) => new ListValue(items));
    case 2:
      return beginGuard(reader, frames);
    case 3:
      return beginObject(reader, frames);
    case 4: {
      reader.expectArray(2);
      const module = readModuleName(reader);
      return new ModRef(module, reader.list(readModuleName));
    }
    case 5: {
      reader.expectArray(2);
      const name = readFullyQualifiedName(reader);
      return beginItems(reader, frames, (args) => new CapToken(name, args));
    }
    case 6:
      return new TimeValue(BigInt.asIntN(64, reader.int()));
    case 7: {
      reader.expectArray(3);
      const name = readTableName(reader);
      const hash = readHash(reader);
      return new TableValue(name, hash, readSchema(reader));
    }
    default:
      return malformedCbor('unknown value tag');
  }
}

function beginItems(
  reader: CborReader,
  frames: ReadFrame[],
  finish: (items: PactValue[]) => PactValue,
): undefined {
  frames.push({ items: [], keys: undefined, length: reader.listHead(), finish });
}

function beginObject(reader: CborReader, frames: ReadFrame[]): undefined {
  const keys: string[] = [];
  const finish = (items: PactValue[]): PactValue =>
    new ObjectValue(new Map(keys.map((key, i) => [key, items[i] as PactValue])));
  frames.push({ items: [], keys, length: reader.mapHead(), finish });
}

function readLiteral(reader: CborReader): PactValue {
  const length = reader.arrayHead();
  const tag = reader.uint();
  if (length !== (tag === 3 ? 1 : 2)) malformedCbor('literal of wrong length');
  switch (tag) {
    case 0:
      return reader.text();
    case 1:
      return reader.int();
    case 2: {
      reader.expectArray(2);
      const places = reader.uint();
      if (places > 255) malformedCbor('too many places');
      return new Decimal(reader.int(), places);
    }
    case 3:
      return unit;
    case 4:
      return reader.bool();
    default:
      return malformedCbor('unknown literal tag');
  }
}

function beginGuard(reader: CborReader, frames: ReadFrame[]): PactValue | undefined {
  reader.expectArray(2);
  switch (reader.uint()) {
    case 0:
      return readKeySet(reader);
    case 1:
      return new KeySetRefGuard(readKeySetName(reader));
    case 2: {
      reader.expectArray(2);
      const fun = readQualifiedName(reader);
      return beginItems(reader, frames, (args) => new UserGuard(fun, args));
    }
    case 3: {
      reader.expectArray(3);
      const name = readQualifiedName(reader);
      return beginItems(
        reader,
        frames,
        (args) => new CapabilityGuard(name, args, reader.maybe(readText)),
      );
    }
    case 4: {
      reader.expectArray(2);
      const module = readModuleName(reader);
      return new ModuleGuard(module, reader.text());
    }
    case 5: {
      reader.expectArray(2);
      const pactId = reader.text();
      return new DefPactGuard(pactId, reader.text());
    }
    default:
      return malformedCbor('unknown guard tag');
  }
}

function readPredicate(reader: CborReader): KeySetPredicate {
  const length = reader.arrayHead();
  const tag = reader.uint();
  const native = nativePredicates[tag];
  if (native !== undefined && length === 1) return { kind: native };
  if (tag !== 3 || length !== 2) malformedCbor('unknown predicate');
  reader.expectArray(2);
  const isBare = reader.uint() === 1;
  return isBare
    ? { kind: 'bare', name: reader.text() }
    : { kind: 'qualified', name: readQualifiedName(reader) };
}

const writeText = (writer: CborWriter, text: string): void => writer.text(text);
const readText = (reader: CborReader): string => reader.text();
