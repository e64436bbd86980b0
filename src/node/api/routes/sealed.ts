// Sealed commands that the node carries, for other nodes: what there is, and a way in. See decision 0061.

import { assert } from '../../../base/assert.ts';
import type { SealedPool } from '../../../p2p/ledger.ts';
import { messageLimits } from '../../../p2p/messages/limits.ts';
import { readCommands, readKeys } from '../../../p2p/messages/mempool.ts';
import { sealedPath } from '../../../p2p/messages/sealed.ts';
import { bringerOf } from '../../../p2p/sealed/bringer.ts';
import { endpoint, json, jsonDoc } from '../endpoint.ts';
import { fault } from '../faults.ts';
import { arrayOf, ref } from '../json-schema.ts';
import type { NodeApiParts } from '../parts.ts';
import { insertedAnswer, lookup, markIn, markQuery, pendingKeys } from './mempool.ts';

const shared = {
  group: 'p2p',
  feature: 'sealed',
  tag: 'sealed',
  faults: ['bad-body'],
} as const;

export const sealedEndpoints = [
  endpoint({
    ...shared,
    id: 'sealedPending',
    method: 'POST',
    path: `${sealedPath}/getPending`,
    summary: 'Returns the request keys of sealed commands that arrived since a mark',
    query: markQuery,
    produces: ['application/json'],
    answers: { 200: jsonDoc('Request keys, and the mark after them.', ref('pendingKeys')) },
    faults: [],
    run: async (parts, { query }) => json(pendingKeys(await poolOf(parts).pending(markIn(query)))),
  }),
  endpoint({
    ...shared,
    id: 'sealedLookup',
    method: 'POST',
    path: `${sealedPath}/lookup`,
    summary: 'Returns sealed commands; those that do not fit into the answer are missing in it',
    body: {
      as: 'bytes',
      types: ['application/json'],
      max: 'sealedKeysBytes',
      schema: arrayOf({ type: 'string' }),
      example: ['R_CYH-5qSKnB9eLlXply7DRFdPUoAF02VNKU2uXR8_0'],
    },
    produces: ['application/json'],
    answers: { 200: jsonDoc('A command for each key, or none.', arrayOf(ref('lookedUp'))) },
    limits: ['lookupBytes'],
    run: async (parts, { body }) => {
      const keys = readKeys(body, messageLimits.sealed);
      if (!keys.ok) return fault('bad-body', { why: keys.fault });
      return { kind: 'json', text: await lookup(poolOf(parts), keys.value, parts.limits) };
    },
  }),
  endpoint({
    ...shared,
    id: 'sealedInsert',
    method: 'PUT',
    path: `${sealedPath}/insert`,
    summary:
      'Offers sealed commands; what is not valid, or has no place, is dropped without a word',
    body: {
      as: 'bytes',
      types: ['application/json'],
      max: 'bodyBytes',
      schema: arrayOf({ type: 'string' }),
      example: ['{"hash":"..","sigs":[{"sig":".."}],"cmd":".."}'],
    },
    answers: { 200: { doc: 'They were looked at.' } },
    faults: ['bad-body', 'unreadable-command'],
    run: async (parts, { body, sender }) => {
      const commands = readCommands(body, messageLimits.sealed);
      if (!commands.ok) return fault('bad-body', { why: commands.fault });
      const bringer = bringerOf('peer', sender.address);
      return insertedAnswer(await poolOf(parts).insert(commands.value, bringer));
    },
  }),
];

function poolOf({ peers }: NodeApiParts): SealedPool {
  assert(peers?.sealed !== undefined, 'without sealed commands these paths are unknown');
  return peers.sealed;
}
