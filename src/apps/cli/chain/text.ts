// Formats figures of the chain.

import type { Micros } from '../../../chain/model/header.ts';

/** The most milliseconds that a `Date` can represent. */
const mostMilliseconds = 8_640_000_000_000_000n;

/** Returns the time in ISO 8601, UTC, to the microsecond. */
export function timeText(time: Micros): string {
  const milliseconds = time >= 0n ? time / 1000n : (time - 999n) / 1000n;
  if (milliseconds > mostMilliseconds || milliseconds < -mostMilliseconds) return `${time} µs`;
  const rest = (time - milliseconds * 1000n).toString().padStart(3, '0');
  return new Date(Number(milliseconds)).toISOString().replace('Z', `${rest}Z`);
}

export function codeText(code: number): string {
  return `0x${code.toString(16).padStart(8, '0')}`;
}

/** Returns lines of names and values, with the values aligned. */
export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n');
}
