// Hashes of our own header and block, to the byte. Real blocks, if they are present, show that such hashes agree with those
// of public networks (header.test.ts, genesis.test.ts). A change is a fork.

import { expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { utf8 } from '../../../../src/base/bytes.ts';
import { blockHash, genesisParentHash, powHash } from '../../../../src/chain/model/block-hash.ts';
import { encodeHeader } from '../../../../src/chain/model/header.ts';
import { makePayload } from '../../../../src/chain/model/payload.ts';
import { genesisHeader } from '../../../../src/chain/rules/network.ts';
import { networkNamed } from '../../../../src/chain/rules/networks/index.ts';
import { blake2b256 } from '../../../../src/base/crypto/hashes.ts';

const filled = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);

const header = {
  forkState: 3n,
  creationTime: 1_700_000_000_000_000n,
  parent: filled(1),
  adjacents: [
    { chainId: 2, hash: filled(2) },
    { chainId: 3, hash: filled(3) },
    { chainId: 5, hash: filled(5) },
  ],
  target: 2n ** 230n - 7n,
  payloadHash: filled(9),
  chainId: 0,
  weight: 123_456_789n,
  height: 4_000_001,
  networkCode: 5,
  epochStart: 1_699_999_999_000_000n,
  nonce: 0xfedc_ba98_7654_3210n,
};

test('of a header', () => {
  const hash = blockHash(header);
  expect({
    hash: toBase64Url(hash),
    work: toBase64Url(powHash(header)),
    bytes: toBase64Url(blake2b256(encodeHeader({ ...header, hash }))),
  }).toEqual({
    hash: 'g1dzYxK0XV9McNkUSxRx1Lel65yMu4epvQ_gB3xAgDk',
    work: 'xPWu1c_m4q4eoHA9meH00CeSk1nR3SQS-lzVdUj8WW8',
    bytes: 'clSOcL9H1itG_8stA7lgEWu7dkAhbCEeX4xD7Oj_E-Q',
  });
});

test('of a block', () => {
  const made = (count: number) =>
    makePayload({
      minerData: utf8('{"account":"miner"}'),
      coinbase: utf8('coinbase'),
      transactions: Array.from({ length: count }, (_, i) => ({
        input: utf8(`input ${i}`),
        output: utf8(`output ${i}`),
      })),
    });
  const hashes = [0, 1, 2, 5].map((count) => {
    const { payloadHash, transactionsHash, outputsHash } = made(count);
    return [payloadHash, transactionsHash, outputsHash].map(toBase64Url);
  });
  // The hashes of the payload, of its transactions, and of its outputs.
  expect(hashes).toEqual([
    [
      'R5EYJeMUoa0p7lwv78KeuLzkHZxAWqu8McH9DWjf2iU',
      'BBukfA7n7geynbXuBBBL5PAq4pS9GzAtcvF0bPhs9Gc',
      'DSvkMOjsrwhjuT5rxHbCtS9vuN8-c5cp37wX1Q50UzI',
    ],
    [
      'sae-AoaZwuR8fuao2s5byrPy13rwXrqI8Sz9NVuO9wk',
      'XDe1d7I5zub9JPeYOHFwo5eA2lTokJuKPDoDYx42UY4',
      'RHKsiWuyuSTN6PD01HyKa5wmx2pWVgplv2pqyaVgkvc',
    ],
    [
      'oFFK3AnsXj91IyyZR5VMsMEQI69aX0WSvmMJPB3h3HA',
      'uUJdcRJL3Kv72sYz2NAMDafTSZmibx01t5zjeaUjnjU',
      'Srhe7BiQ9dg6hcTXtlntAB97Sn4fy7qZJuniArFspsg',
    ],
    [
      'wkZSUL-BmKBvcDc0ljkpBylDtyRr9D79uCkIOVvoWQ8',
      'VWnfOMRz9YCM_dei4WmS17Aygdic56ZlKMa0m6jm3zU',
      'B9KHwyU4g6IX_COwBEmzvtwPMMLvS1L12dBCxwDnNis',
    ],
  ]);
});

test('of the parents of first blocks, and of the work in them', () => {
  const network = networkNamed('mainnet01')!;
  expect([0, 19].map((chain) => toBase64Url(genesisParentHash(5, chain)))).toEqual([
    'wJ6fVF6_vrzfemqQsWB6nCzfrMwznbZscn53-0DpAcI',
    'az5Y9U7gziz1nghnTMCR9pqZHApM5bqoqoU-PhWdrCU',
  ]);
  expect([0, 19].map((chain) => toBase64Url(powHash(genesisHeader(network, chain)!)))).toEqual([
    '6w0Uo9SkS6cUVQUADxAMBWfbL70LZ25nUi0svbApq4I',
    'XojQHWvy01-zCZURwk1ijEGhCJnMvxGo_RK5A8vS2LE',
  ]);
});
