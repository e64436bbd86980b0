// Encoding and decoding of the items of a snapshot file, and invalid bytes.
import { expect, test } from 'vitest';
import { concatBytes, utf8 } from '../../../../src/base/bytes.ts';
import { makePayload } from '../../../../src/chain/model/payload.ts';
import { genesisHeader } from '../../../../src/chain/rules/network.ts';
import { development } from '../../../../src/chain/rules/networks/development.ts';
import {
  decodeItems,
  encodeItem,
  type SnapshotItem,
} from '../../../../src/node/devnet/snapshot-items.ts';

const payload = makePayload({
  minerData: utf8('{}'),
  coinbase: utf8('"coinbase"'),
  transactions: [{ input: utf8('in'), output: utf8('out') }],
});
const items: readonly SnapshotItem[] = [
  { kind: 'network', text: 'a network – of some name' },
  { kind: 'block', header: genesisHeader(development, 7)!, payload },
  { kind: 'note', name: 'offset', text: '-5' },
];
const bytes = concatBytes(items.map(encodeItem));

test('items survive the round trip', () => {
  expect(decodeItems(bytes)).toEqual(items);
  expect(decodeItems(new Uint8Array())).toEqual([]);
});

test('truncated or unknown bytes are not items', () => {
  for (const length of [1, 12, 14, bytes.length - 1]) {
    expect(decodeItems(bytes.subarray(0, length)), String(length)).toBeUndefined();
  }
  expect(decodeItems(Uint8Array.of(99, ...new Uint8Array(12)))).toBeUndefined();
});
