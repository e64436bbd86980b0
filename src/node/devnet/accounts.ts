// The accounts that a devnet makes: fresh ones, funded by a transaction of the first block on every chain, and the one
// that receives the mining rewards.

import { toHex, utf8 } from '../../base/bytes.ts';
import type { Random } from '../../base/ports/random.ts';
import { encodeCommand, commandHash, readKeyPair } from '../../chain/command/index.ts';
import { assert } from '../../base/assert.ts';
import type { Miner } from '../../chain/model/payload-json.ts';

export type Account = {
  readonly account: string;
  readonly publicKey: string;
  readonly secretKey: string;
};

export type ShownAccount = Pick<Account, 'account' | 'publicKey'>;

/** The number of coins that a fresh account has on every chain. */
const fund = '1000000.0';

export function freshAccounts(count: number, random: Random): readonly Account[] {
  return Array.from({ length: count }, () => accountOf(toHex(random.bytes(32))));
}

/** Returns the `k:` account of a secret key in hexadecimal. */
export function accountOf(secretKey: string): Account {
  const pair = readKeyPair({ secretKey });
  assert(pair.ok, 'a secret key is 32 bytes');
  const { publicKey } = pair.value;
  return { account: `k:${publicKey}`, publicKey, secretKey };
}

/** Returns the JSON of a first-block transaction that funds the accounts; `undefined` if there are none. */
export function fundingTransaction(accounts: readonly Account[]): Uint8Array | undefined {
  if (accounts.length === 0) return undefined;
  const code = accounts
    .map(({ account }) => `(coin.coinbase "${account}" (read-keyset "${account}") ${fund})`)
    .join('\n');
  const data = Object.fromEntries(
    accounts.map(({ account, publicKey }) => [account, { keys: [publicKey], pred: 'keys-all' }]),
  );
  const cmd = JSON.stringify({
    networkId: null,
    payload: { exec: { data, code } },
    signers: [],
    meta: { creationTime: 0, ttl: 172_800, gasLimit: 0, chainId: '', gasPrice: 0, sender: '' },
    nonce: 'accounts',
  });
  return utf8(encodeCommand({ cmd, hash: commandHash(cmd), signatures: [] }));
}

export function minerOf(publicKey: string): Miner {
  return { account: `k:${publicKey}`, predicate: 'keys-all', publicKeys: [publicKey] };
}
