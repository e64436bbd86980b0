// Messages about pending transactions.
// Source: Chainweb/Mempool/RestAPI.hs, Chainweb/Mempool/Mempool.hs; interface reference, section 1.8.

import { isJsonArray, isJsonNumber, isJsonObject, jsonNull, naturalOf } from '../../base/json.ts';
import type { JsonValue } from '../../base/json.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { PoolMark } from '../ledger.ts';
import {
  documentBytes,
  readDocument,
  readEach,
  readHashText,
  readList,
  readObject,
  readText,
} from './documents.ts';
import { messageLimits } from './limits.ts';
import { message } from './message.ts';

export const mempoolPath = '/{word}/0.0/{network}/chain/{chain}/mempool';
const ofChain = ({ chain }: { readonly chain: ChainId }) => ({ chain });

export type Pending = { readonly keys: readonly string[]; readonly mark: PoolMark };

/** Request keys that arrived since a mark of the same process, or all. */
export const getPending = message<
  { readonly chain: ChainId; readonly since: PoolMark | undefined },
  Pending
>({
  name: 'getPending',
  method: 'POST',
  path: `${mempoolPath}/getPending`,
  status: 200,
  type: 'application/json',
  maxBytes: messageLimits.pendingBytes,
  parameters: ofChain,
  query: ({ since }) => ({ nonce: since?.nonce.toString(), since: since?.mark }),
  read: ({ body }, { since }) => readPending(body, { since, max: messageLimits.pending }),
});

/** The JSON of each pending transaction. */
export const lookupCommands = message<
  { readonly chain: ChainId; readonly keys: readonly string[] },
  readonly (string | undefined)[]
>({
  name: 'lookupCommands',
  method: 'POST',
  path: `${mempoolPath}/lookup`,
  status: 200,
  type: 'application/json',
  bodyBytes: messageLimits.pendingBytes,
  maxBytes: messageLimits.commandsBytes,
  parameters: ofChain,
  body: ({ keys }) => documentBytes(keys),
  read: ({ body }, { keys }) => readLookup(body, keys.length),
});

/** Which transactions are pending there. */
export const memberCommands = message<
  { readonly chain: ChainId; readonly keys: readonly string[] },
  readonly boolean[]
>({
  name: 'memberCommands',
  method: 'POST',
  path: `${mempoolPath}/member`,
  status: 200,
  type: 'application/json',
  bodyBytes: messageLimits.pendingBytes,
  maxBytes: messageLimits.pendingBytes,
  parameters: ofChain,
  body: ({ keys }) => documentBytes(keys),
  read: ({ body }, { keys }) => readMembers(body, keys.length),
});

/** Offers transactions. What becomes of them is not told. */
export const insertCommands = message<
  { readonly chain: ChainId; readonly commands: readonly string[] },
  undefined
>({
  name: 'insertCommands',
  method: 'PUT',
  path: `${mempoolPath}/insert`,
  status: 200,
  type: undefined,
  bodyBytes: messageLimits.commandsBytes,
  maxBytes: messageLimits.commandsBytes,
  parameters: ofChain,
  body: ({ commands }) => documentBytes(commands),
  read: () => good(undefined),
});

type PendingAsked = { readonly since: PoolMark | undefined; readonly max: number };

/** Reads at most so many request keys, and the mark after them. A mark of the same process never goes back. */
export function readPending(
  bytes: Uint8Array,
  { since, max }: PendingAsked,
): Result<Pending, string> {
  const read = readObject(bytes);
  if (!read.ok) return read;
  const items = readList(read.value.get('hashes'), max);
  if (!items.ok) return items;
  const keys = readEach(items.value, readHashText);
  if (!keys.ok) return keys;
  const mark = markFromJson(read.value.get('highwaterMark'));
  if (mark === undefined) return bad('the mark must be a list of two whole numbers');
  if (mark.nonce === since?.nonce && mark.mark < since.mark) return bad('the mark went back');
  return good({ keys: keys.value, mark });
}

function markFromJson(value: JsonValue | undefined): PoolMark | undefined {
  if (value === undefined || !isJsonArray(value) || value.length !== 2) return undefined;
  const [nonce, at] = value;
  if (nonce === undefined || at === undefined) return undefined;
  if (!isJsonNumber(nonce) || !isJsonNumber(at)) return undefined;
  const mark = naturalOf(at, Number.MAX_SAFE_INTEGER);
  // A process draws a signed number of 64 bits.
  if (mark === undefined || !/^-?[0-9]{1,19}$/.test(nonce.text)) return undefined;
  return { nonce: BigInt(nonce.text), mark };
}

/** Reads as many transactions as there are keys, in their order. */
export function readLookup(
  bytes: Uint8Array,
  length: number,
): Result<readonly (string | undefined)[], string> {
  const read = readDocument(bytes);
  if (!read.ok) return read;
  const items = readList(read.value, length);
  if (!items.ok) return items;
  if (items.value.length < length) return bad('the list is shorter than that of the keys');
  return readEach(items.value, readFound);
}

/** In the order of the keys. */
function readMembers(bytes: Uint8Array, length: number): Result<readonly boolean[], string> {
  const read = readDocument(bytes);
  if (!read.ok) return read;
  const items = readList(read.value, length);
  if (!items.ok) return items;
  if (items.value.length < length) return bad('the list is shorter than that of the keys');
  return readEach(items.value, (item) =>
    typeof item === 'boolean' ? good(item) : bad('it must be true or false'),
  );
}

function readFound(item: JsonValue): Result<string | undefined, string> {
  const tag = isJsonObject(item) ? item.get('tag') : undefined;
  if (tag === 'Missing') return good(undefined);
  if (!isJsonObject(item) || tag !== 'Pending') {
    return bad('it must be an object with a tag: Missing or Pending');
  }
  return readText(item.get('contents') ?? jsonNull);
}

/** Reads the keys of a question about transactions: as in the reference, any base64url, which then is no key. */
export function readKeys(
  bytes: Uint8Array,
  max: number = messageLimits.pending,
): Result<readonly string[], string> {
  const read = readDocument(bytes);
  if (!read.ok) return read;
  const items = readList(read.value, max);
  return items.ok ? readEach(items.value, readKeyText) : items;
}

function readKeyText(value: JsonValue): Result<string, string> {
  const isKey = typeof value === 'string' && /^[A-Za-z0-9_=-]{0,64}$/.test(value);
  return isKey ? good(value) : bad('a request key must be base64url');
}

/** Reads transactions that a peer offers: strings of JSON. */
export function readCommands(
  bytes: Uint8Array,
  max: number = messageLimits.commands,
): Result<readonly string[], string> {
  const read = readDocument(bytes);
  if (!read.ok) return read;
  const items = readList(read.value, max);
  return items.ok ? readEach(items.value, readText) : items;
}
