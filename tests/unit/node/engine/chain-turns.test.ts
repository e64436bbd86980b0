// Concurrent questions run chain by chain, and a question that throws does not affect the others.
import { expect, test } from 'vitest';
import { ChainTurns } from '../../../../src/node/engine/chain-turns.ts';

test('by chain, and in their order within a chain', async () => {
  const turns = new ChainTurns();
  const ran: string[] = [];
  const ask = (chain: number, name: string): Promise<string> =>
    turns.run(chain, () => {
      ran.push(name);
      return name;
    });
  const answers = await Promise.all([ask(3, 'a'), ask(1, 'b'), ask(3, 'c'), ask(1, 'd')]);
  expect(answers).toEqual(['a', 'b', 'c', 'd']);
  expect(ran).toEqual(['a', 'c', 'b', 'd']);
});

test("an exception is reported to the question's caller", async () => {
  const turns = new ChainTurns();
  const bad = turns.run(0, () => {
    throw new Error('out of memory');
  });
  const good = turns.run(0, () => 1);
  await expect(bad).rejects.toThrow('out of memory');
  expect(await good).toBe(1);
  expect(await turns.run(0, () => 2)).toBe(2);
});

test('a question asked from within another one has its own turn', async () => {
  const turns = new ChainTurns();
  const inner: Promise<number>[] = [];
  await turns.run(0, () => void inner.push(turns.run(1, () => 5)));
  expect(await Promise.all(inner)).toEqual([5]);
});
