// Encoding and decoding of journal items, and invalid bytes.
import { expect, test } from 'vitest';
import { utf8 } from '../../../../src/base/bytes.ts';
import { makePayload } from '../../../../src/chain/model/payload.ts';
import { genesisHeader } from '../../../../src/chain/rules/network.ts';
import { development } from '../../../../src/chain/rules/networks/development.ts';
import {
  decodeItems,
  encodeItems,
  type JournalItem,
} from '../../../../src/node/storage/journal-items.ts';

const payload = makePayload({
  minerData: utf8('{}'),
  coinbase: utf8('"coinbase"'),
  transactions: [{ input: utf8('in'), output: utf8('out') }],
});
const items: readonly JournalItem[] = [
  { kind: 'network', text: 'a network – of some name' },
  { kind: 'first', chains: [0, 3], payload },
  { kind: 'block', header: genesisHeader(development, 7)!, payload },
  { kind: 'change', chain: 7, change: Uint8Array.of(1, 2, 3) },
  { kind: 'note', name: 'offset', text: '-5' },
];

test('items survive the round trip', () => {
  expect(decodeItems(encodeItems(items))).toEqual(items);
  expect(decodeItems(new Uint8Array())).toEqual([]);
});

test('truncated or unknown bytes are not items', () => {
  const bytes = encodeItems(items);
  for (const length of [1, 12, 14, bytes.length - 1]) {
    expect(decodeItems(bytes.subarray(0, length)), String(length)).toBeUndefined();
  }
  expect(decodeItems(Uint8Array.of(99, ...new Uint8Array(12)))).toBeUndefined();
});
