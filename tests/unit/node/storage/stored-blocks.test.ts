// Recently read or made payloads are not read from the disk again.

import { expect, test } from 'vitest';
import { utf8 } from '../../../../src/base/bytes.ts';
import { makePayload } from '../../../../src/chain/model/payload.ts';
import { genesisHeader } from '../../../../src/chain/rules/network.ts';
import { development } from '../../../../src/chain/rules/networks/development.ts';
import { StoredBlocks, type PayloadPlace } from '../../../../src/node/storage/stored-blocks.ts';

const payload = makePayload({
  minerData: utf8('{}'),
  coinbase: utf8('{}'),
  transactions: [{ input: utf8('in'), output: utf8('out') }],
});
const header = { ...genesisHeader(development, 0)!, payloadHash: payload.payloadHash };
const place: PayloadPlace = { segment: 3, place: { start: 10, length: 20 } };

function stored(cacheBytes: number): { readonly blocks: StoredBlocks; readonly read: unknown[] } {
  const read: unknown[] = [];
  const blocks = new StoredBlocks({
    network: development,
    first: new Map(),
    cacheBytes,
    aside: { put: () => undefined, get: () => new Uint8Array(0), drop: () => undefined },
    read(at) {
      read.push(at);
      return [payload];
    },
  });
  return { blocks, read };
}

test('a payload is read once, and again if the cache has no room for it', () => {
  for (const [room, times] of [
    [1_000_000, 1],
    [1, 2],
  ] as const) {
    const { blocks, read } = stored(room);
    expect(blocks.payload(0, payload.payloadHash)).toBeUndefined();
    blocks.isAt(header, place);
    for (let i = 0; i < 2; i++) expect(blocks.payload(0, payload.payloadHash)).toBe(payload);
    expect(read).toEqual(Array.from({ length: times }, () => place));
  }
});

test('an added payload is not read from the disk, before it has a record and after', () => {
  const { blocks, read } = stored(1_000_000);
  blocks.add({ header, payload });
  expect(blocks.payload(0, payload.payloadHash)).toBe(payload);
  blocks.isAt(header, place);
  expect(blocks.payload(0, payload.payloadHash)).toBe(payload);
  expect(read).toEqual([]);
  blocks.isPruned(header);
  expect(blocks.payload(0, payload.payloadHash)).toBeUndefined();
});
