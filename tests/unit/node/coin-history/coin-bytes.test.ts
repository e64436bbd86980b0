// The bytes of changes of balances: they are read as they were written, are small for usual accounts, and damaged ones end in
// a fault of the store.

import { describe, expect, test } from 'vitest';
import type { AccountChange, BlockChanges } from '../../../../src/chain/execute/index.ts';
import {
  Decimal,
  KeySetGuard,
  KeySetRefGuard,
  type PactValue,
} from '../../../../src/lang/session/run.ts';
import { KeySetName, rowDocument } from '../../../../src/lang/session/store.ts';
import {
  accountsIn,
  readChanges,
  readRowBytes,
  rowBytes,
  writeChanges,
} from '../../../../src/node/coin-history/coin-bytes.ts';
import { CompactReader, CompactWriter } from '../../../../src/node/coin-history/compact-bytes.ts';
import { isStoreFault } from '../../../../src/storage/entries/index.ts';

const key = 'ab'.repeat(32);
const own = new KeySetGuard([key], { kind: 'keys-all' });
const any = new KeySetGuard([key], { kind: 'keys-any' });
const named = new KeySetRefGuard(new KeySetName('free.admin'));
const document = (mantissa: bigint, guard: PactValue, places = 12): Uint8Array =>
  rowDocument(
    new Map<string, PactValue>([
      ['balance', new Decimal(mantissa, places)],
      ['guard', guard],
    ]),
  );
const change = (account: string, before: Uint8Array | undefined, after: Uint8Array) =>
  ({ account, before, after }) satisfies AccountChange<Uint8Array>;

const first = document(10n ** 30n + 7n, own);
const second = document(3n, own, 1);
const third = document(0n, any);
const odd = '\u{1f600} a "name"';
const block: BlockChanges<Uint8Array> = {
  coinbase: [change('__proto__', undefined, document(2_304_523n, named))],
  upgrades: [[], [change(odd, first, second)]],
  transactions: [
    { fund: [change(`k:${key}`, first, second)], payload: [], redeem: [] },
    {
      fund: [change(`k:${key}`, second, third)],
      payload: [change(odd, second, first), change('new', undefined, second)],
      redeem: [change(`k:${key}`, third, first)],
    },
  ],
};

describe('the changes of a block', () => {
  test('are read as they were written', () => {
    const { bytes, rows } = writeChanges(block);
    const read = readChanges(bytes);
    const shape = (of: BlockChanges<unknown>) => [
      of.coinbase.map(({ account }) => account),
      of.upgrades.map((each) => each.map(({ account }) => account)),
      of.transactions.map((each) =>
        Object.values(each).map((stage) => stage.map(({ account }) => account)),
      ),
    ];
    expect(shape(read)).toEqual(shape(block));
    const [, { fund, payload, redeem }] = read.transactions as [
      unknown,
      (typeof read)['transactions'][0],
    ];
    expect(fund[0]!.before).toEqual({ balance: new Decimal(3n, 1), guard: own });
    expect(fund[0]!.after).toEqual({ balance: new Decimal(0n, 12), guard: any });
    expect(payload[1]!.before).toBeUndefined();
    expect(redeem[0]!.after).toEqual({ balance: new Decimal(10n ** 30n + 7n, 12), guard: own });
    expect(read.coinbase[0]!.after.guard).toEqual(named);
    expect(accountsIn(bytes).get(odd)).toEqual({
      balance: new Decimal(10n ** 30n + 7n, 12),
      guard: own,
    });
    expect(rows.get(`k:${key}`)).toEqual(redeem[0]!.after);
  });

  test('leave rows out that are not those of a coin', () => {
    const other = rowDocument(new Map<string, PactValue>([['balance', 'much']]));
    const { bytes } = writeChanges({
      coinbase: [change('a', undefined, other), change('b', undefined, second)],
      upgrades: [],
      transactions: [],
    });
    expect(readChanges(bytes).coinbase.map(({ account }) => account)).toEqual(['b']);
  });

  test('are small for accounts of one key', () => {
    const names = ['a', 'b', 'c'].map((digit) => `k:${digit.repeat(64)}`);
    const [sender, receiver, miner] = names as [string, string, string];
    const of = (account: string, amount: bigint): Uint8Array =>
      document(10n ** 15n + amount, new KeySetGuard([account.slice(2)], { kind: 'keys-all' }));
    const transfer = {
      fund: [change(sender, of(sender, 9n), of(sender, 7n))],
      payload: [
        change(sender, of(sender, 7n), of(sender, 5n)),
        change(receiver, of(receiver, 0n), of(receiver, 2n)),
      ],
      redeem: [
        change(sender, of(sender, 5n), of(sender, 6n)),
        change(miner, of(miner, 0n), of(miner, 1n)),
      ],
    };
    const written = writeChanges({ coinbase: [], upgrades: [], transactions: [transfer] });
    // A row has a key of 44 bytes and a checksum of 4.
    const rows = names
      .slice(0, 2)
      .map((name) => 48 + rowBytes(name, written.rows.get(name)!).length);
    const perTransfer = written.bytes.length - 45 + rows[0]! + rows[1]!;
    expect(perTransfer).toBeLessThan(280);
    const coinbase = [
      change(`k:${key}`, document(10n ** 15n, own), document(10n ** 15n + 1n, own)),
    ];
    expect(writeChanges({ coinbase, upgrades: [], transactions: [] }).bytes.length).toBeLessThan(
      60,
    );
  });

  test('that are damaged end in a fault of the store, whatever byte is wrong', () => {
    const { bytes } = writeChanges(block);
    for (let at = 0; at < bytes.length; at++) {
      for (const value of [0, 0x7f, 0xff]) {
        const damaged = bytes.slice();
        damaged[at] = value;
        expect(faultOf(() => readChanges(damaged))).not.toBe('another error');
      }
      expect(faultOf(() => readChanges(bytes.subarray(0, at)))).toBe('store');
    }
  });
});

function faultOf(work: () => unknown): string {
  try {
    work();
    return 'none';
  } catch (error) {
    return isStoreFault(error) ? 'store' : 'another error';
  }
}

test.each([own, any, named])('a row is read as it was written, with whatever guard', (guard) => {
  for (const account of [`k:${key}`, `k:${'cd'.repeat(32)}`, 'bob']) {
    const row = { balance: new Decimal(-5n, 3), guard };
    expect(readRowBytes(account, rowBytes(account, row))).toEqual(row);
  }
});

test.each([0n, 1n, -1n, 63n, 64n, -64n, -65n, 2n ** 200n, -(2n ** 200n)])(
  'the integer %s',
  (value) => {
    const writer = new CompactWriter();
    writer.integer(value);
    writer.count(Number.MAX_SAFE_INTEGER);
    const reader = new CompactReader(writer.bytes());
    expect([reader.integer(), reader.count()]).toEqual([value, Number.MAX_SAFE_INTEGER]);
    expect(reader.isWhole).toBe(true);
  },
);
