// Data that a chain stores beside its rows, so that it is written, versioned and rewound together with them: the block
// of the state, and the positions of transactions.

import {
  receiptBytes,
  spaces,
  StoreFault,
  type Entry,
  type EntryReader,
} from '../../storage/entries/index.ts';
import type { Hash } from '../model/header.ts';
import { StateSum } from './state-hash.ts';

/** The block after which this is the state. */
export type BlockMark = {
  readonly height: number;
  readonly hash: Hash;
  /** The id of the next transaction after the block. */
  readonly nextTransaction: bigint;
  readonly sum: StateSum;
};

/** The position at which a transaction was executed. */
export type Receipt = {
  readonly height: number;
  /** The index in the block, from 0. */
  readonly position: number;
};

const blockKey = 'block';
const hashStart = 16;
const sumStart = 48;
const markBytes = sumStart + 256;

export function markEntry({ height, hash, nextTransaction, sum }: BlockMark): Entry {
  const document = new Uint8Array(markBytes);
  const view = viewOf(document);
  view.setBigUint64(0, BigInt(height));
  view.setBigUint64(8, nextTransaction);
  document.set(hash, hashStart);
  document.set(sum.bytes(), sumStart);
  return { space: spaces.notes, key: blockKey, document };
}

/** Returns `undefined` before the first block. */
export function readMark(source: EntryReader): BlockMark | undefined {
  const document = source.document(spaces.notes, blockKey);
  if (document === undefined) return undefined;
  if (document.length !== markBytes) throw damaged('note of the block');
  const view = viewOf(document);
  return {
    height: Number(view.getBigUint64(0)),
    nextTransaction: view.getBigUint64(8),
    hash: document.slice(hashStart, sumStart),
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

export function readReceipt(source: EntryReader, requestKey: string): Receipt | undefined {
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
