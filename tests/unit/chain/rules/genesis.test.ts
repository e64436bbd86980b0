import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { encodeHeader } from '../../../../src/chain/model/header.ts';
import { type Network, chainsOf, genesisHeader } from '../../../../src/chain/rules/network.ts';
import { knownNetworks, networkNamed } from '../../../../src/chain/rules/networks/index.ts';
import { findParents, validateHeader } from '../../../../src/chain/rules/validate-header.ts';
import { chainVectorTest, type GenesisVector } from '../../../support/chain-vectors.ts';
import { recapDevelopment } from '../../../support/recap-development.ts';

const hashOf = (network: Network, chain: number): string => {
  const header = genesisHeader(network, chain);
  return header === undefined ? 'none' : toBase64Url(header.hash);
};

/** Genesis hashes by chain, by which nodes recognize that they are in the same network. They include the payload hashes. */
const hashes = JSON.parse(
  readFileSync(new URL('genesis-hashes.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, readonly string[]>>;

test.each([
  ['mainnet01', 0, 'SNAMXHBvZtAbeS19x12bZV2p5d1E4BaxrggceNdUxbw'],
  ['mainnet01', 10, 'IQyS92QncmVLSPGiwn2taPayS42F5c3EjjL0DUr7keA'],
  ['mainnet01', 20, 'none'],
  ['testnet06', 0, 'hRVDP_io_A8FP5r8KV6To_fvqm30oJ1TWpO_V9znwGQ'],
  ['testnet06', 19, 'lAzgw3mtNKhiY3mAofXNYcZ5Ns215eff4iY73wZtzAQ'],
])('%s, chain %i', (name, chain, hash) => {
  expect(hashOf(networkNamed(name)!, chain)).toBe(hash);
});

test.each(knownNetworks.map((network) => [network.name, network] as const))(
  'the first blocks of %s pass their own checks',
  (_, network) => {
    for (const chain of chainsOf(network)) {
      const header = genesisHeader(network, chain)!;
      const step = findParents(network, header, {
        networkOf: () => network,
        find: () => undefined,
      });
      expect(step.ok && validateHeader(step.value, network.genesis.time)).toEqual([]);
    }
  },
);

test.each(Object.entries(hashes))('all first blocks of %s', (name, expected) => {
  const network = networkNamed(name)!;
  expect(chainsOf(network).map((chain) => hashOf(network, chain))).toEqual(expected);
});

function checkNetwork(network: Network, vectors: readonly GenesisVector[]): void {
  expect(vectors).toHaveLength(20);
  for (const { chainId, height, hash, headerBase64Url } of vectors) {
    const header = genesisHeader(network, chainId)!;
    expect([chainId, header.height]).toEqual([chainId, height]);
    expect(toBase64Url(encodeHeader(header))).toBe(headerBase64Url);
    expect(toBase64Url(header.hash)).toBe(hash);
  }
}

type Vectors = Readonly<Record<string, readonly GenesisVector[]>>;

chainVectorTest('chainweb/genesis-headers.json', 'all first blocks of 2.32', (text) => {
  const vectors = JSON.parse(text) as Vectors;
  checkNetwork(networkNamed('mainnet01')!, vectors['mainnet01']!);
  checkNetwork(networkNamed('testnet04')!, vectors['testnet04']!);
  checkNetwork(recapDevelopment, vectors['recap-development']!);
  // The reference's network code is 2, ours is 1: decision 0004.
  checkNetwork({ ...networkNamed('development')!, code: 2 }, vectors['development']!);
});

chainVectorTest(
  'chainweb-3.2/genesis-headers-testnet06.json',
  'all first blocks of testnet06',
  (text) => {
    const vectors = JSON.parse(text) as Vectors;
    checkNetwork(networkNamed('testnet06')!, vectors['testnet06']!);
  },
);
