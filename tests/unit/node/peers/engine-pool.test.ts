// The mempool for other nodes: pages in the order of arrival, and transactions that are taken only after all checks.
import { expect, test } from 'vitest';
import { encodeCommand, type Command } from '../../../../src/chain/command/index.ts';
import { gossipLimits } from '../../../../src/node/limits.ts';
import type { Pool, PoolMark } from '../../../../src/p2p/ledger.ts';
import { startDevnet, transaction, transferOf, type TestDevnet } from '../../../support/devnets.ts';

async function start(): Promise<TestDevnet & { readonly pool: Pool }> {
  const net = startDevnet({ chains: 1 });
  // Transactions must not be newer than the newest block.
  await net.time.advance(1_000);
  net.devnet.mine(1);
  return { ...net, pool: net.devnet.plainNode.chain(0)!.mempool };
}

const texts = (commands: readonly Command[]): string[] => commands.map(encodeCommand);
const hashes = (commands: readonly Command[]): string[] => commands.map(({ hash }) => hash);

async function pagesOf(pool: Pool): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  let since: PoolMark | undefined;
  for (;;) {
    const { keys, mark } = await pool.pending(since);
    if (keys.length === 0) return pages;
    pages.push(keys);
    since = mark;
  }
}

test('transactions of other nodes are taken after all checks, each on its own', async () => {
  const { pool, devnet } = await start();
  const good = [transferOf(1), transferOf(2)] as const;
  const forged = { ...transferOf(3), signatures: transferOf(4).signatures };
  const elsewhere = transaction({ chain: '5' });
  const given = [
    ...texts([good[0], forged, elsewhere, good[1]]),
    'not a command',
    encodeCommand(good[0]),
  ];
  expect(await pool.insert(given)).toEqual([
    'added',
    'refused',
    'refused',
    'added',
    'unreadable',
    'known',
  ]);
  expect(await pool.insert(texts([good[1]]))).toEqual(['known']);
  expect(await pool.member(hashes([good[0], forged]))).toEqual([true, false]);
  const [found, none] = await pool.lookup(hashes([good[0], forged]));
  expect([found, none]).toEqual([encodeCommand(good[0]), undefined]);
  devnet.mine(1);
  expect((await devnet.plainNode.chain(0)!.poll(hashes(good))).size).toBe(2);
});

test('what is pending, in a block or refused for good is not wanted; what is only falsely signed still is', async () => {
  const { pool, devnet } = await start();
  const [pending, mined, next] = [transferOf(1), transferOf(2), transferOf(3)];
  await pool.insert(texts([mined]));
  devnet.mine(1);
  await pool.insert(texts([pending]));
  const forged = { ...next, signatures: pending.signatures };
  const elsewhere = transaction({ chain: '5' });
  const stolen = { ...elsewhere, hash: transferOf(9).hash };
  await pool.insert(texts([forged, elsewhere, stolen]));
  expect(await pool.wants(hashes([pending, mined, forged, elsewhere, stolen]))).toEqual([
    false,
    false,
    true,
    false,
    true,
  ]);
});

test('a refused transaction is wanted again after a while', async () => {
  const { pool, time } = await start();
  const elsewhere = transaction({ chain: '5' });
  await pool.insert(texts([elsewhere]));
  await time.advance(Number(gossipLimits.refusedMicros / 1000n) - 1);
  expect(await pool.wants(hashes([elsewhere]))).toEqual([false]);
  await time.advance(2);
  expect(await pool.wants(hashes([elsewhere]))).toEqual([true]);
});

test('pages follow each other, whatever arrives and leaves meanwhile', async () => {
  const { pool, devnet } = await start();
  const { mempool } = devnet.engine.chain(0);
  const all = Array.from({ length: 6 }, (_, i) => transferOf(i + 1));
  const added: string[] = [];
  mempool.listen((key) => added.push(key));
  await pool.insert(texts(all.slice(0, 3)));
  const first = await pool.pending();
  expect(first.keys).toEqual(hashes(all.slice(0, 3)));
  await pool.insert(texts(all.slice(3)));
  mempool.remove(all[4]!.hash);
  const second = await pool.pending(first.mark);
  expect(second.keys).toEqual([all[3]!.hash, all[5]!.hash]);
  expect(await pool.pending(second.mark)).toEqual({ keys: [], mark: second.mark });
  expect(added).toEqual(hashes(all));
  const foreign = { nonce: second.mark.nonce + 1n, mark: second.mark.mark };
  const future = { ...second.mark, mark: second.mark.mark + 1 };
  for (const mark of [foreign, future, { ...second.mark, mark: -1 }]) {
    expect((await pool.pending(mark)).keys).toHaveLength(5);
  }
});

test('a page has as many keys as one lookup answers', async () => {
  const { pool, devnet } = await start();
  const { mempool, host } = devnet.engine.chain(0);
  const read = host.transactions.read(new TextEncoder().encode(encodeCommand(transferOf(1))));
  if (!read.ok) throw new Error(read.fault);
  let count = 0;
  const add = (bytes: number): void => {
    mempool.add({ ...read.value, requestKey: String(count++), bytes: new Uint8Array(bytes) });
  };
  const { keys, keyedBytes } = gossipLimits;
  for (let i = 0; i < keys + 1; i++) add(10);
  for (const bytes of [keyedBytes - 10, 1, keyedBytes - 1, 1, keyedBytes + 1, 2]) add(bytes);
  const pages = await pagesOf(pool);
  expect(pages.map(({ length }) => length)).toEqual([keys, 2, 2, 1, 1, 1]);
  expect(pages.flat()).toEqual(Array.from({ length: count }, (_, i) => String(i)));
});

test('only so many wait to be checked', async () => {
  const { pool } = await start();
  const waiting = pool.insert(Array.from({ length: gossipLimits.waiting }, () => '{}'));
  expect(await pool.insert(['{}'])).toEqual(['full']);
  expect(await waiting).toHaveLength(gossipLimits.waiting);
  expect(await pool.insert(['{}'])).toEqual(['unreadable']);
});
