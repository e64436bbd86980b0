// The memory of blocks that are kept for the next move.
import { expect, test } from 'vitest';
import { bytesOf } from '../../../../src/node/engine/executed-blocks.ts';
import { emptyBlock, startDevnet } from '../../../support/devnets.ts';
import { valueOf } from '../../../support/value-of.ts';

test('what a block records for the history of balances counts', async () => {
  const { devnet } = startDevnet({ keepsCoinHistory: true, chains: 1 });
  const { built } = valueOf(emptyBlock(devnet.engine, 0));
  const [reward] = built.coin!.coinbase;
  const without = bytesOf({ ...built, coin: undefined });
  expect(bytesOf(built)).toBe(without + 200 + reward!.after.length);
  const transaction = { fund: [reward!], payload: [reward!, reward!], redeem: [] };
  const coin = { coinbase: [], upgrades: [[reward!]], transactions: [transaction] };
  expect(bytesOf({ ...built, coin }) - without).toBe(4 * (200 + reward!.after.length));
  await devnet.stop();
});
