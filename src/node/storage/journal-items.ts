// The items of a node's journal, as bytes: first blocks, blocks, state changes, and notes of a devnet. The items of one
// step of the node are one record, so that either all of them are stored or none.

import { concatBytes, decodeUtf8, utf8 } from '../../base/bytes.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import {
  decodeHeader,
  encodeHeader,
  type BlockHeader,
  type Hash,
} from '../../chain/model/header.ts';
import type { PayloadWithOutputs, ExecutedTransaction } from '../../chain/model/payload.ts';

export type JournalItem =
  /** The first item of a journal: the identity of its network, chosen by the caller. */
  | { readonly kind: 'network'; readonly text: string }
  | {
      readonly kind: 'first';
      readonly chains: readonly ChainId[];
      readonly payload: PayloadWithOutputs;
    }
  | {
      readonly kind: 'block';
      readonly header: BlockHeader;
      readonly payload: PayloadWithOutputs;
      /** The block became the head of its chain in the cut. */
      readonly isHead?: boolean;
    }
  /** A block whose payload was pruned. */
  | { readonly kind: 'header'; readonly header: BlockHeader; readonly isHead?: boolean }
  /** The heads of all chains, if the cut did more than grow by a block. */
  | { readonly kind: 'cut'; readonly heads: ReadonlyMap<ChainId, Hash> }
  /** A change of the entries of a chain: `changeBytes` of src/storage/entries. */
  | { readonly kind: 'change'; readonly chain: ChainId; readonly change: Uint8Array }
  /** A note of the caller: the last one of each name counts, unless the caller collects them. */
  | { readonly kind: 'note'; readonly name: string; readonly text: string };

const kinds = {
  network: 1,
  first: 2,
  block: 3,
  change: 4,
  note: 5,
  headBlock: 6,
  header: 7,
  headHeader: 8,
  cut: 9,
} as const;

export function encodeItems(items: readonly JournalItem[]): Uint8Array {
  return concatBytes(items.flatMap(partsOf));
}

/** Returns `undefined` if the bytes are not items. */
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
      const { header, payload, isHead = false } = item;
      const kind = isHead ? kinds.headBlock : kinds.block;
      return parts(kind, header.chainId, encodeHeader(header), payloadBytes(payload));
    }
    case 'header': {
      const { header, isHead = false } = item;
      return parts(isHead ? kinds.headHeader : kinds.header, header.chainId, encodeHeader(header));
    }
    case 'cut':
      return parts(kinds.cut, 0, headsBytes(item.heads));
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
      const payload = readPayloadBytes(body);
      const chains = (decodeUtf8(head) ?? '').split(' ').map(Number);
      return payload && { kind: 'first', chains, payload };
    }
    case kinds.block:
    case kinds.headBlock: {
      const header = decodeHeader(head);
      // A copy: a cached payload must not keep the changes beside it in memory.
      const payload = readPayloadBytes(body.slice());
      if (!header.ok || payload === undefined) return undefined;
      return {
        kind: 'block',
        header: header.value,
        payload,
        ...(kind === kinds.headBlock && { isHead: true }),
      };
    }
    case kinds.header:
    case kinds.headHeader: {
      const header = decodeHeader(head);
      if (!header.ok) return undefined;
      return {
        kind: 'header',
        header: header.value,
        ...(kind === kinds.headHeader && { isHead: true }),
      };
    }
    case kinds.cut: {
      const heads = readHeads(head);
      return heads && { kind: 'cut', heads };
    }
    case kinds.change:
      // The record is read again for the next items.
      return { kind: 'change', chain, change: head.slice() };
    case kinds.note:
      return { kind: 'note', name: decodeUtf8(head) ?? '', text: decodeUtf8(body) ?? '' };
    default:
      return undefined;
  }
}

/** A chain (4 bytes) and a hash (32) for each head. */
const headsEntryBytes = 36;

function headsBytes(heads: ReadonlyMap<ChainId, Hash>): Uint8Array {
  const bytes = new Uint8Array(heads.size * headsEntryBytes);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [chain, hash] of heads) {
    view.setUint32(at, chain);
    bytes.set(hash, at + 4);
    at += headsEntryBytes;
  }
  return bytes;
}

function readHeads(bytes: Uint8Array): ReadonlyMap<ChainId, Hash> | undefined {
  if (bytes.length % headsEntryBytes !== 0) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const heads = new Map<ChainId, Hash>();
  for (let at = 0; at < bytes.length; at += headsEntryBytes) {
    heads.set(view.getUint32(at), bytes.slice(at + 4, at + headsEntryBytes));
  }
  return heads;
}

const hashBytes = 32;
const textsAt = 3 * hashBytes;

function payloadBytes(payload: PayloadWithOutputs): Uint8Array {
  const { payloadHash, transactionsHash, outputsHash, minerData, coinbase, transactions } = payload;
  let length = textsAt + 12 + minerData.length + coinbase.length;
  for (const { input, output } of transactions) length += 8 + input.length + output.length;
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  [payloadHash, transactionsHash, outputsHash].forEach((hash, i) => bytes.set(hash, hashBytes * i));
  let at = textsAt;
  const put = (text: Uint8Array): void => {
    view.setUint32(at, text.length);
    bytes.set(text, at + 4);
    at += 4 + text.length;
  };
  put(minerData);
  put(coinbase);
  view.setUint32(at, transactions.length);
  at += 4;
  for (const { input, output } of transactions) {
    put(input);
    put(output);
  }
  return bytes;
}

/** Parts of the result share the memory of the bytes. Returns `undefined` if they are not a payload. */
function readPayloadBytes(bytes: Uint8Array): PayloadWithOutputs | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = textsAt;
  let isGood = at + 12 <= bytes.length;
  const number = (): number => {
    if (at + 4 > bytes.length) isGood = false;
    const value = isGood ? view.getUint32(at) : 0;
    at += 4;
    return value;
  };
  const text = (): Uint8Array => {
    const length = number();
    const start = at;
    at += length;
    if (at > bytes.length) isGood = false;
    return bytes.subarray(start, at);
  };
  const minerData = text();
  const coinbase = text();
  const transactions: ExecutedTransaction[] = [];
  for (let count = number(); count > 0 && isGood; count--) {
    transactions.push({ input: text(), output: text() });
  }
  if (!isGood || at !== bytes.length) return undefined;
  const hash = (i: number): Uint8Array => bytes.subarray(hashBytes * i, hashBytes * (i + 1));
  return {
    kind: 'with-outputs',
    payloadHash: hash(0),
    transactionsHash: hash(1),
    outputsHash: hash(2),
    minerData,
    coinbase,
    transactions,
  };
}
