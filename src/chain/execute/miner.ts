// The miner of a block, and its JSON, which is hashed into the payload.
// Source: Chainweb/Miner/Pact.hs; consensus reference, section 3.2.

import { utf8 } from '../../base/bytes.ts';
import { printJsonString } from '../../base/json.ts';

export type Miner = {
  readonly account: string;
  readonly predicate: string;
  /** Ascending, each once. */
  readonly keys: readonly string[];
};

/** Of blocks that pay no reward: genesis, and what is tried without a block. */
export const noMiner: Miner = { account: 'NoMiner', predicate: '<', keys: [] };

/** The order of members is consensus. */
export function encodeMiner({ account, predicate, keys }: Miner): Uint8Array {
  const list = keys.map(printJsonString).join(',');
  return utf8(
    `{"account":${printJsonString(account)},"predicate":${printJsonString(predicate)}` +
      `,"public-keys":[${list}]}`,
  );
}
