// Cuts as nodes send them: the hash and height of the head of each chain.
// Source: Chainweb/Cut/CutHashes.hs; consensus reference, section 5.7; specification, "Cut".

import { fromBase64Url, toBase64Url } from '../../base/base64url.ts';
import { concatBytes } from '../../base/bytes.ts';
import {
  isJsonObject,
  jsonNull,
  JsonNumber,
  type JsonObject,
  type JsonValue,
} from '../../base/json.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { sha512t256 } from '../../base/crypto/hashes.ts';
import type { ChainId } from '../graph/chain-graph.ts';
import type { Hash } from './header.ts';
import { Members } from './members.ts';
import { parseWord256, word256Text } from './binary.ts';

export type CutHashes = {
  readonly hashes: ReadonlyMap<ChainId, { readonly height: bigint; readonly hash: Hash }>;
  /** The peer that sent it; its form depends on the network. */
  readonly origin: JsonValue;
  readonly weight: bigint;
  /** The sum of all heights. */
  readonly height: bigint;
  /** The name of the network. */
  readonly instance: string;
  /** Not checked: releases compute it in different ways. */
  readonly id: Hash;
  /** Headers by hash and payloads by payload hash, for peers that do not have them. */
  readonly headers: JsonObject;
  readonly payloads: JsonObject;
};

export function cutHashesToJson(cut: CutHashes): JsonObject {
  const hashes = [...cut.hashes].map(([chain, { height, hash }]): readonly [string, JsonValue] => [
    String(chain),
    new Map<string, JsonValue>([
      ['height', new JsonNumber(String(height))],
      ['hash', toBase64Url(hash)],
    ]),
  ]);
  return new Map<string, JsonValue>([
    ['hashes', new Map(hashes)],
    ['origin', cut.origin],
    ['weight', word256Text(cut.weight)],
    ['height', new JsonNumber(String(cut.height))],
    ['instance', cut.instance],
    ['id', toBase64Url(cut.id)],
    ...attachments('headers', cut.headers),
    ...attachments('payloads', cut.payloads),
  ]);
}

function attachments(name: string, value: JsonObject): readonly [string, JsonValue][] {
  return value.size === 0 ? [] : [[name, value]];
}

const maxChainDigits = 10;

/** More chains than any network has: a longer list is refused before it is read. */
const maxChains = 1024;

/** Weight and id are not checked against the hashes. */
export function cutHashesFromJson(value: JsonValue): Result<CutHashes, string> {
  if (!isJsonObject(value)) return bad('a cut must be an object');
  const members = new Members(value, 'cut');
  const heads = value.get('hashes') ?? jsonNull;
  if (!isJsonObject(heads) || heads.size > maxChains) {
    return bad(`the member hashes of the cut must be an object with at most ${maxChains} chains`);
  }
  const hashes = new Map<ChainId, { readonly height: bigint; readonly hash: Hash }>();
  const found = members.within('hashes', 'hashes');
  for (const chain of heads.keys()) {
    // Peers choose the text: a long one is no part of a sentence.
    if (chain.length > maxChainDigits) return bad('a head of the cut is not that of a chain');
    const head = found.within(chain, `head of chain ${chain}`);
    if (!/^(0|[1-9]\d{0,9})$/.test(chain)) found.fault(chain, 'must be a chain id');
    const entry = { height: head.natural('height'), hash: hashIn(head, 'hash') };
    hashes.set(Number(chain), found.adopt(head, entry));
  }
  const weight = members.text('weight');
  const cut: CutHashes = {
    hashes: members.adopt(found, hashes),
    origin: members.any('origin'),
    weight: parseWord256(weight) ?? 0n,
    height: members.natural('height'),
    instance: members.text('instance'),
    id: hashIn(members, 'id'),
    headers: objectIn(members, 'headers'),
    payloads: objectIn(members, 'payloads'),
  };
  if (parseWord256(weight) === undefined) members.fault('weight', 'must be base64url of 32 bytes');
  return members.first === undefined ? good(cut) : bad(members.first);
}

function hashIn(members: Members, name: string): Hash {
  const hash = fromBase64Url(members.text(name));
  if (hash?.length === 32) return hash;
  members.fault(name, 'must be base64url of 32 bytes');
  return new Uint8Array(32);
}

function objectIn(members: Members, name: string): JsonObject {
  const value = members.any(name);
  if (isJsonObject(value)) return value;
  if (value !== jsonNull) members.fault(name, 'must be an object');
  return new Map();
}

/** Returns the id that the latest releases give a cut. */
export function cutId(hashes: ReadonlyMap<ChainId, Hash>): Hash {
  const ordered = [...hashes].sort(([left], [right]) => compareHashed(left, right));
  return sha512t256(concatBytes(ordered.map(([, hash]) => hash)));
}

// The reference hashes the heads in the order of its hash map: by five bits of the hashed chain id after the other,
// the lowest first. Source: hashable 1.5.0.0, unordered-containers; consensus reference, section 5.7.

function compareHashed(left: ChainId, right: ChainId): number {
  let one = hashed(left);
  let other = hashed(right);
  while (one !== other) {
    const order = Number(one & 31n) - Number(other & 31n);
    if (order !== 0) return order;
    one >>= 5n;
    other >>= 5n;
  }
  return 0;
}

const salt = BigInt.asUintN(64, -3750763034362895579n);

function hashed(chain: ChainId): bigint {
  const low = BigInt(chain);
  const product = salt * low;
  const folded = (product >> 64n) ^ BigInt.asUintN(64, product);
  return scattered(BigInt.asUintN(64, bytesSwapped(low) + salt + folded));
}

function bytesSwapped(value: bigint): bigint {
  let swapped = 0n;
  for (let i = 0n; i < 8n; i++) swapped = (swapped << 8n) | ((value >> (8n * i)) & 255n);
  return swapped;
}

/** The finalizer of MurmurHash3. */
function scattered(value: bigint): bigint {
  let at = value ^ (value >> 33n);
  at = BigInt.asUintN(64, at * 0xff51afd7ed558ccdn);
  at ^= at >> 33n;
  at = BigInt.asUintN(64, at * 0xc4ceb9fe1a85ec53n);
  return at ^ (at >> 33n);
}
