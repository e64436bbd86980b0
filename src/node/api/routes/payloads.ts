// Payloads of blocks, with and without the results of their transactions, one at a time and in batches.
// Source: interface reference, section 1.7.

import { isJsonArray, isJsonObject, printJson, type JsonValue } from '../../../base/json.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import type { Hash } from '../../../chain/model/header.ts';
import { payloadToJson } from '../../../chain/model/payload-json.ts';
import type { PayloadWithOutputs } from '../../../chain/model/payload.ts';
import type { Answer } from '../../../http/index.ts';
import type { ChainPort } from '../../port.ts';
import { json, jsonDoc, keyNotFound, notFoundDoc } from '../answers.ts';
import { readBody, readHashes, readHeights, type BodyFault } from '../body.ts';
import { endpoint, type BodyDoc } from '../endpoint.ts';
import { fault } from '../faults.ts';
import { parseHash } from '../hashes.ts';
import { arrayOf, ref } from '../json-schema.ts';
import type { ApiLimits } from '../limits.ts';
import { natural } from '../query.ts';

const payloadPath = '/{word}/0.0/{network}/chain/{chain}/payload';
const query = {
  height: natural('The height of the block: makes finding its payload faster.', {
    absent: undefined,
  }),
} as const;

const batchBody = {
  as: 'text',
  types: ['application/json'],
  most: 'keyBodyBytes',
  schema: ref('payloadBatch'),
  example: ['R_CYH-5qSKnB9eLlXply7DRFdPUoAF02VNKU2uXR8_0'],
} as const satisfies BodyDoc;

type Form = 'payload' | 'outputs';

export const payloadEndpoints = [
  // Must come before the paths with a hash, because `batch` is not a hash.
  endpoint({
    id: 'payloadBatch',
    group: 'both',
    tag: 'payload',
    method: 'POST',
    path: `${payloadPath}/batch`,
    summary: 'Returns the payloads of several blocks; unknown ones are left out',
    body: batchBody,
    produces: ['application/json'],
    answers: { 200: jsonDoc('Payloads.', arrayOf(ref('payload'))) },
    faults: ['bad-body'],
    limits: ['payloadBatch'],
    run: ({ limits }, { path, body }) => batch(path.chain, body, { form: 'payload', limits }),
  }),
  endpoint({
    id: 'payloadWithOutputsBatch',
    group: 'both',
    tag: 'payload',
    method: 'POST',
    path: `${payloadPath}/outputs/batch`,
    summary: 'Returns the payloads and outputs of several blocks; unknown ones are left out',
    body: batchBody,
    produces: ['application/json'],
    answers: { 200: jsonDoc('Payloads with outputs.', arrayOf(ref('payloadWithOutputs'))) },
    faults: ['bad-body'],
    limits: ['payloadBatch'],
    run: ({ limits }, { path, body }) => batch(path.chain, body, { form: 'outputs', limits }),
  }),
  endpoint({
    id: 'getPayload',
    group: 'both',
    tag: 'payload',
    method: 'GET',
    path: `${payloadPath}/{payloadHash}`,
    summary: 'Returns the transactions of a block',
    query,
    produces: ['application/json'],
    answers: { 200: jsonDoc('The payload.', ref('payload')), 404: notFoundDoc },
    faults: ['bad-hash'],
    run: (_, { path, query: { height } }) => one(path, 'payload', height),
  }),
  endpoint({
    id: 'getPayloadWithOutputs',
    group: 'both',
    tag: 'payload',
    method: 'GET',
    path: `${payloadPath}/{payloadHash}/outputs`,
    summary: 'Returns the transactions of a block and their results',
    query,
    produces: ['application/json'],
    answers: {
      200: jsonDoc('The payload with its outputs.', ref('payloadWithOutputs')),
      404: notFoundDoc,
    },
    faults: ['bad-hash'],
    run: (_, { path, query: { height } }) => one(path, 'outputs', height),
  }),
];

type OnePath = { readonly chain: ChainPort; readonly payloadHash: string };

function one(path: OnePath, form: Form, height: number | undefined): Answer {
  const hash = parseHash(path.payloadHash);
  if (hash === undefined) return fault('bad-hash', 'payload hash');
  const found = path.chain.payload(hash, height);
  return found === undefined ? keyNotFound(hash) : json(payloadJson(found, form));
}

/** Payloads are read one by one as the client takes them: all of them together could be gigabytes. */
function batch(
  chain: ChainPort,
  body: string,
  { form, limits }: { readonly form: Form; readonly limits: ApiLimits },
): Answer {
  const asked = readBatch(body, limits);
  if (!asked.ok) return fault('bad-body', asked.fault);
  const items = asked.value.slice(0, limits.payloadBatch).map(({ hash, height }) => () => {
    const found = chain.payload(hash, height);
    return found && printJson(payloadJson(found, form));
  });
  return { kind: 'list', items };
}

type Wanted = { readonly hash: Hash; readonly height?: number };

function readBatch(text: string, { bodyDepth }: ApiLimits): Result<readonly Wanted[], BodyFault> {
  const body = readBody(text, bodyDepth);
  if (!body.ok) return body;
  const { value } = body;
  if (isJsonArray(value)) {
    const hashes = readHashes(value, '');
    return hashes.ok ? good(hashes.value.map((hash) => ({ hash }))) : hashes;
  }
  if (!isJsonObject(value)) {
    return bad({ why: 'the body must be a list of hashes, or an object with heights and hashes' });
  }
  const hashes = readHashes(value.get('hashes'), 'hashes');
  if (!hashes.ok) return hashes;
  const heights = readHeights(value.get('heights'), 'heights');
  if (!heights.ok) return heights;
  const both = hashes.value.slice(0, heights.value.length);
  return good(both.map((hash, i) => ({ hash, height: heights.value[i] ?? 0 })));
}

function payloadJson(found: PayloadWithOutputs, form: Form): JsonValue {
  if (form === 'outputs') return payloadToJson(found);
  const { minerData, transactionsHash, outputsHash, payloadHash } = found;
  const transactions = found.transactions.map(({ input }) => input);
  const hashes = { transactionsHash, outputsHash, payloadHash };
  return payloadToJson({ kind: 'data', minerData, transactions, ...hashes });
}
