// Hashes of all figures of the public networks: fork heights, graphs, rewards, gas of transactions. The test of each rule
// checks only some of them; a change of any of them is a fork.

import { expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { toHex, utf8 } from '../../../../src/base/bytes.ts';
import { ChainGraph } from '../../../../src/chain/graph/chain-graph.ts';
import { networkNamed } from '../../../../src/chain/rules/networks/index.ts';
import { blake2b256 } from '../../../../src/base/crypto/hashes.ts';

const chains = Array.from({ length: 20 }, (_, chain) => chain);

/** Prints a value as text: functions of the chain are applied to each chain, fields are sorted by name. */
function textOf(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return textOf(chains.map(value as (chain: number) => unknown));
  if (value instanceof Uint8Array) return toHex(value);
  if (value instanceof Map || value instanceof Set || Array.isArray(value)) {
    return `[${[...(value as Iterable<unknown>)].map(textOf).join(',')}]`;
  }
  // A graph also caches distances.
  if (value instanceof ChainGraph) return textOf(value.neighbours);
  if (value === undefined) return 'undefined';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${name}:${textOf(field)}`).join(',')}}`;
}

const hashOf = (value: unknown): string => toBase64Url(blake2b256(utf8(textOf(value))));

test.each([
  [
    'mainnet01',
    {
      forks: 'r-URDZWRnwrwQrslQ6DHWwM8ju_eaYKNy3X2XE9dIiI',
      execution: 'pAuMh4ocmFoqkm3OAq2DRRZnfxyKQ0Eu0bFGD1ezNlU',
      rest: 'JVQP4eB1u6kODbbwaO-0v_fUjsqosBHBYKHyIYqVw9E',
    },
  ],
  [
    'testnet04',
    {
      forks: 'Onr5er-5Aqv5YvHJnyhNQRAXwq76EEaizk0ANxi7o-s',
      execution: 'izooBoxDbY8SmWdZ5_oOAHLLBkauBJBXGYC6K3vCdk8',
      rest: 'xWPMS-ybzYlnH0AV8b9iFMU0MT27g90iN43h7FUiV3E',
    },
  ],
  [
    'testnet06',
    {
      forks: 'sdBk0GgV1YLCSG-QGFjXbCXwMJybd2hIjdbz0Fyh7nA',
      execution: 'LT-qgzwabMWB34ff4HscIgYEDJ25CCHPDuKWuGCTG3g',
      rest: 'sCYeB9F05wryJL8XkgIoYCVsnT56XRyuds0oejrFhYI',
    },
  ],
])('%s', (name, expected) => {
  // The words for exchanges are no rules.
  const { forks, execution, rosetta, ...rest } = networkNamed(name)!;
  const found = { forks: hashOf(forks), execution: hashOf(execution), rest: hashOf(rest) };
  expect(found).toEqual(expected);
  expect(rosetta).toEqual({ blockchain: 'kadena', symbol: 'KDA', decimals: 12 });
  expect(textOf(rest)).toContain(name);
  expect(textOf(execution).length).toBeGreaterThan(1000);
});
