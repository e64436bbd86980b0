import { expect, test } from 'vitest';
import { usualBlockGasLimit } from '../../../../src/chain/rules/networks/usual-settings.ts';
import {
  chainRoom,
  chainRoomOn,
  chainStackSizeMb,
  smallRoom,
  stackSizeMb,
} from '../../../../src/apps/cli/stack-size.ts';

test('a whole stack holds the transactions that the gas of a block pays for', () => {
  const { depthLimit, nestingLimit } = chainRoomOn(16 * 1024);
  // A call takes 75 milligas at least; with an `if` around an addition it takes 17 steps.
  expect(depthLimit).toBeGreaterThan(((Number(usualBlockGasLimit) * 1000) / 75) * 17);
  // A level takes two bytes at least, and 288 kB are the most.
  expect(nestingLimit).toBeGreaterThan(288_000 / 2);
});

test.each([64, stackSizeMb, 1024, 4096, 16 * 1024])('%d MB are never overrun', (megabytes) => {
  const { depthLimit, nestingLimit } = chainRoomOn(megabytes);
  // The worst measured: decision 0007.
  expect(depthLimit * 260 + nestingLimit * 3_200).toBeLessThan(megabytes * 1024 * 1024 * 0.85);
});

test('a thread with an ordinary stack has the limits of one', () => {
  expect(chainStackSizeMb()).toBeGreaterThanOrEqual(stackSizeMb);
  const { depthLimit } = chainRoom();
  expect(depthLimit).toBeLessThanOrEqual(chainRoomOn(16).depthLimit);
  expect(smallRoom.depthLimit).toBe(1500);
});
