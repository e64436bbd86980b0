// The words of a network: from its definition, or the product word of the node.
import { expect, test } from 'vitest';
import { networkNamed } from '../../../src/chain/rules/networks/index.ts';
import { networkWords } from '../../../src/rosetta/network-words.ts';

const development = networkNamed('development')!;

test.each(['mainnet01', 'testnet04', 'testnet06', 'development'])(
  '%s has the names that exchanges know',
  (name) => {
    expect(networkWords(networkNamed(name)!, 'multichain')).toEqual({
      blockchain: 'kadena',
      network: name,
      currency: { symbol: 'KDA', decimals: 12 },
    });
  },
);

test('a network without names has the product word of the node', () => {
  expect(networkWords({ ...development, rosetta: undefined }, 'island')).toEqual({
    blockchain: 'island',
    network: 'development',
    currency: { symbol: 'COIN', decimals: 12 },
  });
});
