// The network of a simnet: `development` with the requested number of chains, the first blocks of stdlib, and the
// accounts of the simnet. Keys follow from the seed and a name, so the same test has the same keys in every run.

import { utf8, toHex } from '../../base/bytes.ts';
import { developmentNetwork } from '../devnet/development-network.ts';
import { fundingTransaction, type Account, accountOf } from '../devnet/accounts.ts';
import { accountsOfGenesis } from '../devnet/known-accounts.ts';
import type { MadeBlocks } from '../engine/states.ts';
import type { Network } from '../../chain/rules/network.ts';
import first from '../../../stdlib/genesis/chain-0.json' with { type: 'json' };
import others from '../../../stdlib/genesis/other-chains.json' with { type: 'json' };
import { blake2b256 } from '../../base/crypto/hashes.ts';

/** The numbers of chains that a simnet may have. */
export type ChainCount = 1 | 2 | 3 | 10 | 20;

export function networkOf(chains: ChainCount): Network {
  const network = developmentNetwork(chains);
  if (network.ok) return network.value;
  throw new TypeError(`createSimnet: ${network.fault}`);
}

/** The first blocks of simnets with the same chains and accounts, executed only once. */
export type FirstBlocks = {
  readonly transactions: (chain: number) => readonly Uint8Array[];
  readonly made: MadeBlocks;
};

/** How many sets of chains and accounts are cached: tests in one file usually use one. */
const maxRemembered = 4;
const remembered = new Map<string, FirstBlocks>();

export function firstBlocksFor(accounts: readonly Account[], chains: ChainCount): FirstBlocks {
  const key = [chains, ...accounts.map(({ publicKey }) => publicKey)].join(' ');
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const blocks = { transactions: transactionsFor(accounts), made: new Map() };
  const [oldest] = remembered.keys();
  if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest);
  remembered.set(key, blocks);
  return blocks;
}

function transactionsFor(accounts: readonly Account[]): FirstBlocks['transactions'] {
  const funding = fundingTransaction(accounts);
  const more = funding === undefined ? [] : [funding];
  const [ofFirst = [], ofOthers = []] = [first, others].map((list) => [
    ...list.map((transaction) => utf8(JSON.stringify(transaction))),
    ...more,
  ]);
  return (chain) => (chain === 0 ? ofFirst : ofOthers);
}

/** An account, or only the name and key of one: then its transactions count as signed without a signature. */
export type SimAccount = {
  /** In the coin contract: `k:` and the public key, or a name such as `sender00`. */
  readonly account: string;
  /** Hexadecimal. */
  readonly publicKey: string;
  /** Hexadecimal. Without it, transactions are taken as if the key had signed them. */
  readonly secretKey?: string;
};

/** An account whose key the simnet has. */
export type KeyedAccount = Required<SimAccount>;

/** `sender00` to `sender09` have the keys of every development network; other names get a key of their own. */
export function namedAccount(name: string, seed: string): KeyedAccount {
  const known = accountsOfGenesis.find((each) => each.name === name);
  if (known !== undefined) {
    const { publicKey, secretKey } = known;
    return { account: name, publicKey, secretKey };
  }
  return accountOf(toHex(blake2b256(utf8(`simnet ${JSON.stringify([seed, name])}`))));
}
