// A hash table gives the same answers as a `Map` of strings, even if many keys begin with the same bytes.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHex } from '../../src/base/bytes.ts';
import { HashTable, keyBytes } from '../../src/base/hash-table.ts';
import { PagedRows } from '../../src/storage/entries/index.ts';
import { Places } from '../support/places.ts';

/** Few different first bytes, so that keys collide, and rows of more than one page. */
const keys = fc.tuple(fc.nat(3), fc.nat(2), fc.nat(400)).map(([first, second, last]) => {
  const key = new Uint8Array(keyBytes);
  key.set([first * 64, 0, 0, second]);
  new DataView(key.buffer).setUint32(keyBytes - 4, last);
  return key;
});

const steps = fc.oneof(
  { weight: 20, arbitrary: fc.tuple(fc.constant('set' as const), keys, fc.nat(255)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('cut' as const), keys, fc.nat(255)) },
);

test.each(['in memory', 'aside'])(
  'a table %s returns the last value set, and drops the newest entries',
  (where) => {
    fc.assert(
      fc.property(fc.array(steps, { minLength: 100, maxLength: 800 }), fc.nat(6), (all, room) => {
        const aside = new Places(room);
        const paged = (width: number) => new PagedRows(width, aside);
        const table = new HashTable(1, where === 'aside' ? paged : undefined);
        let model = new Map<string, number>();
        const seen = new Set<Uint8Array>();
        for (const [kind, key, number] of all) {
          seen.add(key);
          if (kind === 'set') {
            table.set(key, Uint8Array.of(number));
            model.set(toHex(key), number);
          } else {
            const count = Math.floor((model.size * number) / 255);
            table.cutTo(count);
            model = new Map([...model].slice(0, count));
          }
        }
        for (const key of seen) expect(table.get(key)?.[0]).toBe(model.get(toHex(key)));
        const inOrder = Array.from({ length: table.size }, (_, at) => toHex(table.keyAt(at)));
        expect(inOrder).toEqual([...model.keys()]);
      }),
      { numRuns: 30 },
    );
  },
);

test('a key of another length is not found', () => {
  const table = new HashTable(1);
  table.set(new Uint8Array(keyBytes), Uint8Array.of(1));
  expect(table.get(new Uint8Array(0))).toBeUndefined();
  expect(table.get(new Uint8Array(keyBytes + 1))).toBeUndefined();
});
