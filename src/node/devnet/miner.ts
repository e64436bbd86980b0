// The account that receives the mining rewards of a development network.

import type { Miner } from '../../chain/model/payload-json.ts';

export function minerOf(publicKey: string): Miner {
  return { account: `k:${publicKey}`, predicate: 'keys-all', publicKeys: [publicKey] };
}
