// Transactions of simulations: real commands by form and hash, unsigned, that do nothing.

import { toBase64Url } from '../../../base/base64url.ts';
import { decodeUtf8, utf8 } from '../../../base/bytes.ts';
import { blake2b256 } from '../../../base/crypto/hashes.ts';
import { isJsonObject, JsonNumber, type JsonObject, naturalOf } from '../../../base/json.ts';
import { readJson } from '../../../base/json-reader.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import type { ChainId } from '../../../chain/graph/chain-graph.ts';
import { decodeTransaction, encodeTransaction } from '../../../chain/model/transaction-json.ts';

export type SimulatedTransaction = {
  readonly key: string;
  readonly chain: ChainId;
  readonly createdSeconds: number;
  readonly expiresSeconds: number;
  /** As it travels, and as it is in blocks. */
  readonly text: string;
  readonly bytes: Uint8Array;
};

export function simulatedTransaction(parts: {
  readonly chain: ChainId;
  readonly number: number;
  readonly createdSeconds: number;
  readonly lifeSeconds: number;
}): SimulatedTransaction {
  const { chain, number, createdSeconds, lifeSeconds } = parts;
  const cmd = `{"nonce":"${number}","meta":{"chainId":"${chain}","creationTime":${createdSeconds},"ttl":${lifeSeconds}}}`;
  const key = keyOfCommand(cmd);
  const bytes = encodeTransaction({ hash: key, signatures: [], cmd });
  const expiresSeconds = createdSeconds + lifeSeconds;
  return { key, chain, createdSeconds, expiresSeconds, bytes, text: decodeUtf8(bytes) ?? '' };
}

/** A fault is one sentence. */
export function readTransaction(given: string | Uint8Array): Result<SimulatedTransaction, string> {
  const bytes = typeof given === 'string' ? utf8(given) : given;
  const text = typeof given === 'string' ? given : (decodeUtf8(given) ?? '');
  const decoded = decodeTransaction(bytes);
  if (!decoded.ok) return decoded;
  const { hash, cmd } = decoded.value;
  if (keyOfCommand(cmd) !== hash) return bad('the hash is not that of the payload');
  const meta = metaOf(cmd);
  const chain = Number(meta?.get('chainId'));
  const created = secondsIn(meta, 'creationTime');
  const life = secondsIn(meta, 'ttl');
  if (!Number.isInteger(chain) || created === undefined || life === undefined) {
    return bad('chain, creation time or lifetime is missing');
  }
  const expiresSeconds = created + life;
  return good({ key: hash, chain, createdSeconds: created, expiresSeconds, text, bytes });
}

const keyOfCommand = (cmd: string): string => toBase64Url(blake2b256(utf8(cmd)));

function metaOf(cmd: string): JsonObject | undefined {
  const json = readJson(cmd);
  const meta =
    json.kind === 'value' && isJsonObject(json.value) ? json.value.get('meta') : undefined;
  return meta !== undefined && isJsonObject(meta) ? meta : undefined;
}

function secondsIn(meta: JsonObject | undefined, name: string): number | undefined {
  const value = meta?.get(name);
  return value instanceof JsonNumber ? naturalOf(value, 2 ** 40) : undefined;
}
