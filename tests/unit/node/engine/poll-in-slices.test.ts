// A poll with many keys: it pauses, and its answer is that of one state all the same.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startDevnet, transferOf } from '../../../support/devnets.ts';

const unknown = (count: number): string[] =>
  Array.from({ length: count }, () => `${randomBytes(32).toString('base64url').slice(0, 42)}A`);

async function withTwo() {
  const { devnet } = startDevnet();
  const chain = devnet.node.chain(0)!;
  const [first, second] = [transferOf(1), transferOf(2)];
  await chain.submit([first]);
  await chain.poll([first.hash]);
  const plain = devnet.plainNode.chain(0)!;
  return { devnet, chain, plain, first, second };
}

test('a poll pauses after some keys, and not at all with few', async () => {
  const { plain, first } = await withTwo();
  let pauses = 0;
  const pause = () => {
    pauses++;
    return Promise.resolve();
  };
  const found = await plain.poll([...unknown(1000), first.hash], { pause });
  expect([...found.keys(), pauses]).toEqual([first.hash, 4]);
  await plain.poll([...unknown(249), first.hash], { pause });
  expect(pauses).toBe(4);
});

test('all results are of the same block if the chain moves on meanwhile', async () => {
  const { devnet, plain, first, second } = await withTwo();
  await plain.submit([second]);
  let pauses = 0;
  const pause = () => {
    if (++pauses === 2) devnet.mine(1, 0);
    return Promise.resolve();
  };
  const keys = [second.hash, ...unknown(600), first.hash];
  const found = await plain.poll(keys, { pause });
  expect(new Set(found.keys())).toEqual(new Set([first.hash, second.hash]));
});

test('a poll ends although the chain moves on in every pause', async () => {
  const { devnet, plain, first } = await withTwo();
  let pauses = 0;
  const pause = () => {
    pauses++;
    devnet.mine(1, 0);
    return Promise.resolve();
  };
  const found = await plain.poll([...unknown(2000), first.hash], { pause });
  expect([...found.keys()]).toEqual([first.hash]);
  expect(pauses).toBeLessThan(10);
});

test('the blocks of a poll with a depth are made between pauses, each chain once', async () => {
  const { chain, devnet, first, second } = await withTwo();
  await chain.submit([second]);
  await chain.poll([second.hash]);
  const heights: number[] = [];
  const pause = () => {
    heights.push(devnet.engine.chain(0).line.head.height);
    return Promise.resolve();
  };
  const keys = [first.hash, second.hash];
  const { height } = devnet.engine.chain(0).line.head;
  expect((await chain.poll(keys, { confirmationDepth: 3, pause })).size).toBe(0);
  expect(heights).toEqual([height + 1, height + 2, height + 3]);
  expect((await chain.poll(keys, { confirmationDepth: 3, pause })).size).toBe(2);
  expect((await chain.poll([first.hash], { confirmationDepth: 1000, pause })).size).toBe(0);
  expect(devnet.engine.chain(0).line.head.height).toBe(height + 103);
});
