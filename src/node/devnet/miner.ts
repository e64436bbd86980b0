// The account that is paid for the blocks of a network of developers.

import type { Miner } from '../../chain/model/miner-json.ts';

export function minerOf(publicKey: string): Miner {
  return { account: `k:${publicKey}`, predicate: 'keys-all', publicKeys: [publicKey] };
}
