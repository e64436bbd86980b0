// Records use exactly the space that they are given.

import { expect, test } from 'vitest';
import { PackedRecords, PackingRoom } from '../../../../src/lang/db/packed-records.ts';

const block = 4 * 2 ** 16;
const record = new Uint8Array(1000);

function packed(bytesLeft: number): PackedRecords {
  const room = new PackingRoom();
  room.bytesLeft = bytesLeft;
  return new PackedRecords(room);
}

test('space for one block is enough for its records, but for no more', () => {
  const records = packed(block);
  let count = 0;
  while (records.add(record, new Uint8Array(0))) count++;
  expect(count).toBe(Math.floor(block / 1008));
  expect(records.size).toBe(count);
  expect(records.get(count - 1)).toEqual(record);
});

test('one byte less is not enough', () => {
  expect(packed(block - 1).add(record, record)).toBe(false);
});
