// Reads one record of a file, whose last record may be incomplete.

import {
  isIntact,
  readRecordHead,
  recordHeadLength,
  recordKinds,
  type RecordKind,
} from './records.ts';

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
