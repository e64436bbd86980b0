// Pending transactions: the highest price first, room for higher prices, expiry of each, and counters that return to zero.
import { expect, test } from 'vitest';
import type { KnownTransaction } from '../../../../src/chain/blocks/index.ts';
import { readTransaction } from '../../../../src/chain/execute/index.ts';
import { utf8 } from '../../../../src/base/bytes.ts';
import { encodeCommand } from '../../../../src/chain/command/index.ts';
import { Arrivals } from '../../../../src/p2p/mempool/arrivals.ts';
import { Mempool } from '../../../../src/node/mempool/mempool.ts';
import { startDateMs, transaction, type Parts } from '../../../support/devnets.ts';

function known(parts: Parts): KnownTransaction {
  const read = readTransaction(utf8(encodeCommand(transaction(parts))));
  if (!read.ok) throw new Error(read.fault);
  const { hash, bytes, payload } = read.value;
  return {
    requestKey: hash,
    bytes,
    transaction: read.value,
    isSigned: true,
    gasLimit: payload.meta.gasLimit,
    meta: payload.meta,
  };
}

const roomy = { transactions: 100, bytes: 1_000_000 };
const keysOf = (pool: Mempool): readonly string[] =>
  [...pool.offered()].map(({ requestKey }) => requestKey);

test('the highest price comes first, and for equal prices the earliest arrival', () => {
  const pool = new Mempool(1n, roomy);
  const [low, first, high, second] = [1e-8, 1e-7, 1e-6, 0.0000001].map((gasPrice) =>
    known({ gasPrice }),
  ) as [KnownTransaction, KnownTransaction, KnownTransaction, KnownTransaction];
  for (const each of [low, first, high, second]) expect(pool.add(each)).toBe('added');
  const inOrder = [high, first, second, low].map(({ requestKey }) => requestKey);
  expect(keysOf(pool)).toEqual(inOrder);
});

test('removed transactions leave nothing behind', () => {
  const pool = new Mempool(1n, roomy);
  const all = [1e-8, 1e-8, 1e-7].map((gasPrice) => known({ gasPrice }));
  for (const each of all) pool.add(each);
  expect(pool.add(all[0]!)).toBe('known');
  expect(pool.heldBytes).toBe(all.reduce((sum, { bytes }) => sum + bytes.length, 0));
  for (const { requestKey } of all) expect(pool.remove(requestKey)).toBe(true);
  expect(pool.remove(all[0]!.requestKey)).toBe(false);
  expect([pool.size, pool.heldBytes, keysOf(pool)]).toEqual([0, 0, []]);
});

test('a full pool drops the cheapest for a better price, but not for the same price', () => {
  const pool = new Mempool(1n, { ...roomy, transactions: 2 });
  const [cheap, dear] = [known({ gasPrice: 1e-8 }), known({ gasPrice: 1e-6 })];
  pool.add(cheap);
  pool.add(dear);
  expect(pool.add(known({ gasPrice: 1e-8 }))).toBe('full');
  const better = known({ gasPrice: 1e-7 });
  expect(pool.add(better)).toBe('added');
  expect(keysOf(pool)).toEqual([dear.requestKey, better.requestKey]);
});

test('bytes are limited too', () => {
  const one = known({});
  const pool = new Mempool(1n, { ...roomy, bytes: one.bytes.length + 100 });
  expect(pool.add(one)).toBe('added');
  expect(pool.add(known({}))).toBe('full');
  expect(new Mempool(1n, { ...roomy, bytes: 10 }).add(one)).toBe('full');
});

test('a transaction expires', () => {
  const pool = new Mempool(1n, roomy);
  pool.add(known({ ttl: 10 }));
  pool.add(known({ ttl: 600 }));
  const start = BigInt(startDateMs) * 1000n;
  pool.expire(start + 9_999_999n);
  expect(pool.size).toBe(2);
  pool.expire(start + 10_000_000n);
  expect(pool.size).toBe(1);
  pool.expire(start + 600_000_000n);
  expect([pool.size, pool.heldBytes]).toEqual([0, 0]);
});

test('invalid transactions are remembered until they expire', () => {
  const pool = new Mempool(1n, roomy);
  const wrong = known({});
  pool.add(wrong);
  pool.refuse(wrong.requestKey, 100n);
  expect([pool.size, pool.bad.has(wrong.requestKey)]).toEqual([0, true]);
  pool.expire(99n);
  expect(pool.bad.has(wrong.requestKey)).toBe(true);
  pool.expire(100n);
  expect(pool.bad.size).toBe(0);
});

test('pending transactions are found by arrival, whatever was removed', () => {
  const pool = new Mempool(7n, roomy);
  const all = Array.from({ length: 5 }, () => known({}));
  for (const each of all) pool.add(each);
  pool.remove(all[1]!.requestKey);
  const from = (mark: number) =>
    [...pool.arrivedFrom(mark)].map(({ known: { requestKey } }) => requestKey);
  const keys = all.map(({ requestKey }) => requestKey);
  expect(from(0)).toEqual([keys[0], keys[2], keys[3], keys[4]]);
  expect([from(1), from(3)]).toEqual([
    [keys[2], keys[3], keys[4]],
    [keys[3], keys[4]],
  ]);
  expect(pool.arrivals.mark).toBe(5);
  // Added again, it is the newest.
  pool.remove(keys[0]!);
  pool.add(all[0]!);
  expect(from(3)).toEqual([keys[3], keys[4], keys[0]]);
});

test('arrivals that were removed take no room', () => {
  const arrivals = new Arrivals(1n);
  for (let i = 0; i < 5_000; i++) arrivals.add(String(i));
  arrivals.tidy(10, (_, number) => number >= 4_990);
  expect([...arrivals.from(0)].map(([number]) => number)).toEqual(
    Array.from({ length: 10 }, (_, i) => 4_990 + i),
  );
  expect(arrivals.mark).toBe(5_000);
  arrivals.tidy(10, () => false);
  expect([...arrivals.from(4_999)]).toEqual([[4_999, '4999']]);
});
