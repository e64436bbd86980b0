// The items of a snapshot file as bytes: the network, notes and blocks.

import { concatBytes, decodeUtf8, utf8 } from '../../base/bytes.ts';
import { decodeHeader, encodeHeader, type BlockHeader } from '../../chain/model/header.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import { payloadBytes, readPayloadBytes } from '../storage/payload-bytes.ts';

export type SnapshotItem =
  /** The name of the network. */
  | { readonly kind: 'network'; readonly text: string }
  | { readonly kind: 'block'; readonly header: BlockHeader; readonly payload: PayloadWithOutputs }
  /** The last note of each name counts, unless the reader collects them. */
  | { readonly kind: 'note'; readonly name: string; readonly text: string };

const kinds = { network: 1, block: 3, note: 5 } as const;

/** Kind (1), chain (4), and the lengths of two parts (4 each). */
const headBytes = 13;

export function encodeItem(item: SnapshotItem): Uint8Array {
  switch (item.kind) {
    case 'network':
      return bytesOf(kinds.network, 0, [utf8(item.text), new Uint8Array()]);
    case 'block': {
      const { header, payload } = item;
      return bytesOf(kinds.block, header.chainId, [encodeHeader(header), payloadBytes(payload)]);
    }
    case 'note':
      return bytesOf(kinds.note, 0, [utf8(item.name), utf8(item.text)]);
  }
}

function bytesOf(
  kind: number,
  chain: number,
  [first, second]: readonly [Uint8Array, Uint8Array],
): Uint8Array {
  const head = new Uint8Array(headBytes);
  const view = new DataView(head.buffer);
  view.setUint8(0, kind);
  view.setUint32(1, chain);
  view.setUint32(5, first.length);
  view.setUint32(9, second.length);
  return concatBytes([head, first, second]);
}

/** Returns `undefined` if the bytes are not items. */
export function decodeItems(bytes: Uint8Array): readonly SnapshotItem[] | undefined {
  const items: SnapshotItem[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length;) {
    if (bytes.length - at < headBytes) return undefined;
    const kind = bytes[at] as number;
    const middle = at + headBytes + view.getUint32(at + 5);
    const end = middle + view.getUint32(at + 9);
    if (end > bytes.length) return undefined;
    const item = itemOf(kind, bytes.subarray(at + headBytes, middle), bytes.subarray(middle, end));
    if (item === undefined) return undefined;
    items.push(item);
    at = end;
  }
  return items;
}

function itemOf(kind: number, first: Uint8Array, second: Uint8Array): SnapshotItem | undefined {
  switch (kind) {
    case kinds.network:
      return { kind: 'network', text: decodeUtf8(first) ?? '' };
    case kinds.block: {
      const header = decodeHeader(first);
      const payload = readPayloadBytes(second);
      if (!header.ok || payload === undefined) return undefined;
      return { kind: 'block', header: header.value, payload };
    }
    case kinds.note:
      return { kind: 'note', name: decodeUtf8(first) ?? '', text: decodeUtf8(second) ?? '' };
    default:
      return undefined;
  }
}
