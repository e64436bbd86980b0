// Rows in the text format of COPY, with what PostgreSQL cannot store replaced: it knows no character zero and no half of a
// surrogate pair, and an index refuses long keys. Nothing that a chain holds may stop an export.

import { codePointLength, sliceCodePoints } from '../../base/text.ts';
import type { Cell } from './tables.ts';

const needsEscape = /[\\\n\r\t\0]/;
const escaped = /[\\\n\r\t\0]/g;

/** Halves of surrogate pairs become U+FFFD when the text is encoded as UTF-8. */
const replacements: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\0', '\ufffd'],
]);

/** Returns a line of COPY with its line feed. */
export function copyLine(row: readonly Cell[]): string {
  return `${row.map(copyCell).join('\t')}\n`;
}

function copyCell(cell: Cell): string {
  if (cell === undefined) return '\\N';
  if (typeof cell === 'boolean') return cell ? 't' : 'f';
  if (typeof cell !== 'string') return String(cell);
  return needsEscape.test(cell)
    ? cell.replace(escaped, (each) => replacements.get(each) as string)
    : cell;
}

/** Code points of a text in an index: two of them, of 4 bytes each, fit into the 2,704 bytes of an index entry. */
export const indexedLimit = 256;

/** Returns whether an index accepts a text. Accounts of the coin do; other tokens may have longer ones. */
export function fitsIndex(text: string): boolean {
  return text.length <= indexedLimit || codePointLength(text) <= indexedLimit;
}

/** Cuts a text that an index holds. */
export function indexedText(text: string): string {
  return fitsIndex(text) ? text : `${sliceCodePoints(text, 0, indexedLimit - 1)}…`;
}

const earliest = -62_135_596_800_000_000n; // the year 1
const latest = 253_402_300_799_000_000n; // the end of 9999

/** A time in microseconds since 1970 as a timestamp; `undefined` outside of the years 1 to 9999. */
export function timestamp(micros: bigint): string | undefined {
  if (micros < earliest || micros > latest) return undefined;
  const millis = micros / 1000n - (micros % 1000n < 0n ? 1n : 0n);
  const rest = micros - millis * 1000n;
  const seconds = new Date(Number(millis)).toISOString().slice(0, -1);
  return `${seconds}${String(rest).padStart(3, '0')}Z`;
}

const int8 = 2n ** 63n;

/** `undefined` for integers that a column of type bigint does not hold. */
export function bigintCell(value: bigint | undefined): bigint | undefined {
  return value !== undefined && value >= -int8 && value < int8 ? value : undefined;
}
