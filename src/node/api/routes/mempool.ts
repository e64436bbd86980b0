// The mempool of a chain for other nodes: what is pending, and a way in.
// Source: Chainweb/Mempool/RestAPI/Server.hs; interface reference, section 1.8.

import { assert } from '../../../base/assert.ts';
import { JsonNumber, printJson, type JsonValue } from '../../../base/json.ts';
import { utf8Length } from '../../../base/bytes.ts';
import type { Answer } from '../../../base/http/index.ts';
import type { Inserted, Pool, PoolMark } from '../../../p2p/ledger.ts';
import {
  mempoolPath,
  type Pending,
  readCommands,
  readKeys,
} from '../../../p2p/messages/mempool.ts';
import type { ChainPort } from '../../port.ts';
import { endpoint, json, jsonDoc, jsonType, type BodyDoc } from '../endpoint.ts';
import { fault } from '../faults.ts';
import { arrayOf, ref } from '../json-schema.ts';
import { prices } from '../peer-throttle.ts';
import { integer, natural } from '../query.ts';

const shared = {
  group: 'p2p',
  feature: 'peers',
  tag: 'mempool',
  faults: ['bad-body'],
} as const;

const keysBody = {
  as: 'bytes',
  types: ['application/json'],
  max: 'keysBodyBytes',
  schema: arrayOf({ type: 'string' }),
  example: ['R_CYH-5qSKnB9eLlXply7DRFdPUoAF02VNKU2uXR8_0'],
} as const satisfies BodyDoc;

/** Where a reader continues: nowhere, unless it gives both numbers. */
export const markQuery = {
  nonce: integer('The first number of the mark: that of the process.'),
  since: natural('The second number of the mark.', { absent: undefined }),
};

export const mempoolEndpoints = [
  endpoint({
    ...shared,
    id: 'mempoolPending',
    method: 'POST',
    path: `${mempoolPath}/getPending`,
    summary: 'Returns the request keys that arrived since a mark, as many as fit into one lookup',
    query: markQuery,
    produces: ['application/json'],
    answers: { 200: jsonDoc('Request keys, and the mark after them.', ref('pendingKeys')) },
    faults: [],
    run: async (_, { path, query }) =>
      json(pendingKeys(await poolOf(path.chain).pending(markIn(query)))),
  }),
  endpoint({
    ...shared,
    id: 'mempoolMember',
    method: 'POST',
    path: `${mempoolPath}/member`,
    summary: 'Returns which transactions are pending',
    body: keysBody,
    produces: ['application/json'],
    answers: { 200: jsonDoc('A truth value for each key.', arrayOf({ type: 'boolean' })) },
    run: async (_, { path, body }) => {
      const keys = readKeys(body);
      if (!keys.ok) return fault('bad-body', { why: keys.fault });
      return json(await poolOf(path.chain).member(keys.value));
    },
  }),
  endpoint({
    ...shared,
    id: 'mempoolLookup',
    method: 'POST',
    path: `${mempoolPath}/lookup`,
    summary:
      'Returns pending transactions; those that do not fit into the answer are missing in it',
    body: keysBody,
    produces: ['application/json'],
    answers: { 200: jsonDoc('A transaction for each key, or none.', arrayOf(ref('lookedUp'))) },
    limits: ['lookupBytes'],
    run: async ({ limits }, { path, body }) => {
      const keys = readKeys(body);
      if (!keys.ok) return fault('bad-body', { why: keys.fault });
      return { kind: 'json', text: await lookup(poolOf(path.chain), keys.value, limits) };
    },
  }),
  endpoint({
    ...shared,
    id: 'mempoolInsert',
    method: 'PUT',
    path: `${mempoolPath}/insert`,
    summary: 'Offers transactions; what is not valid, or not wanted, is dropped without a word',
    body: {
      as: 'bytes',
      types: ['application/json'],
      max: 'bodyBytes',
      schema: arrayOf({ type: 'string' }),
      example: ['{"hash":"..","sigs":[],"cmd":".."}'],
    },
    answers: { 200: { doc: 'They were looked at.' } },
    faults: ['bad-body', 'unreadable-command'],
    run: async (_, { path, body }) => {
      const commands = readCommands(body);
      if (!commands.ok) return fault('bad-body', { why: commands.fault });
      return insertedAnswer(await poolOf(path.chain).insert(commands.value));
    },
  }),
];

export function markIn({
  nonce,
  since,
}: {
  readonly nonce: bigint | undefined;
  readonly since: number | undefined;
}): PoolMark | undefined {
  return nonce === undefined || since === undefined ? undefined : { nonce, mark: since };
}

export function pendingKeys({ keys, mark }: Pending): JsonValue {
  return new Map<string, JsonValue>([
    ['hashes', keys],
    ['highwaterMark', [new JsonNumber(String(mark.nonce)), new JsonNumber(String(mark.mark))]],
  ]);
}

/** Looks up a few at a time, until the answer is as large as nodes of the reference read. */
export async function lookup(
  pool: Pick<Pool, 'lookup'>,
  keys: readonly string[],
  { lookupBytes, lookupStep }: { readonly lookupBytes: number; readonly lookupStep: number },
): Promise<string> {
  const items: string[] = [];
  let bytes = 2;
  for (let at = 0; at < keys.length; at += lookupStep) {
    const isFull = bytes >= lookupBytes;
    const step = keys.slice(at, at + lookupStep);
    const found = isFull ? step.map(() => undefined) : await pool.lookup(step);
    for (const text of found) {
      const item = text === undefined ? missing : itemOf(text);
      const length = utf8Length(item) + 1;
      const fits = bytes + length <= lookupBytes;
      items.push(fits ? item : missing);
      bytes += fits ? length : missing.length + 1;
    }
  }
  return `[${items.join(',')}]`;
}

/** Its price: checking signatures is what costs. What is known, or has no place, was offered in good faith. */
export function insertedAnswer(inserted: readonly Inserted[]): Answer {
  const useless = inserted.filter((each) => each === 'refused' || each === 'unreadable');
  const price = useless.length / prices.refusedTransactions;
  return inserted.includes('unreadable')
    ? { ...fault('unreadable-command', 'it is not a signed transaction'), price }
    : { kind: 'json', text: '', type: jsonType, price };
}

const missing = '{"tag":"Missing"}';
const itemOf = (text: string): string => `{"tag":"Pending","contents":${printJson(text)}}`;

function poolOf({ mempool }: ChainPort): Pool {
  assert(mempool !== undefined, 'other nodes are answered in the thread of the engine');
  return mempool;
}
