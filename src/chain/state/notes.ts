// What a chain stores beside its rows, so that it is written, versioned and rewound with them: the block that
// the state belongs to, and where transactions are.

import { spaces, StoreFault, type Entry, type EntrySource } from '../../store/index.ts';
import type { Hash } from '../model/header.ts';
import { StateSum } from './state-sum.ts';

/** The block that a state is the result of. */
export type BlockMark = { readonly height: number; readonly hash: Hash; readonly sum: StateSum };

/** Where a transaction was executed. */
export type Receipt = {
  readonly height: number;
  /** Its place in the block, from 0. */
  readonly position: number;
};

const blockKey = 'block';
const sumStart = 40;
const markBytes = sumStart + 256;
const receiptBytes = 12;

export function markEntry({ height, hash, sum }: BlockMark): Entry {
  const document = new Uint8Array(markBytes);
  new DataView(document.buffer).setBigUint64(0, BigInt(height));
  document.set(hash, 8);
  document.set(sum.bytes(), sumStart);
  return { space: spaces.notes, key: blockKey, document };
}

/** `undefined` before the first block. */
export function readMark(source: EntrySource): BlockMark | undefined {
  const document = source.document(spaces.notes, blockKey);
  if (document === undefined) return undefined;
  if (document.length !== markBytes) throw damaged('note of the block');
  return {
    height: Number(viewOf(document).getBigUint64(0)),
    hash: document.slice(8, sumStart),
    sum: StateSum.of(document.subarray(sumStart)),
  };
}

/** `requestKey`: base64url. */
export function receiptEntry(requestKey: string, { height, position }: Receipt): Entry {
  const document = new Uint8Array(receiptBytes);
  const view = viewOf(document);
  view.setBigUint64(0, BigInt(height));
  view.setUint32(8, position);
  return { space: spaces.receipts, key: requestKey, document };
}

export function readReceipt(source: EntrySource, requestKey: string): Receipt | undefined {
  const document = source.document(spaces.receipts, requestKey);
  if (document === undefined) return undefined;
  if (document.length !== receiptBytes) throw damaged(`receipt of ${requestKey}`);
  const view = viewOf(document);
  return { height: Number(view.getBigUint64(0)), position: view.getUint32(8) };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

function damaged(what: string): StoreFault {
  return new StoreFault('damaged', `the stored ${what} cannot be read`);
}
