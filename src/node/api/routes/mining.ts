// The endpoints for miners: getting work, sending solutions, and the events when work is out of date.
// Source: interface reference, sections 1.9 and 7; specification, "Mining".

import { good, type Result } from '../../../base/result.ts';
import { type Miner, decodeMiner } from '../../../chain/model/payload-json.ts';
import type { Client } from '../../../base/client.ts';
import { utf8 } from '../../../base/bytes.ts';
import type { Answer, ServerEvent } from '../../../base/http/index.ts';
import type { MiningEvent, SolvedFailure, WorkFailure } from '../../port.ts';
import {
  bytesType,
  eventsType,
  jsonType,
  endpoint,
  type BodyDoc,
  type Endpoint,
} from '../endpoint.ts';
import { readBody, type BodyFault } from '../body.ts';
import { fault } from '../faults.ts';
import { ref } from '../json-schema.ts';
import type { ApiLimits } from '../limits.ts';
import type { NodeApiParts } from '../parts.ts';
import { natural } from '../query.ts';

/** Existing miners send no content-type for bytes. */
const bytesBody = { as: 'bytes', types: [bytesType, ''] } as const;

const shared = { group: 'service', tag: 'mining', feature: 'mining' } as const;

const minerBody = {
  as: 'text',
  types: ['application/json'],
  max: 'smallBodyBytes',
  schema: ref('miner'),
  example: {
    account: 'k:f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8',
    predicate: 'keys-all',
    'public-keys': ['f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8'],
  },
} as const satisfies BodyDoc;

export const miningEndpoints: readonly Endpoint[] = [
  // The prose of the specification says `miner`, its reference part `mining`.
  ...(['mining', 'miner'] as const).map((room) =>
    endpoint({
      ...shared,
      id: room === 'mining' ? 'miningWork' : 'minerWork',
      method: 'GET',
      path: `/{word}/0.0/{network}/${room}/work` as `/{word}/0.0/{network}/mining/work`,
      summary: 'Returns work: chain, target, and the header without its hash',
      query: {
        chain: natural('The chain (default: any chain that can be mined).', { absent: undefined }),
      },
      body: minerBody,
      produces: [bytesType],
      answers: {
        200: { doc: '322 bytes at degree 3.', types: [bytesType], schema: { type: 'string' } },
      },
      faults: ['bad-body', 'unknown-miner', 'too-much-work', 'unavailable'],
      run: async ({ node, limits }, { query, body, client, left }) => {
        const miner = readMiner(body, limits);
        if (!miner.ok) return fault('bad-body', miner.fault);
        const { mining } = node;
        if (mining === undefined) return fault('unavailable', noMining);
        const { chain } = query;
        const work = await mining.work({ miner: miner.value, chain, client, left: left() });
        return work.ok ? { kind: 'bytes', type: bytesType, bytes: work.value } : noWork(work.fault);
      },
    }),
  ),
  endpoint({
    ...shared,
    id: 'miningSolved',
    method: 'POST',
    path: '/{word}/0.0/{network}/mining/solved',
    summary: 'Accepts a solution: the header without its hash, with the nonce that was found',
    body: { ...bytesBody, max: 'solvedBodyBytes', schema: { type: 'string' }, example: '' },
    answers: { 200: { doc: 'It was accepted, or came too late.' } },
    faults: ['bad-work', 'unknown-work', 'invalid-work'],
    run: async ({ node }, { body }) => {
      const { mining } = node;
      if (mining === undefined) return fault('unavailable', noMining);
      const solved = await mining.solved(body);
      if (!solved.ok) return notSolved(solved.fault);
      return { kind: 'nothing', status: 200, headers: { 'Content-Type': jsonType } };
    },
  }),
  endpoint({
    ...shared,
    id: 'miningUpdates',
    method: 'GET',
    path: '/{word}/0.0/{network}/mining/updates',
    summary: 'Streams events to miners of a chain when their work is out of date',
    body: { ...bytesBody, max: 'smallBodyBytes', schema: { type: 'string' }, example: '' },
    answers: {
      200: {
        doc: 'An event `New Cut` after each block and when new transactions have arrived; the second is `Refreshed Block` if the node is told so.',
        types: [eventsType],
        schema: { type: 'string' },
      },
    },
    faults: ['bad-work', 'no-update-stream'],
    limits: ['minerStreamMs'],
    run: (parts, { body, client, left }) => updates(parts, body, { client, left: left() }),
  }),
];

const noMining = 'this node does not coordinate mining';

/** As in the reference, any predicate and any number of keys are allowed. */
function readMiner(body: string, { bodyDepth }: ApiLimits): Result<Miner, BodyFault> {
  const read = readBody(body, bodyDepth);
  if (!read.ok) return read;
  const miner = decodeMiner(utf8(body));
  return miner.ok ? good(miner.value) : { ok: false, fault: { why: miner.fault } };
}

function noWork(failure: WorkFailure): Answer {
  switch (failure.kind) {
    case 'unauthorized':
      return fault('unknown-miner', failure.account);
    case 'too-many':
      return fault('too-much-work');
    case 'unavailable':
      return fault('unavailable', failure.sentence);
  }
}

function notSolved(failure: SolvedFailure): Answer {
  switch (failure.kind) {
    case 'undecodable':
      return fault('bad-work', failure.text);
    case 'unknown-work':
      return fault('unknown-work');
    case 'invalid':
      return fault('invalid-work', failure.text);
  }
}

type StreamParts = Pick<
  NodeApiParts,
  'node' | 'limits' | 'timer' | 'random' | 'refreshEvents' | 'stopping'
>;

async function updates(
  parts: StreamParts,
  body: Uint8Array,
  { client, left }: { readonly client: Client; readonly left: AbortSignal },
): Promise<Answer> {
  const { node, limits, timer, random, refreshEvents, stopping } = parts;
  if (body.length !== 4) {
    return fault('bad-work', `the body must be a chain id: 4 bytes, little-endian`);
  }
  const chain = new DataView(body.buffer, body.byteOffset, 4).getUint32(0, true);
  const ending = new AbortController();
  const end = (): void => ending.abort();
  left.addEventListener('abort', end);
  stopping.addEventListener('abort', end);
  const events = await node.mining?.updates(chain, { client, signal: ending.signal });
  if (events === undefined) return fault('no-update-stream');
  // Not all at the same time, or all miners would reconnect together.
  const jitter = 0.9 + ((random.bytes(1)[0] ?? 0) / 255) * 0.2;
  timer.after(limits.minerStreamMs * jitter, end, { isBackground: true });
  const names = refreshEvents ? bothNames : oneName;
  return { kind: 'events', events: named(events, names, end) };
}

type EventNames = Readonly<Record<MiningEvent, string>>;

/** Miners request work after each event. Existing nodes have both names, the specification only the first. */
const bothNames: EventNames = { 'new-parent': 'New Cut', 'new-transactions': 'Refreshed Block' };
const oneName: EventNames = { ...bothNames, 'new-transactions': 'New Cut' };

async function* named(
  events: AsyncIterable<MiningEvent>,
  names: EventNames,
  end: () => void,
): AsyncGenerator<ServerEvent> {
  try {
    for await (const event of events) yield { name: names[event] };
  } finally {
    end();
  }
}
