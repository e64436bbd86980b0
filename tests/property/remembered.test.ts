// What a process remembers about a value or a module never shows: whatever was asked before, and in whatever order, each
// answer is that for a fresh copy.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CborReader } from '../../src/base/cbor-reader.ts';
import { utf8Length } from '../../src/base/bytes.ts';
import {
  moduleDocument,
  moduleDocumentSize,
  readModuleDocument,
} from '../../src/lang/core/encoding/document.ts';
import { lineInfo } from '../../src/lang/core/encoding/info-cbor.ts';
import { hashInterface, hashModule } from '../../src/lang/core/encoding/module-hash.ts';
import type { ModuleData } from '../../src/lang/core/model/definition.ts';
import { sizeOfModule, sizeOfModuleData } from '../../src/lang/core/size/module-size.ts';
import { countGuardRecord, countRow, countValue } from '../../src/lang/core/size/size-counter.ts';
import { chainSizes, replSizes } from '../../src/lang/core/size/term-size.ts';
import { CborCounter, CborWriter } from '../../src/lang/values/encoding/cbor-writer.ts';
import { hashValue, encodeStable } from '../../src/lang/values/encoding/stable-json.ts';
import {
  sizeOfGuard,
  sizeOfLeaves,
  sizeOfRow,
  sizeOfValue,
} from '../../src/lang/values/encoding/size.ts';
import { readPactValue, writePactValue } from '../../src/lang/values/encoding/value-cbor.ts';
import { ModuleName, QualifiedName } from '../../src/lang/values/names.ts';
import { compareValues } from '../../src/lang/values/order/order.ts';
import { equalValues } from '../../src/lang/values/order/equality.ts';
import { prettyValueText } from '../../src/lang/values/text/pretty.ts';
import { principalOfGuard } from '../../src/lang/values/text/principal.ts';
import { showValue } from '../../src/lang/values/text/show.ts';
import {
  CapabilityGuard,
  ListValue,
  objectValue,
  UserGuard,
  type Guard,
  type PactValue,
} from '../../src/lang/values/value.ts';
import { arbitraryModuleData } from '../support/core-arbitrary.ts';
import { runCount } from '../support/run-count.ts';
import { value } from '../unit/lang/values/arbitrary-values.ts';

const name = new QualifiedName('f', new ModuleName('m'));

/** Shares one value in containers of several kinds and lengths. */
const sharing: fc.Arbitrary<PactValue> = fc
  .tuple(value, fc.array(fc.tuple(fc.nat(4), fc.constantFrom(1, 2, 15, 16)), { maxLength: 2 }))
  .map(([inner, layers]) =>
    layers.reduce<PactValue>((made, [kind, count]) => wrapped(made, kind, count), inner),
  );

function wrapped(inner: PactValue, kind: number, count: number): PactValue {
  const args = Array.from({ length: count }, () => inner);
  if (kind === 0) return new ListValue(args);
  if (kind === 1) return objectValue([...args.entries()].map(([i, each]) => [`${i}`, each]));
  if (kind === 2) return new CapabilityGuard(name, args, count === 1 ? undefined : 'pact');
  // A part of a longer list.
  if (kind === 3) return new ListValue([true, ...args, 1n]).slice(1, count + 1);
  return new UserGuard(name, args);
}

type Reading = (value: PactValue) => unknown;

const ofGuard =
  (read: (guard: Guard) => unknown): Reading =>
  (each) =>
    typeof each === 'object' && each.kind === 'guard' ? read(each) : undefined;

const row = (each: PactValue): ReadonlyMap<string, PactValue> => new Map([['v', each]]);

function bytesOf(each: PactValue): Uint8Array {
  const writer = new CborWriter();
  writePactValue(writer, each);
  return writer.finish();
}

const copyOf = (each: PactValue): PactValue => readPactValue(new CborReader(bytesOf(each), false));

function countedBytes(each: PactValue): number {
  const counter = new CborCounter();
  writePactValue(counter, each);
  return counter.total;
}

