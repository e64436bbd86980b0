// The contract of all entry stores: run it with a function that creates an empty store.

import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { utf8 } from '../../src/base/bytes.ts';
import type { Entry, EntryStore } from '../../src/storage/entries/entries.ts';

export const entry = (key: string, text: string, space = 16): Entry => ({
  space,
  key,
  document: utf8(text),
});

/** Writes the entries in one transaction. */
export function put(store: EntryStore, ...entries: readonly Entry[]): void {
  store.apply({ kind: 'write', entries, nextTransaction: store.nextTransaction + 1n });
}

/** Returns everything in two spaces, as text to compare. */
export function shown(store: Pick<EntryStore, 'document' | 'keys'>): string {
  const parts = [16, 17].flatMap((space) =>
    store.keys(space).map((key) => `${space} ${key} ${String(store.document(space, key))}`),
  );
  return parts.join('\n');
}

export function describeEntries(name: string, make: () => EntryStore): void {
  describe(`entries: ${name}`, () => {
    it('reads the last written value, by space and key', () => {
      const store = make();
      put(store, entry('a', '1'), entry('a', '2', 17), entry('b', '3'));
      put(store, entry('a', '4'));
      expect(store.document(16, 'a')).toEqual(utf8('4'));
      expect(store.document(17, 'a')).toEqual(utf8('2'));
      expect(store.document(18, 'a')).toBeUndefined();
      expect(store.document(16, '')).toBeUndefined();
    });

    it('lists keys by code point, each once', () => {
      const store = make();
      for (const key of ['b', '\u{1F600}', '\uFFFD', '', 'a', 'b']) put(store, entry(key, key));
      expect(store.keys(16)).toEqual(['', 'a', 'b', '\uFFFD', '\u{1F600}']);
      expect(store.keys(17)).toEqual([]);
    });

    it('counts transactions by the number it is given', () => {
      const store = make();
      const first = store.nextTransaction;
      put(store, entry('a', '1'));
      store.apply({ kind: 'write', entries: [entry('b', '1')], nextTransaction: first + 1n });
      expect(store.nextTransaction).toBe(first + 1n);
    });

    it('rolls transactions back, both new keys and replaced documents', () => {
      const store = make();
      const states: string[] = [];
      const ids: bigint[] = [];
      for (const each of [['a', 'b'], ['a'], ['c', 'a'], ['b']]) {
        states.push(shown(store));
        ids.push(store.nextTransaction);
        put(store, ...each.map((key) => entry(key, `${ids.length}`)));
      }
      for (const i of [3, 1, 0]) {
        store.apply({ kind: 'rewind', transaction: ids[i] as bigint, height: undefined });
        expect(shown(store)).toBe(states[i]);
        expect(store.nextTransaction).toBe(ids[i]);
      }
    });

    it('refuses to roll back what has not happened', () => {
      const store = make();
      const transaction = store.nextTransaction + 1n;
      expect(() => store.apply({ kind: 'rewind', transaction, height: undefined })).toThrow(
        'transaction',
      );
    });

    it('equals after a rewind a store without those transactions, whatever they were', () => {
      const write = fc.tuple(fc.constantFrom(16, 17), fc.constantFrom('a', 'b', 'c'), fc.nat(9));
      const history = fc.array(fc.array(write, { maxLength: 4 }), { maxLength: 6 });
      fc.assert(
        fc.property(history, history, history, (kept, orphaned, after) => {
          const perform = (store: EntryStore, transactions: typeof kept): void => {
            for (const each of transactions) {
              put(store, ...each.map(([space, key, n]) => entry(key, `${n}`, space)));
            }
          };
          const store = make();
          perform(store, kept);
          const transaction = store.nextTransaction;
          perform(store, orphaned);
          store.apply({ kind: 'rewind', transaction, height: undefined });
          perform(store, after);
          const expected = make();
          perform(expected, [...kept, ...after]);
          expect(shown(store)).toBe(shown(expected));
          expect(store.nextTransaction).toBe(expected.nextTransaction);
        }),
      );
    });
  });
}
