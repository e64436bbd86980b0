// Blocks are made for the questions of clients, and not when the node itself is asked.
import { expect, test } from 'vitest';
import { startDevnet, transferOf } from '../../../support/devnets.ts';

test('the node itself makes no blocks when it is asked', async () => {
  const { devnet } = startDevnet();
  const chain = devnet.node.chain(0)!;
  const sent = transferOf(6);
  await chain.submit([sent]);
  const { plainNode, engine } = devnet;
  const own = plainNode.chain(0)!;
  const { cut } = engine;
  expect((await own.poll([sent.hash])).size).toBe(0);
  expect((await own.spv({ requestKey: sent.hash, targetChain: 1 })).ok).toBe(false);
  expect(engine.cut).toBe(cut);
  expect((await chain.poll([sent.hash])).size).toBe(1);
  await devnet.stop();
});
