// Receipts are stored in a different form from other entries, but behave like them: the same writes, rewinds and images,
// once as receipts and once as rows. Versions that were put aside behave like those in memory.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toBase64Url } from '../../src/base/base64url.ts';
import { receiptBytes, spaces } from '../../src/storage/entries/entries.ts';
import { firstTable, MemoryEntries } from '../../src/storage/entries/index.ts';
import { Places } from '../support/places.ts';

const hash = (number: number): string => toBase64Url(new Uint8Array(32).fill(number));

/** Some are not hashes, or too long. There are few keys, so that some are written twice. */
const keys = fc.oneof(
  { weight: 8, arbitrary: fc.nat(12).map(hash) },
  { weight: 1, arbitrary: fc.constantFrom('', 'a', `${hash(1).slice(0, -1)}B`, `${hash(1)}=`) },
);
const documents = fc.oneof(
  { weight: 8, arbitrary: fc.nat(255).map((each) => new Uint8Array(receiptBytes).fill(each)) },
  { weight: 1, arbitrary: fc.constant(Uint8Array.of(1)) },
);
const steps = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      entries: fc.array(fc.tuple(keys, documents), { maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rewind' as const), by: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), by: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('image' as const) }) },
);

test('receipts are entries like others', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 14 }), (all) => {
      let entries = new MemoryEntries();
      let firstKept = 0n;
      for (const step of all) {
        const next = entries.nextTransaction;
        const back = 'by' in step ? next - BigInt(step.by) : next;
        const to = back < firstKept ? firstKept : back;
        if (step.kind === 'write') {
          entries.apply({
            kind: 'write',
            entries: [spaces.receipts, firstTable].flatMap((space) =>
              step.entries.map(([key, document]) => ({ space, key, document })),
            ),
            nextTransaction: next + 1n,
          });
        } else if (step.kind === 'rewind') {
          entries.apply({ kind: 'rewind', transaction: to, height: undefined });
        } else if (step.kind === 'forget') {
          entries.apply({ kind: 'forget', transaction: to });
          firstKept = to;
        } else {
          const again = MemoryEntries.ofImage(entries.image());
          if (again === undefined) throw new Error('an image cannot be read');
          entries = again;
        }
        for (let at = firstKept; at <= entries.nextTransaction; at++) {
          expect(shown(entries, spaces.receipts, at)).toEqual(shown(entries, firstTable, at));
        }
        expect(entries.keys(spaces.receipts)).toEqual(entries.keys(firstTable));
        for (const key of entries.keys(firstTable)) {
          expect(entries.document(spaces.receipts, key)).toEqual(entries.document(firstTable, key));
        }
      }
    }),
  );
});

function shown(entries: MemoryEntries, space: number, before: bigint): readonly unknown[] {
  return entries
    .keysBefore(before, space)
    .map((key) => [key, entries.documentBefore(before, space, key)]);
}

test('an old state is the same whether its versions are in memory or put aside', () => {
  const write = fc.record({ key: fc.nat(6), row: fc.nat(5), document: fc.nat(255) });
  const step = fc.oneof(
    { weight: 30, arbitrary: fc.array(write, { maxLength: 3 }) },
    { weight: 2, arbitrary: fc.record({ rewindBy: fc.nat(80) }) },
    { weight: 2, arbitrary: fc.record({ askBy: fc.nat(120) }) },
    { weight: 1, arbitrary: fc.record({ forgetBy: fc.integer({ min: 40, max: 100 }) }) },
    { weight: 1, arbitrary: fc.constant('image' as const) },
  );
  const many = fc.array(step, { minLength: 60, maxLength: 200 });
  fc.assert(
    fc.property(many, fc.nat(20), (all, room) => {
      const plain = new MemoryEntries();
      const aside = new Places(room);
      let other = new MemoryEntries(aside);
      let firstKept = 0n;
      const upTo = (by: number): bigint => {
        const to = plain.nextTransaction - BigInt(by);
        return to < firstKept ? firstKept : to;
      };
      for (const each of all) {
        if (each === 'image') {
          const again = MemoryEntries.ofImage(other.image(), aside);
          if (again === undefined) throw new Error('an image cannot be read');
          other = again;
        } else if ('rewindBy' in each) {
          const transaction = upTo(each.rewindBy);
          for (const one of [plain, other])
            one.apply({ kind: 'rewind', transaction, height: undefined });
        } else if ('forgetBy' in each) {
          firstKept = upTo(each.forgetBy);
          for (const one of [plain, other]) one.apply({ kind: 'forget', transaction: firstKept });
        } else if ('askBy' in each) {
          const at = upTo(each.askBy);
          for (const space of [spaces.receipts, firstTable])
            expect(shown(other, space, at)).toEqual(shown(plain, space, at));
        } else {
          const entries = each.flatMap(({ key, row, document }) => [
            { space: spaces.receipts, key: hash(key), document: new Uint8Array(12).fill(document) },
            { space: firstTable, key: String(row), document: Uint8Array.of(document) },
          ]);
          const nextTransaction = plain.nextTransaction + 1n;
          for (const one of [plain, other]) one.apply({ kind: 'write', entries, nextTransaction });
        }
      }
      for (let at = firstKept; at <= plain.nextTransaction; at += 7n)
        expect(shown(other, firstTable, at)).toEqual(shown(plain, firstTable, at));
      expect(shown(other, firstTable, plain.nextTransaction)).toEqual(
        shown(plain, firstTable, plain.nextTransaction),
      );
    }),
    { numRuns: 30 },
  );
});