/** Everything that gas, hashes, stored rows and texts are made of. */
const readings: readonly Reading[] = [
  (each) => sizeOfValue(each),
  (each) => Math.min(sizeOfValue(each, 40), 41),
  (each) => sizeOfRow(row(each)),
  (each) => sizeOfLeaves(row(each), Infinity),
  (each) => countValue(each, 100),
  (each) => countValue(each, Infinity),
  (each) => countRow(row(each), 60),
  ofGuard((guard) => sizeOfGuard(guard)),
  ofGuard((guard) => Math.min(sizeOfGuard(guard, 30), 31)),
  ofGuard((guard) => countGuardRecord(guard, 50)),
  ofGuard((guard) => countGuardRecord(guard, Infinity)),
  ofGuard(principalOfGuard),
  (each) => encodeStable(each),
  (each) => utf8Length(encodeStable(each)),
  (each) => hashValue(each),
  (each) => prettyValueText(each),
  (each) => showValue(each),
  (each) => bytesOf(each),
  countedBytes,
  (each) => equalValues(each, copyOf(each)),
  (each) => equalValues(copyOf(each), new ListValue([each])),
  (each) => compareValues(each, copyOf(each)),
  (each) => (typeof each === 'object' && each.kind === 'list' ? each.items.length : undefined),
];

/** A value and those directly in it. */
function partsOf(each: PactValue): readonly PactValue[] {
  if (typeof each !== 'object') return [each];
  if (each.kind === 'list') return [each, ...each.items];
  if (each.kind === 'object') return [each, ...each.fields.values()];
  if (each.kind === 'captoken') return [each, ...each.args];
  const isCall = each.kind === 'guard' && (each.guard === 'user' || each.guard === 'capability');
  return isCall ? [each, ...each.args] : [each];
}

const orderOfReadings = fc.array(fc.tuple(fc.nat(readings.length - 1), fc.nat(17)), {
  minLength: 1,
  maxLength: 12,
});

describe('a value', () => {
  it('answers as a fresh copy does, whatever was read before', () => {
    const holds = fc.property(sharing, orderOfReadings, (whole, order) => {
      const parts = partsOf(whole);
      for (const [index, at] of order) {
        const part = parts[at % parts.length] as PactValue;
        const reading = readings[index] as Reading;
        expect(reading(part)).toEqual(reading(copyOf(part)));
      }
    });
    fc.assert(holds, { numRuns: runCount(400) });
  });

  it('of a guard that was measured for its principal is written at its whole size', () => {
    const guard = new UserGuard(name, [new ListValue([1n, new ListValue([2n])])]);
    const record = countGuardRecord(guard, Infinity);
    expect(sizeOfValue(guard)).toBe(sizeOfValue(copyOf(guard)));
    expect(countGuardRecord(guard, Infinity)).toBe(record);
  });
});

/** As it is installed: hashed, so that its size and bytes are known from hashing. */
function installed(data: ModuleData): ModuleData {
  const { module } = data;
  const hashed = module.kind === 'module' ? hashModule(module, chainSizes) : hashInterface(module);
  return { ...data, module: hashed };
}

const moduleReadings: readonly ((data: ModuleData) => unknown)[] = [
  (data) => sizeOfModuleData(data, chainSizes),
  (data) => sizeOfModuleData(data, replSizes),
  (data) => sizeOfModule(data.module, chainSizes),
  (data) => sizeOfModule(data.module, chainSizes.withoutInfo),
  (data) => moduleDocumentSize(data, lineInfo),
  (data) => moduleDocument(data, lineInfo),
];

describe('a module', () => {
  it('answers as the one read from the store does, whatever was read before', () => {
    const order = fc.array(fc.nat(moduleReadings.length - 1), { minLength: 1, maxLength: 8 });
    const holds = fc.property(arbitraryModuleData.map(installed), order, (data, indices) => {
      for (const index of indices) {
        const stored = readModuleDocument(moduleDocument(data, lineInfo), lineInfo);
        const reading = moduleReadings[index];
        expect(reading?.(data)).toEqual(stored && reading?.(stored));
      }
    });
    fc.assert(holds, { numRuns: runCount(200) });
  });
});
