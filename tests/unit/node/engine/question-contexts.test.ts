// The contexts of queries: shared by queries on one block, and less deep than those of blocks.
import { expect, test } from 'vitest';
import type { TransactionContext } from '../../../../src/chain/execute/index.ts';
import type { BlockHeader } from '../../../../src/chain/model/header.ts';
import { QuestionContexts } from '../../../../src/node/questions/contexts.ts';

const parent = { height: 1 } as BlockHeader;
const contexts = (depthLimit: number) =>
  new QuestionContexts(({ height }) => ({ height, depthLimit }) as TransactionContext);

test('queries on one block share a context', () => {
  const made = contexts(1000);
  const first = made.contextOn(parent);
  expect(made.contextOn(parent)).toBe(first);
  expect(made.contextOn({ height: 2 } as BlockHeader)).not.toBe(first);
});

test('a query nests less deeply than a block', () => {
  expect(contexts(50_000_000).contextOn(parent).depthLimit).toBe(4_000_000);
  expect(contexts(1000).contextOn(parent).depthLimit).toBe(1000);
});
