// The streams of new blocks: one listener for the node, and a bounded queue for each client. The stream of a client
// that falls too far behind is closed; the client can reconnect.
// Source: interface reference, section 1.11.

import { toHex } from '../../base/bytes.ts';
import { printJson } from '../../base/json.ts';
import { powHash } from '../../chain/model/block-hash.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { payloadToJson } from '../../chain/model/payload-json.ts';
import { word256Bytes } from '../../chain/model/binary.ts';
import type { ServerEvent } from '../../base/http/index.ts';
import type { NodePort } from '../port.ts';
import { objectHeaderType } from './answers.ts';
import { EventQueue } from '../../base/event-queue.ts';
import type { ApiLimits } from './limits.ts';
import { headerText } from './routes/headers.ts';

export type UpdateForm = { readonly word: string; readonly withPayload: boolean };

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
      most: this.limits.eventsBehind,
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
