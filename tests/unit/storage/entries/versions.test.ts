// Engines that keep the values that transactions replaced, and blocks that are held on top of them.

import { describe, expect, it } from 'vitest';
import { utf8 } from '../../../../src/base/bytes.ts';
import {
  emptyContent,
  entriesOf,
  HeldEntries,
  MemoryEntries,
  PastEntries,
  SqlEntries,
} from '../../../../src/storage/entries/index.ts';
import { entry, put, shown } from '../../../support/entries-contract.ts';
import type { DiskEntries } from '../../../../src/storage/disk/index.ts';
import { diskEntries } from '../../../support/disk-entries.ts';
import { sqlJs } from '../../../support/sql-js.ts';

const engines: readonly (readonly [string, () => MemoryEntries | SqlEntries | DiskEntries])[] = [
  ['memory', () => new MemoryEntries()],
  ['sql.js', () => new SqlEntries({ sql: sqlJs, keepsVersions: true })],
  ['LMDB', () => diskEntries()],
];

describe.each(engines)('versions in %s', (_, make) => {
  it('reads a past that stays unchanged while the present continues', () => {
    const store = make();
    put(store, entry('a', '1'));
    const past = new PastEntries(store, store.nextTransaction);
    const before = shown(past);
    put(store, entry('a', '2'), entry('b', '2'));
    put(store, entry('a', '3'));
    expect(shown(past)).toBe(before);
    expect(() => past.apply()).toThrow('cannot be changed');
  });

  it('finds marked heights, and drops those of a rewind', () => {
    const store = make();
    for (const height of [1, 2, 3]) {
      put(store, entry('a', `${height}`));
      store.apply({ kind: 'mark', height });
    }
    expect(store.transactionAfter(2)).toBe(2n);
    store.apply({ kind: 'rewind', transaction: 2n, height: 2 });
    expect(store.document(16, 'a')).toEqual(utf8('2'));
    expect(() => store.transactionAfter(3)).toThrow('the state of height 3 is not kept');
    expect(store.transactionAfter(1)).toBe(1n);
  });

  it('keeps nothing before the point at which it may forget', () => {
    const store = make();
    for (const height of [1, 2, 3]) {
      put(store, entry('a', `${height}`), entry(`${height}`, ''));
      store.apply({ kind: 'mark', height });
    }
    store.apply({ kind: 'forget', transaction: 2n });
    expect(store.documentBefore(2n, 16, 'a')).toEqual(utf8('2'));
    expect(() => store.documentBefore(1n, 16, 'a')).toThrow('is not kept');
    expect(() => store.keysBefore(4n, 16)).toThrow('is not kept');
    expect(() => store.transactionAfter(1)).toThrow('is not kept');
    store.apply({ kind: 'rewind', transaction: 2n, height: undefined });
    expect(store.keys(16)).toEqual(['1', '2', 'a']);
  });

  it('sees nothing of a block that is held over it', () => {
    const store = make();
    put(store, entry('a', '1'));
    const block = new HeldEntries(store, 1n);
    put(block, entry('a', '2'), entry('b', '2'));
    expect(shown(store)).toBe('16 a 49');
    expect(shown(block)).toBe('16 a 50\n16 b 50');
    const { nextTransaction } = block;
    const entries = [...entriesOf(block.exchange(emptyContent(0n)))];
    expect(shown(block)).toBe(shown(store));
    store.apply({ kind: 'write', entries, nextTransaction });
    expect(shown(store)).toBe('16 a 50\n16 b 50');
  });
});

it('puts the content of a block aside and continues with it', () => {
  const block = new HeldEntries(new MemoryEntries(), 0n);
  put(block, entry('a', '1'));
  put(block, entry('b', '1'));
  const first = block.exchange(emptyContent(0n));
  expect([shown(block), block.nextTransaction]).toEqual(['', 0n]);
  put(block, entry('a', '2'));
  block.exchange(first);
  expect(shown(block)).toBe('16 a 49\n16 b 49');
  expect(block.changedSince(1n).map(({ key }) => key)).toEqual(['b']);
});

it('has no heights in a block', () => {
  const block = new HeldEntries(new MemoryEntries(), 0n);
  expect(() => block.apply({ kind: 'mark', height: 1 })).toThrow('no heights');
  expect(() => block.apply({ kind: 'rewind', transaction: 0n, height: 1 })).toThrow('no heights');
  expect(() => block.apply({ kind: 'forget', transaction: 0n })).toThrow('no heights');
});
