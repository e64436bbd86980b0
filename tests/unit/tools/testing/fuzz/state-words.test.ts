// Values in rows become arguments of later calls.
import { expect, test } from 'vitest';
import {
  Decimal,
  KeySetGuard,
  KeySetRefGuard,
  ListValue,
  objectValue,
  TableName,
  timeFromPosixMicros,
  type PactValue,
} from '../../../../../src/lang/session/run.ts';
import { stateWordsOf } from '../../../../../src/tools/testing/fuzz/dictionary.ts';

const table = { text: 't' } as unknown as TableName;

function wordsOf(rows: Readonly<Record<string, PactValue>>) {
  const tables = {
    rowKeys: () => Object.keys(rows),
    readRow: (_: TableName, key: string) => new Map([['field', rows[key]]]),
  };
  return stateWordsOf([table], { tables, signers: ['alice'] } as never);
}

test('keys come first, then the contents of rows, including those of lists and objects', () => {
  const words = wordsOf({
    k1: 'text',
    k2: new ListValue([1n, objectValue([['a', 'deep']])]),
    k3: objectValue([
      ['b', new Decimal(15n, 1)],
      ['c', new ListValue([2n])],
    ]),
    k4: timeFromPosixMicros(7_000_000n),
  });
  expect(words).toEqual({
    keys: ['k1', 'k2', 'k3', 'k4'],
    owned: [],
    strings: ['k1', 'k2', 'k3', 'k4', 'text', 'deep'],
    integers: [1n, 2n],
    decimals: [{ mantissa: 15n, places: 1 }],
    times: [7n],
  });
});

test('long texts are data, and only the first rows of a table count', () => {
  const rows = Array.from({ length: 20 }, (_, i) => [`k${i}`, BigInt(i)] as const);
  expect(wordsOf({ k: 'x'.repeat(101), l: 'x'.repeat(100) }).strings).toHaveLength(3);
  expect(wordsOf(Object.fromEntries(rows)).integers).toHaveLength(12);
});

test('rows whose guard an expression can make are accounts to act for', () => {
  const all = { kind: 'keys-all' } as const;
  const words = wordsOf({
    mine: new KeySetGuard(['alice'], all),
    other: new KeySetGuard(['bob'], all),
    shared: new KeySetGuard(['alice', 'bob'], all),
    any: new KeySetGuard(['alice'], { kind: 'keys-any' }),
    named: new KeySetRefGuard({ text: 'free.admin' } as KeySetRefGuard['name']),
  });
  expect(words.owned).toEqual([
    { key: 'mine', guard: '(sig-keyset)' },
    { key: 'named', guard: '(keyset-ref-guard "free.admin")' },
  ]);
});
