// Payloads of blocks, with and without the results of their transactions, one at a time and in batches; as JSON or as
// bytes.
// Source: interface reference, section 1.7.

import { isJsonArray, isJsonObject, printJson } from '../../../base/json.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import { parseHash, type Hash } from '../../../chain/model/header.ts';
import { payloadToJson } from '../../../chain/model/payload-json.ts';
import {
  type PayloadData,
  type PayloadWithOutputs,
  encodePayload,
  encodePayloadCount,
  withoutOutputs,
} from '../../../chain/model/payload.ts';
import type { Answer } from '../../../base/http/index.ts';
import type { ChainPort } from '../../port.ts';
import {
  bytesType,
  json,
  jsonDoc,
  keyNotFound,
  notFoundDoc,
  endpoint,
  type AnswerDoc,
  type BodyDoc,
} from '../endpoint.ts';
import { readBody, readHashes, readHeights, type BodyFault } from '../body.ts';
import { fault } from '../faults.ts';
import { arrayOf, ref, type Schema } from '../json-schema.ts';
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
  max: 'bodyBytes',
  schema: ref('payloadBatch'),
  example: ['R_CYH-5qSKnB9eLlXply7DRFdPUoAF02VNKU2uXR8_0'],
} as const satisfies BodyDoc;

const payloadTypes = ['application/json', bytesType] as const;
type PayloadType = (typeof payloadTypes)[number];

type Form = 'payload' | 'outputs';

const payloadDoc = (doc: string, schema: Schema): AnswerDoc => ({
  doc,
  types: payloadTypes,
  schema,
});

const noBatchesDoc = jsonDoc('Only friends of the node may ask for batches.', { type: 'string' });

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
    produces: payloadTypes,
    answers: { 200: payloadDoc('Payloads.', arrayOf(ref('payload'))), 404: noBatchesDoc },
    faults: ['bad-body'],
    limits: ['payloadBatch'],
    run: ({ limits }, { path, body, wanted }) =>
      batch(path.chain, body, { form: 'payload', limits, wanted }),
  }),
  endpoint({
    id: 'payloadWithOutputsBatch',
    group: 'both',
    tag: 'payload',
    method: 'POST',
    path: `${payloadPath}/outputs/batch`,
    summary: 'Returns the payloads and outputs of several blocks; unknown ones are left out',
    body: batchBody,
    produces: payloadTypes,
    answers: {
      200: payloadDoc('Payloads with outputs.', arrayOf(ref('payloadWithOutputs'))),
      404: noBatchesDoc,
    },
    faults: ['bad-body'],
    limits: ['payloadBatch'],
    run: ({ limits }, { path, body, wanted }) =>
      batch(path.chain, body, { form: 'outputs', limits, wanted }),
  }),
  endpoint({
    id: 'getPayload',
    group: 'both',
    tag: 'payload',
    method: 'GET',
    path: `${payloadPath}/{payloadHash}`,
    namedBy: 'payloadHash',
    summary: 'Returns the transactions of a block',
    query,
    produces: payloadTypes,
    answers: { 200: payloadDoc('The payload.', ref('payload')), 404: notFoundDoc },
    faults: ['bad-hash'],
    run: (_, { path, query: { height }, wanted }) => one(path, height, { form: 'payload', wanted }),
  }),
  endpoint({
    id: 'getPayloadWithOutputs',
    group: 'both',
    tag: 'payload',
    method: 'GET',
    path: `${payloadPath}/{payloadHash}/outputs`,
    namedBy: 'payloadHash',
    summary: 'Returns the transactions of a block and their results',
    query,
    produces: payloadTypes,
    answers: {
      200: payloadDoc('The payload with its outputs.', ref('payloadWithOutputs')),
      404: notFoundDoc,
    },
    faults: ['bad-hash'],
    run: (_, { path, query: { height }, wanted }) => one(path, height, { form: 'outputs', wanted }),
  }),
];

type OnePath = { readonly chain: ChainPort; readonly payloadHash: string };

type Writing = { readonly form: Form; readonly wanted: PayloadType };

function one(path: OnePath, height: number | undefined, { form, wanted }: Writing): Answer {
  const hash = parseHash(path.payloadHash);
  if (hash === undefined) return fault('bad-hash', 'payload hash');
  const found = path.chain.payload(hash, height);
  if (found === undefined) return keyNotFound(hash);
  const payload = inForm(found, form);
  return wanted === bytesType
    ? { kind: 'bytes', type: bytesType, bytes: encodePayload(payload) }
    : json(payloadToJson(payload));
}

/** Payloads are read one by one as the client takes them: all of them together could be gigabytes. */
function batch(
  chain: ChainPort,
  body: string,
  { form, limits, wanted }: Writing & { readonly limits: ApiLimits },
): Answer {
  if (limits.payloadBatch === 0) return noBatches;
  const asked = readBatch(body, limits);
  if (!asked.ok) return fault('bad-body', asked.fault);
  const finders = asked.value.slice(0, limits.payloadBatch).map(({ hash, height }) => () => {
    const found = chain.payload(hash, height);
    return found && inForm(found, form);
  });
  if (wanted === bytesType) return { kind: 'stream', type: bytesType, pieces: inBytes(finders) };
  const items = finders.map((find) => () => {
    const found = find();
    return found && printJson(payloadToJson(found));
  });
  return { kind: 'list', items };
}

/** The answer of every node of the reference to other nodes. */
const noBatches: Answer = { kind: 'json', status: 404, text: '"payload batch limit is 0"' };

type Finder = () => PayloadData | PayloadWithOutputs | undefined;

/** Their number comes first, so they are read twice. */
async function* inBytes(finders: readonly Finder[]): AsyncGenerator<Uint8Array> {
  const known = finders.filter((find) => find() !== undefined);
  yield encodePayloadCount(known.length);
  for (const find of known) {
    const found = find();
    // If it was pruned since, the end is missing, which the client sees by the number.
    if (found === undefined) return;
    yield encodePayload(found);
    // Other requests have their turn.
    await Promise.resolve();
  }
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

function inForm(found: PayloadWithOutputs, form: Form): PayloadData | PayloadWithOutputs {
  return form === 'outputs' ? found : withoutOutputs(found);
}
