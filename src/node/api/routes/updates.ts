// Streams of new blocks as they enter the cut: server-sent events.
// Source: interface reference, section 1.11.

import type { Answer } from '../../../base/http/index.ts';
import { eventsType } from '../answers.ts';
import { endpoint } from '../endpoint.ts';
import { fault } from '../faults.ts';
import type { NodeApiParts } from '../parts.ts';
import type { UpdateForm } from '../block-updates.ts';

const answers = {
  200: {
    doc: 'An event BlockHeader for every block, with its header, its number of transactions, the hash of its work and its target.',
    types: [eventsType],
    schema: { type: 'string' },
  },
} as const;

const shared = {
  group: 'service',
  tag: 'updates',
  feature: 'streams',
  method: 'GET',
  answers,
  limits: ['eventsBehind'],
} as const;

export const updateEndpoints = [
  endpoint({
    ...shared,
    id: 'headerUpdates',
    path: '/{word}/0.0/{network}/header/updates',
    summary: 'Streams the headers of new blocks of all chains',
    run: (parts, { path: { word } }) => stream(parts, { word, withPayload: false }),
  }),
  endpoint({
    ...shared,
    id: 'blockUpdates',
    path: '/{word}/0.0/{network}/block/updates',
    summary: 'Streams new blocks of all chains, with payloads and outputs',
    run: (parts, { path: { word } }) => stream(parts, { word, withPayload: true }),
  }),
];

function stream({ updates }: Pick<NodeApiParts, 'updates'>, form: UpdateForm): Answer {
  if (updates === undefined) return fault('no-update-stream');
  return { kind: 'events', events: updates.from(form) };
}
