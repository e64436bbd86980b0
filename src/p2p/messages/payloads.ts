// Messages about payloads: one by its hash, and several between friends.
// Source: Chainweb/Payload/RestAPI.hs; interface reference, section 1.7.

import { toBase64Url } from '../../base/base64url.ts';
import { JsonNumber, type JsonValue } from '../../base/json.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { maxTransactions } from '../../chain/limits.ts';
import type { Hash } from '../../chain/model/header.ts';
import { payloadFromJson } from '../../chain/model/payload-json.ts';
import type { PayloadData } from '../../chain/model/payload.ts';
import { documentBytes, readDocument, readEach, readList } from './documents.ts';
import { messageLimits } from './limits.ts';
import { message } from './message.ts';

const payloadPath = '/{word}/0.0/{network}/chain/{chain}/payload';

export type PayloadPlace = { readonly hash: Hash; readonly height: number };

/** The hashes of the answer are what the sender claims; only that it is the payload that was asked for is checked. */
export const getPayload = message<{ readonly chain: ChainId } & PayloadPlace, PayloadData>({
  name: 'getPayload',
  method: 'GET',
  path: `${payloadPath}/{payloadHash}`,
  status: 200,
  type: 'application/json',
  maxBytes: messageLimits.payloadBytes,
  parameters: ({ chain, hash }) => ({ chain, payloadHash: toBase64Url(hash) }),
  query: ({ height }) => ({ height }),
  read: ({ body }, { hash }) => {
    const read = readDocument(body);
    return read.ok ? readPayload(read.value, new Set([toBase64Url(hash)])) : read;
  },
});

export type PayloadsAsked = {
  readonly chain: ChainId;
  /** At most `messageLimits.payloads`. */
  readonly blocks: readonly PayloadPlace[];
};

/** Those that the peer has and that fit into an answer. Only friends answer it. */
export const getPayloads = message<PayloadsAsked, readonly PayloadData[]>({
  name: 'getPayloads',
  method: 'POST',
  path: `${payloadPath}/batch`,
  status: 200,
  type: 'application/json',
  bodyBytes: messageLimits.boundsBytes,
  maxBytes: messageLimits.payloadBytes,
  parameters: ({ chain }) => ({ chain }),
  body: ({ blocks }) =>
    documentBytes(
      new Map<string, JsonValue>([
        ['heights', blocks.map(({ height }) => new JsonNumber(String(height)))],
        ['hashes', blocks.map(({ hash }) => toBase64Url(hash))],
      ]),
    ),
  read: ({ body }, { blocks }) => {
    const read = readDocument(body);
    if (!read.ok) return read;
    const items = readList(read.value, blocks.length);
    if (!items.ok) return items;
    const asked = new Set(blocks.map(({ hash }) => toBase64Url(hash)));
    return readEach(items.value, (item) => readPayload(item, asked));
  },
});

/** Reads a payload as messages have it, without outputs. */
function readPayload(value: JsonValue, asked: ReadonlySet<string>): Result<PayloadData, string> {
  const read = payloadFromJson(value);
  if (!read.ok) return read;
  const { value: payload } = read;
  if (payload.kind !== 'data') return bad('the payload has outputs, which nobody asked for');
  if (payload.transactions.length > maxTransactions) {
    return bad(`the payload has more than ${maxTransactions} transactions`);
  }
  if (!asked.has(toBase64Url(payload.payloadHash))) {
    return bad('the payload is another one than was asked for');
  }
  return good(payload);
}
