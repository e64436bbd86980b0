// The miner of a block and the account for the reward, as stored in payloads. Keys are sorted and unique: nodes
// serialize miner data again before it is hashed.
// Source: Chainweb/Miner/Pact.hs; consensus reference, section 3.2.

import { bad, good, type Result } from '../../base/result.ts';
import { compareText } from '../../base/text.ts';
import { Members } from './members.ts';
import { readStoredObject, storedBytes } from './stored-json.ts';

export type Miner = {
  readonly account: string;
  /** `keys-all`, or any other name. */
  readonly predicate: string;
  readonly publicKeys: readonly string[];
};

/** The miner of genesis blocks. */
export const noMiner: Miner = { account: 'NoMiner', predicate: '<', publicKeys: [] };

export function encodeMiner({ account, predicate, publicKeys }: Miner): Uint8Array {
  return storedBytes([
    ['account', account],
    ['predicate', predicate],
    ['public-keys', [...new Set(publicKeys)].sort(compareText)],
  ]);
}

export function decodeMiner(bytes: Uint8Array): Result<Miner, string> {
  const object = readStoredObject(bytes, 'miner data');
  if (!object.ok) return object;
  const members = new Members(object.value, 'miner data');
  const miner = {
    account: members.text('account'),
    predicate: members.text('predicate'),
    publicKeys: members.texts('public-keys'),
  };
  return members.first === undefined ? good(miner) : bad(members.first);
}
