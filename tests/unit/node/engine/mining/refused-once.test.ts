// A transaction that no block may have costs its node once: it is refused as soon as it was tried, even if the block is
// never finished, and those that only lack room do not keep others out.
import { expect, test } from 'vitest';
import {
  emptyBlock,
  makeBlock,
  outputOf,
  startDevnet,
  transaction,
  transferOf,
} from '../../../../support/devnets.ts';
import type { Engine } from '../../../../../src/node/engine/engine.ts';
import { minerOf } from '../../../../../src/node/devnet/accounts.ts';

const doubling = (levels: number) => `(fold (lambda (a i) [a a]) [1] (enumerate 1 ${levels}))`;
const large = (levels: number, gasPrice = 1e-6) =>
  transaction({ code: doubling(levels), gasPrice });

const made = (engine: Engine, maxTransactions: number): number => {
  const block = makeBlock({ engine, miner: minerOf('11'.repeat(32)), maxTransactions }, 0);
  if (!block.ok) throw new Error(block.fault.kind);
  return block.value.built.payload.transactions.length;
};

const refusal = 'Transaction is badlisted because it previously failed to validate.';

test('an output that is too large is refused for good, and clients read so', async () => {
  const { devnet } = startDevnet();
  const chain = devnet.node.chain(0)!;
  const command = large(20);
  const transfer = transferOf(1);
  expect((await chain.submit([command, transfer])).ok).toBe(true);
  const waiting = chain.whenMined(command.hash, new AbortController().signal);
  devnet.mine(1, 0);
  const polled = await chain.poll([command.hash, transfer.hash]);
  expect(polled.get(command.hash)).toEqual({ kind: 'bad-listed' });
  expect(await waiting).toEqual({ kind: 'bad-listed' });
  expect(outputOf(polled.get(transfer.hash)).result.status).toBe('success');
  expect(chain.pending()).toBe(0);
  const again = await chain.submit([command]);
  expect(again).toMatchObject({ ok: false, fault: { refused: [{ text: refusal }] } });
  await devnet.stop();
});

test('it is refused even if the block is never finished', async () => {
  let nowMs = 0;
  const clock = { nowMs: () => nowMs++, dateMs: () => Date.UTC(2026, 5, 1) };
  const { devnet } = startDevnet({ chains: 2, blockTimeMs: 3_600_000, clock });
  const chain = devnet.node.chain(0)!;
  const command = large(20);
  await chain.submit([command, transferOf(1)]);
  // A turn of one transaction: the block is open.
  expect(devnet.miner.mineNext({ turnMs: 1, maxMs: 100_000 })).toBe(true);
  const other = emptyBlock(devnet.engine, 0);
  if (!other.ok) throw new Error(other.fault.kind);
  expect(devnet.engine.extend(other.value, other.value.header)).toBe('accepted');
  expect((await chain.poll([command.hash])).get(command.hash)).toEqual({ kind: 'bad-listed' });
  expect(chain.pending()).toBe(1);
  await devnet.stop();
});

test('one that takes too long is refused as well', async () => {
  // Each reading of the clock takes three seconds, and evaluation reads it.
  let nowMs = 0;
  let step = 0;
  const clock = { nowMs: () => (nowMs += step), dateMs: () => Date.UTC(2026, 5, 1) };
  const { devnet } = startDevnet({ chains: 1, clock });
  const chain = devnet.node.chain(0)!;
  const command = transaction({
    code: '(length (filter (< 5) (enumerate 1 100000)))',
    gasLimit: 100_000,
  });
  expect(await chain.submit([command])).toMatchObject({ ok: true });
  step = 3_000;
  expect(made(devnet.engine, 10)).toBe(0);
  step = 0;
  expect((await chain.poll([command.hash])).get(command.hash)).toEqual({ kind: 'bad-listed' });
  expect(chain.pending()).toBe(0);
  await devnet.stop();
});

test('outputs without room keep no others out of a block, and come into the next ones', async () => {
  const { devnet } = startDevnet({ chains: 1 });
  const chain = devnet.node.chain(0)!;
  const pending = Array.from({ length: 5 }, () => large(17));
  const transfers = Array.from({ length: 3 }, (_, i) => transferOf(i + 1));
  expect((await chain.submit([...pending, ...transfers])).ok).toBe(true);
  // The most expensive transactions are offered first: one of them fits.
  expect(made(devnet.engine, 4)).toBe(4);
  expect(made(devnet.engine, 3)).toBe(3);
  for (let i = 0; i < 5; i++) devnet.mine(1, 0);
  const polled = await chain.poll([...pending, ...transfers].map(({ hash }) => hash));
  expect([...polled.values()].map((each) => outputOf(each).result.status)).toEqual(
    Array.from({ length: 8 }, () => 'success'),
  );
  const heights = new Set(
    pending.map(({ hash }) => {
      const each = polled.get(hash);
      return each?.kind === 'mined' ? each.header.height : undefined;
    }),
  );
  expect(heights.size).toBe(5);
  await devnet.stop();
});
