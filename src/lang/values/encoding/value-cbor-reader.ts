// Decodes values and guards from CBOR, with an explicit stack; value-cbor.ts encodes them.
// Source: pact/Pact/Core/Serialise/CBOR_V1.hs, section 4.5.

import { assert } from '../../../base/assert.ts';
import { malformedCbor, type CborReader } from '../../../base/cbor-reader.ts';
import {
  readFullyQualifiedName,
  readHash,
  readModuleName,
  readQualifiedName,
  readTableName,
  readSchema,
} from './type-cbor.ts';
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
} from '../value.ts';

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

/** A container of which some items have been read. */
type ReadFrame = {
  readonly items: PactValue[];
  readonly keys: string[] | undefined;
  readonly length: number | 'indefinite';
  /** Reads the bytes after the items and returns the value. */
  readonly finish: (items: PactValue[]) => PactValue;
};

/** `begun` is the value read, or `undefined` if a frame was pushed for it. */
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
): PactValue | undefined {
  frames.push({ items: [], keys: undefined, length: reader.listHead(), finish });
  return undefined;
}

function beginObject(reader: CborReader, frames: ReadFrame[]): PactValue | undefined {
  const keys: string[] = [];
  const finish = (items: PactValue[]): PactValue =>
    new ObjectValue(new Map(keys.map((key, i) => [key, items[i] as PactValue])));
  frames.push({ items: [], keys, length: reader.mapHead(), finish });
  return undefined;
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
      return new KeySetRefGuard(readModuleName(reader));
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
  const builtin = builtinPredicates[tag];
  if (builtin !== undefined && length === 1) return { kind: builtin };
  if (tag !== 3 || length !== 2) malformedCbor('unknown predicate');
  reader.expectArray(2);
  const isBare = reader.uint() === 1;
  return isBare
    ? { kind: 'bare', name: reader.text() }
    : { kind: 'qualified', name: readQualifiedName(reader) };
}

const readText = (reader: CborReader): string => reader.text();

/** By tag. */
const builtinPredicates = ['keys-all', 'keys-2', 'keys-any'] as const;
