// The accounts of a simnet. Keys follow from the seed and a name, so the same test has the same keys in every run.

import { toHex, utf8 } from '../../base/bytes.ts';
import { blake2b256 } from '../../base/crypto/hashes.ts';
import { accountOf } from '../devnet/accounts.ts';
import { accountsOfGenesis } from '../devnet/known-accounts.ts';

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
