// What the journal of a node is made of, as bytes: first blocks, blocks, changes of states, and what a devnet keeps beside
// them. The items of one step of the node are one record, so that all of them are there or none.

import { concatBytes, decodeUtf8, utf8 } from '../../base/bytes.ts';
import { printJson } from '../../base/json.ts';
import { readJsonBytes } from '../../base/json-reader.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { decodeHeader, encodeHeader, type BlockHeader } from '../../chain/model/header.ts';
import { payloadFromJson, payloadToJson } from '../../chain/model/payload-json.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';

export type JournalItem =
  /** The first of a journal: what network it is of, as its owner describes it. */
  | { readonly kind: 'network'; readonly text: string }
  | {
      readonly kind: 'first';
      readonly chains: readonly ChainId[];
      readonly payload: PayloadWithOutputs;
    }
  | { readonly kind: 'block'; readonly header: BlockHeader; readonly payload: PayloadWithOutputs }
  /** A change of the entries of a chain: `changeBytes` of src/store. */
  | { readonly kind: 'change'; readonly chain: ChainId; readonly change: Uint8Array }
  /** What its owner wants to find again: of one name the last counts, unless it collects them. */
  | { readonly kind: 'note'; readonly name: string; readonly text: string };

const kinds = { network: 1, first: 2, block: 3, change: 4, note: 5 } as const;

export function encodeItems(items: readonly JournalItem[]): Uint8Array {
  return concatBytes(items.flatMap(partsOf));
}

/** `undefined` where the bytes are no items. */
export function decodeItems(bytes: Uint8Array): readonly JournalItem[] | undefined {
  const items: JournalItem[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length;) {
    if (bytes.length - at < headBytes) return undefined;
    const kind = bytes[at] as number;
    const chain = view.getUint32(at + 1);
    const first = view.getUint32(at + 5);
    const second = view.getUint32(at + 9);
    const start = at + headBytes;
    at = start + first + second;
    if (at > bytes.length) return undefined;
    const item = itemOf({
      kind,
      chain,
      head: bytes.subarray(start, start + first),
      body: bytes.subarray(start + first, at),
    });
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

/** Kind (1), chain (4), and the lengths of two parts (4 each). */
const headBytes = 13;

function partsOf(item: JournalItem): readonly Uint8Array[] {
  switch (item.kind) {
    case 'network':
      return parts(kinds.network, 0, utf8(item.text));
    case 'first':
      return parts(kinds.first, 0, utf8(item.chains.join(' ')), payloadBytes(item.payload));
    case 'block': {
      const { header, payload } = item;
      return parts(kinds.block, header.chainId, encodeHeader(header), payloadBytes(payload));
    }
    case 'change':
      return parts(kinds.change, item.chain, item.change);
    case 'note':
      return parts(kinds.note, 0, utf8(item.name), utf8(item.text));
  }
}

function parts(
  kind: number,
  chain: ChainId,
  head: Uint8Array,
  body: Uint8Array = new Uint8Array(),
): readonly Uint8Array[] {
  const start = new Uint8Array(headBytes);
  const view = new DataView(start.buffer);
  view.setUint8(0, kind);
  view.setUint32(1, chain);
  view.setUint32(5, head.length);
  view.setUint32(9, body.length);
  return [start, head, body];
}

type RawItem = {
  readonly kind: number;
  readonly chain: number;
  readonly head: Uint8Array;
  readonly body: Uint8Array;
};

function itemOf({ kind, chain, head, body }: RawItem): JournalItem | undefined {
  switch (kind) {
    case kinds.network:
      return { kind: 'network', text: decodeUtf8(head) ?? '' };
    case kinds.first: {
      const payload = payloadIn(body);
      const chains = (decodeUtf8(head) ?? '').split(' ').map(Number);
      return payload && { kind: 'first', chains, payload };
    }
    case kinds.block: {
      const header = decodeHeader(head);
      const payload = payloadIn(body);
      return header.ok && payload ? { kind: 'block', header: header.value, payload } : undefined;
    }
    case kinds.change:
      // The record is read anew for the next items.
      return { kind: 'change', chain, change: head.slice() };
    case kinds.note:
      return { kind: 'note', name: decodeUtf8(head) ?? '', text: decodeUtf8(body) ?? '' };
    default:
      return undefined;
  }
}

function payloadBytes(payload: PayloadWithOutputs): Uint8Array {
  return utf8(printJson(payloadToJson(payload)));
}

function payloadIn(bytes: Uint8Array): PayloadWithOutputs | undefined {
  const json = readJsonBytes(bytes);
  const payload = json.kind === 'value' ? payloadFromJson(json.value) : undefined;
  return payload?.ok === true && payload.value.kind === 'with-outputs' ? payload.value : undefined;
}
