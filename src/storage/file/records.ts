// The format of a state file: a head, a snapshot, and the changes since. Each record has its length and two checksums: one
// of its head, so that a length is trusted only if it was written completely, and one of its content.
//
// A process may be killed at any time, so the last record may be truncated, or be zeros if the disk had allocated the room.
// That is not damage: the record was not acknowledged yet.
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { equalBytes, utf8 } from '../../base/bytes.ts';

export const recordKinds = { snapshot: 1, change: 2 } as const;

export type RecordKind = (typeof recordKinds)[keyof typeof recordKinds];

const magic = 'pact state\n\0';
const version = 1;

export const fileHead: Uint8Array = (() => {
  const head = new Uint8Array(16);
  head.set(utf8(magic));
  new DataView(head.buffer).setUint32(12, version);
  return head;
})();

/** Kind (1 byte), length (6), check of these (4), check of the content (16). */
export const recordHeadLength = 27;

export function headFault(head: Uint8Array): string | undefined {
  if (!equalBytes(head.subarray(0, 12), fileHead.subarray(0, 12)))
    return 'it is not a Pact state file';
  if (equalBytes(head, fileHead)) return undefined;
  return 'it was written by another version of pact';
}

export function recordBytes(kind: RecordKind, content: Uint8Array): Uint8Array {
  const record = new Uint8Array(recordHeadLength + content.length);
  record.set(recordHead(kind, content));
  record.set(content, recordHeadLength);
  return record;
}

export function recordHead(kind: RecordKind, content: Uint8Array): Uint8Array {
  const head = new Uint8Array(recordHeadLength);
  const view = new DataView(head.buffer);
  head[0] = kind;
  view.setUint16(1, Math.floor(content.length / 0x1_0000_0000));
  view.setUint32(3, content.length >>> 0);
  view.setUint32(7, crc32(head.subarray(0, 7)));
  head.set(contentCheck(content), 11);
  return head;
}

export type RecordHead = {
  readonly kind: number;
  readonly length: number;
  readonly check: Uint8Array;
};

/** Returns `undefined` if no head was written. */
export function readRecordHead(head: Uint8Array): RecordHead | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  if (head.length < recordHeadLength || view.getUint32(7) !== crc32(head.subarray(0, 7))) {
    return undefined;
  }
  const length = view.getUint16(1) * 0x1_0000_0000 + view.getUint32(3);
  return { kind: head[0] ?? 0, length, check: head.subarray(11) };
}

export function isIntact({ check }: RecordHead, content: Uint8Array): boolean {
  return equalBytes(check, contentCheck(content));
}

function contentCheck(content: Uint8Array): Uint8Array {
  return createHash('blake2b512').update(content).digest().subarray(0, 16);
}

// Reads one record of a file, whose last record may be incomplete.

export type ReadRecord = {
  readonly kind: RecordKind;
  readonly content: Uint8Array;
  readonly end: number;
};

/** Reads up to a number of bytes. */
export type ReadBytes = (start: number, length: number) => Uint8Array;

/** `end`: nothing, or an incomplete record. */
export function readRecord(
  read: ReadBytes,
  start: number,
  size: number,
): ReadRecord | 'end' | 'damaged' {
  const contentStart = start + recordHeadLength;
  if (contentStart > size) return 'end';
  const head = readRecordHead(read(start, recordHeadLength));
  if (head === undefined) return isZero(read, contentStart, size) ? 'end' : 'damaged';
  const end = contentStart + head.length;
  if (end > size) return 'end';
  const content = read(contentStart, head.length);
  if (!isIntact(head, content)) return isZero(read, end, size) ? 'end' : 'damaged';
  const { kind } = head;
  if (kind !== recordKinds.snapshot && kind !== recordKinds.change) return 'damaged';
  return { kind, content, end };
}

function isZero(read: ReadBytes, start: number, size: number): boolean {
  const step = 1024 * 1024;
  for (let at = start; at < size; at += step) {
    const bytes = read(at, Math.min(step, size - at));
    if (bytes.some((byte) => byte !== 0)) return false;
  }
  return true;
}
