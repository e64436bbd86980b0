// The miner of a block, and its JSON, which is hashed into the payload.
// Source: Chainweb/Miner/Pact.hs; consensus reference, section 3.2.

import { utf8 } from '../../base/bytes.ts';
import { printJsonString } from '../../base/json.ts';
import { sortedSet } from '../../lang/session/run.ts';

export type Miner = {
  readonly account: string;
  readonly predicate: string;
  readonly publicKeys: readonly string[];
};

/** Of blocks that pay no reward: genesis, and what is tried without a block. */
export const noMiner: Miner = { account: 'NoMiner', predicate: '<', publicKeys: [] };

/** The order of members is consensus. */
export function encodeMiner({ account, predicate, publicKeys }: Miner): Uint8Array {
  const list = sortedSet(publicKeys).map(printJsonString).join(',');
  return utf8(
    `{"account":${printJsonString(account)},"predicate":${printJsonString(predicate)}` +
      `,"public-keys":[${list}]}`,
  );
}
