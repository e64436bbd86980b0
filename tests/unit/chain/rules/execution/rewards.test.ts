import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  type RewardRow,
  coinText,
  mainRewards,
  minerReward,
} from '../../../../../src/chain/rules/execution/rewards.ts';
import { development } from '../../../../../src/chain/rules/networks/development.ts';
import { mainnet01 } from '../../../../../src/chain/rules/networks/mainnet01.ts';
import { chainVectorTest } from '../../../../support/chain-vectors.ts';

const digest = (bytes: string | Uint8Array) => createHash('sha512').update(bytes).digest('hex');

/** Encodes each row as two 64-bit numbers, least significant byte first. */
function rowBytes(rows: readonly RewardRow[]): Uint8Array {
  const bytes = new Uint8Array(16 * rows.length);
  const view = new DataView(bytes.buffer);
  for (const [i, { upTo, reward }] of rows.entries()) {
    view.setBigUint64(16 * i, BigInt(upTo), true);
    view.setBigUint64(16 * i + 8, reward, true);
  }
  return bytes;
}

test('the table has the digest that nodes agree on', () => {
  expect(digest(rowBytes(mainRewards()))).toBe(
    '8e4fb006c5045b3baab638d16d62c952e4981a4ba473ec63620dfb54093d5104abd0be1a62ce52113575d598881fb57e84a41ec5c617e4348e270b9eacd300c9',
  );
});

test("written in the format of the reference's file, it has the digest of that file", () => {
  const file = mainRewards().map(({ upTo, reward }) => `${upTo},${coinText(reward)}\n`);
  // The file ends with an empty line.
  expect(digest(`${file.join('')}\n`)).toBe(
    '903d10b06666c0d619c8a28c74c3bb0af47209002f005b12bbda7b7df1131b2072ce758c1a8148facb1506022215ea201629f38863feb285c7e66f5965498fe0',
  );
});

chainVectorTest('chainweb/miner_rewards.csv', 'the table row by row', (text) => {
  const rows = mainRewards().map(({ upTo, reward }) => `${upTo},${coinText(reward)}`);
  expect(rows).toEqual(text.trim().split(/\r?\n/));
});

const networks = { mainnet01, development };

test.each([
  ['mainnet01', 0, '2.304523'],
  ['mainnet01', 87_600, '2.304523'],
  ['mainnet01', 87_601, '2.297878'],
  // From here on, twenty chains share the reward.
  ['mainnet01', 852_053, '2.245395'],
  ['mainnet01', 852_054, '1.1226975'],
  ['development', 1, '1.1522615'],
  ['development', 125_538_055, '0.05'],
  // 0.023999333 / 20 = 0.00119996665
  ['development', 125_538_056, '0.00119996665'],
  ['development', 125_538_057, '0'],
  ['development', 125_538_058, '0'],
  ['development', Number.MAX_SAFE_INTEGER, '0'],
] as const)('%s at height %i: %s', (name, height, coins) => {
  expect(coinText(minerReward(networks[name], height))).toBe(coins);
});

test.each([
  [10n, 0n],
  [30n, 2n],
  [50n, 2n],
  [51n, 3n],
  [70n, 4n],
])('a twentieth of %d is rounded half to even: %d', (reward, share) => {
  const rewards = [{ upTo: 9, reward }];
  const network = { ...development, execution: { ...development.execution, rewards } };
  expect(minerReward(network, 9)).toBe(share);
  expect(minerReward(network, 10)).toBe(0n);
});

test.each([
  [0n, '0'],
  [1n, '0.000000000001'],
  [1_000_000_000_000n, '1'],
  [10_500_000_000_000n, '10.5'],
])('%d units are %s coins', (units, text) => {
  expect(coinText(units)).toBe(text);
});
