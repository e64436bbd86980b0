// Encodes values and guards as CBOR; value-cbor-reader.ts decodes them. Values may be nested deeper than the
// JavaScript stack allows, so they are processed with an explicit stack.
// Source: pact/Pact/Core/Serialise/CBOR_V1.hs, section 4.5.

import { countSteps } from '../../../base/interruption.ts';
import type { CborWriter } from './cbor-writer.ts';
import {
  writeFullyQualifiedName,
  writeHash,
  writeModuleName,
  writeQualifiedName,
  writeSchema,
} from './type-cbor.ts';
import { maxParts, ValueTooLarge } from '../value-too-large.ts';
import type { Guard, KeySetGuard, KeySetPredicate, PactValue } from '../value.ts';

export { readGuard, readKeySet, readPactValue, readRow } from './value-cbor-reader.ts';

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

/** A container whose head is written but not all of its items. */
type WriteFrame = {
  readonly items: readonly PactValue[];
  readonly keys: readonly string[] | undefined;
  /** Writes the bytes after the items. */
  readonly close: ((writer: CborWriter) => void) | undefined;
  next: number;
};

const partsBetweenCounts = 4096;

function writeFrames(writer: CborWriter, frames: WriteFrame[]): void {
  let partsLeft = maxParts;
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    if (frame.next === frame.items.length) {
      frames.pop();
      frame.close?.(writer);
      continue;
    }
    if (--partsLeft < 0) throw new ValueTooLarge(maxParts);
    if (partsLeft % partsBetweenCounts === 0) countSteps(partsBetweenCounts);
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
      writeQualifiedName(writer, value.name);
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
      return writeModuleName(writer, guard.name);
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
      return writer.uint(builtinPredicates.indexOf(predicate.kind));
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

const writeText = (writer: CborWriter, text: string): void => writer.text(text);

/** By tag. */
const builtinPredicates = ['keys-all', 'keys-2', 'keys-any'] as const;
