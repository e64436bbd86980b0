import { expect, test } from 'vitest';
import { good } from '../../../../src/base/result.ts';
import { genesisCut } from '../../../../src/chain/choice/cut.ts';
import { development } from '../../../../src/chain/rules/networks/development.ts';
import type { Journal } from '../../../../src/node/engine/journal.ts';
import { MoveLine } from '../../../../src/node/engine/move-line.ts';

const journal: Journal = {
  endStep: () => undefined,
  committed: () => Promise.resolve(),
  durable: () => Promise.resolve(),
  fault: undefined,
};

test('a move that throws does not hold back the next one', async () => {
  const change = { cut: genesisCut(development), added: [], removed: [], isOwn: false };
  const line = new MoveLine(journal);
  const broken = line.add(() => ({ stage: () => Promise.reject(new Error('a bug')) }), undefined);
  const next = line.add(
    () => ({ stage: () => Promise.resolve(good({ change, isLast: true })) }),
    undefined,
  );
  await expect(broken).rejects.toThrow('a bug');
  expect(await next).toEqual(good(change));
});
