// Streams of new blocks as they enter the cut, as server-sent events: one listener for the node, and a bounded queue for
// each client. The stream of a client that falls too far behind is closed; the client can reconnect.
// Source: interface reference, section 1.11.

import type { Answer, ServerEvent } from '../../../base/http/index.ts';
import { eventsType, endpoint, objectHeaderType } from '../endpoint.ts';
import { fault } from '../faults.ts';
import type { NodeApiParts } from '../parts.ts';
import { toHex } from '../../../base/bytes.ts';
import { printJson } from '../../../base/json.ts';
import { powHash } from '../../../chain/model/block-hash.ts';
import type { BlockHeader } from '../../../chain/model/header.ts';
import { payloadToJson } from '../../../chain/model/payload-json.ts';
import { word256Bytes } from '../../../chain/model/binary.ts';
import type { NodePort } from '../../port.ts';
import { EventQueue } from '../../../base/event-queue.ts';
import type { ApiLimits } from '../limits.ts';
import { headerText } from './headers.ts';

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

type UpdateForm = { readonly word: string; readonly withPayload: boolean };

type Reader = { readonly form: UpdateForm; readonly queue: EventQueue<ServerEvent> };

export class BlockUpdates {
  private readonly node: NodePort;
  private readonly limits: ApiLimits;
  private readonly readers = new Set<Reader>();
  private stopListening: (() => void) | undefined;

  constructor(node: NodePort, limits: ApiLimits) {
    this.node = node;
    this.limits = limits;
  }

  get open(): number {
    return this.readers.size;
  }

  /** Yields the blocks that enter the cut from now on, until the reader ends it. */
  from(form: UpdateForm): AsyncIterable<ServerEvent> {
    const queue = new EventQueue<ServerEvent>({
      max: this.limits.eventsBehind,
      onEnd: () => this.remove(reader),
    });
    const reader: Reader = { form, queue };
    this.readers.add(reader);
    this.stopListening ??= this.node.onCut(({ added }) => this.tell(added));
    return queue;
  }

  stop(): void {
    for (const { queue } of [...this.readers]) queue.end();
  }

  private remove(reader: Reader): void {
    this.readers.delete(reader);
    if (this.readers.size > 0) return;
    this.stopListening?.();
    this.stopListening = undefined;
  }

  private tell(added: readonly BlockHeader[]): void {
    for (const header of added) {
      // Made once for all readers of the same form.
      const made = new Map<string, ServerEvent>();
      for (const { form, queue } of [...this.readers]) {
        const key = `${form.word} ${form.withPayload}`;
        const event = made.get(key) ?? this.eventOf(header, form);
        made.set(key, event);
        queue.push(event);
      }
    }
  }

  private eventOf(header: BlockHeader, { word, withPayload }: UpdateForm): ServerEvent {
    const { node } = this;
    const payload = node.chain(header.chainId)?.payload(header.payloadHash, header.height);
    const object = headerText(header, { parts: { node }, word, wanted: objectHeaderType });
    const outputs =
      withPayload && payload !== undefined
        ? `,"payloadWithOutputs":${printJson(payloadToJson(payload))}`
        : '';
    const data =
      `{"header":${object},"txCount":${payload?.transactions.length ?? 0}` +
      `,"powHash":"${bigEndian(powHash(header))}"` +
      `,"target":"${bigEndian(word256Bytes(header.target))}"${outputs}}`;
    return { name: 'BlockHeader', data };
  }
}

/** Writes a number as little-endian hexadecimal digits. */
const bigEndian = (bytes: Uint8Array): string => toHex(bytes.slice().reverse());
