// Every stored document survives encoding and decoding: rows, keysets, namespaces, defpacts, modules and interfaces;
// encoding them again gives the same bytes.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Span } from '../../../../src/base/span.ts';
import { toHex } from '../../../../src/base/bytes.ts';
import type {
  DefPactExec,
  Namespace,
  NestedDefPactExec,
  Yield,
} from '../../../../src/lang/core/model/defpact.ts';
import * as documents from '../../../../src/lang/core/encoding/document.ts';
import { lineInfo } from '../../../../src/lang/core/encoding/info-cbor.ts';
import { ModuleName, QualifiedName } from '../../../../src/lang/values/names.ts';
import { equalValues } from '../../../../src/lang/values/order/equality.ts';
import {
  KeySetGuard,
  sortedFields,
  type Guard,
  type PactValue,
} from '../../../../src/lang/values/value.ts';
import { arbitraryModuleData } from '../../../support/core-arbitrary.ts';
import { someHash } from '../../../support/core-samples.ts';
import { guard, identifier, value } from '../values/arbitrary-values.ts';

const row = fc.array(fc.tuple(identifier, value), { maxLength: 3 }).map(sortedFields);
const step = fc.nat(2 ** 32 - 1);
const option = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(of, { nil: undefined });

const yielded: fc.Arbitrary<Yield> = fc.record({
  data: row,
  provenance: option(fc.record({ targetChain: identifier, moduleHash: fc.constant(someHash) })),
  sourceChain: option(identifier),
});
const continuation = fc.record({
  def: fc
    .tuple(identifier, identifier)
    .map(([name, module]) => new QualifiedName(name, new ModuleName(module))),
  args: fc.array(value, { maxLength: 2 }),
});
const common = { stepCount: step, yield: option(yielded), step, pactId: identifier, continuation };

const none = fc.constant<ReadonlyMap<string, NestedDefPactExec>>(new Map());

const nestedExec: fc.Arbitrary<NestedDefPactExec> = fc.letrec<{ exec: NestedDefPactExec }>(
  (tie) => ({
    exec: fc.record({ ...common, nested: fc.oneof({ maxDepth: 2 }, none, byId(tie('exec'))) }),
  }),
).exec;
const exec: fc.Arbitrary<DefPactExec> = fc.record({
  ...common,
  stepHasRollback: fc.boolean(),
  nested: byId(nestedExec),
});
const namespace: fc.Arbitrary<Namespace> = fc.record({
  name: identifier,
  user: guard,
  admin: guard,
});
const keySet = guard.filter((each): each is KeySetGuard => each instanceof KeySetGuard);

function byId(
  of: fc.Arbitrary<NestedDefPactExec>,
): fc.Arbitrary<ReadonlyMap<string, NestedDefPactExec>> {
  return fc.array(fc.tuple(identifier, of), { maxLength: 2 }).map(sortedFields);
}

/** Checks that a decoded value equals the original, and that both have the same bytes. */
function checkComesBack<T>(
  arbitrary: fc.Arbitrary<T>,
  write: (what: T) => Uint8Array,
  read: (bytes: Uint8Array) => T | undefined,
): void {
  fc.assert(
    fc.property(arbitrary, (what) => {
      const bytes = write(what);
      const again = read(bytes);
      expect(again === undefined ? again : plain(again)).toEqual(plain(what));
      expect(again === undefined ? again : toHex(write(again))).toBe(toHex(bytes));
    }),
  );
}

/** Reduces positions to the line, which is all that a chain stores; leaves out lazily computed texts of names. */
function plain(what: unknown): unknown {
  if (what instanceof Span) return what.startPosition.line;
  if (what instanceof Map) {
    return [...(what as ReadonlyMap<unknown, unknown>)].map(([key, each]) => [key, plain(each)]);
  }
  if (Array.isArray(what)) return what.map((each: unknown) => plain(each));
  if (typeof what !== 'object' || what === null) return what;
  return Object.entries(what)
    .filter(([name, each]) => each !== undefined && name !== 'keyText')
    .map(([name, each]) => [name, plain(each)]);
}

describe('a stored document survives the round trip', () => {
  it('of a row', () => {
    fc.assert(
      fc.property(row, (fields) => {
        const again = documents.readRowDocument(documents.rowDocument(fields));
        expect([...(again?.keys() ?? [])]).toEqual([...fields.keys()]);
        for (const [name, each] of fields) {
          expect(equalValues(again?.get(name) as PactValue, each)).toBe(true);
        }
      }),
    );
    checkComesBack(row, documents.rowDocument, documents.readRowDocument);
  });

  it('of a keyset', () => {
    checkComesBack(keySet, documents.keySetDocument, documents.readKeySetDocument);
  });

  it('of a namespace', () => {
    checkComesBack(namespace, documents.namespaceDocument, documents.readNamespaceDocument);
  });

  it('of a defpact, with its yield and nested ones', () => {
    checkComesBack(
      fc.oneof(exec, fc.constant<'completed'>('completed')),
      documents.defPactDocument,
      documents.readDefPactDocument,
    );
  });

  it('of a module or an interface', () => {
    checkComesBack(
      arbitraryModuleData,
      (data) => documents.moduleDocument(data, lineInfo),
      (bytes) => documents.readModuleDocument(bytes, lineInfo),
    );
  });

  it('of source code', () => {
    checkComesBack(
      fc.string({ unit: 'grapheme' }),
      documents.moduleSourceDocument,
      documents.readModuleSourceDocument,
    );
  });
});

describe('a damaged document is refused', () => {
  const samples: readonly (readonly [string, fc.Arbitrary<Uint8Array>, Reader])[] = [
    ['row', row.map(documents.rowDocument), documents.readRowDocument],
    ['keyset', keySet.map(documents.keySetDocument), documents.readKeySetDocument],
    ['namespace', namespace.map(documents.namespaceDocument), documents.readNamespaceDocument],
    ['defpact', exec.map(documents.defPactDocument), documents.readDefPactDocument],
  ];

  it.each(samples)('%s', (_, sound, read) => {
    fc.assert(
      fc.property(sound, fc.nat(), fc.nat(255), (bytes, at, byte) => {
        expect(read(bytes.slice(0, at % bytes.length))).toBeUndefined();
        const changed = bytes.slice();
        changed[at % bytes.length] = byte;
        expect(() => read(changed)).not.toThrow();
      }),
    );
  });
});

type Reader = (bytes: Uint8Array) => Guard | Namespace | object | string | undefined;
