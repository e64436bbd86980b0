// A cut as nodes tell each other of it: the heads by height and hash.

import { jsonNull } from '../../base/json.ts';
import { type CutHashes, cutId } from '../model/cut-json.ts';
import { type Cut, cutHeight, cutWeight } from './cut.ts';

/** Without an origin, and without attached blocks. */
export function cutHashesOf(cut: Cut): CutHashes {
  const heads = [...cut.heads];
  return {
    hashes: new Map(
      heads.map(([chain, { height, hash }]) => [chain, { height: BigInt(height), hash }]),
    ),
    origin: jsonNull,
    weight: cutWeight(cut),
    height: BigInt(cutHeight(cut)),
    instance: cut.network.name,
    id: cutId(new Map(heads.map(([chain, { hash }]) => [chain, hash]))),
    headers: new Map(),
    payloads: new Map(),
  };
}
