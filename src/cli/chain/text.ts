// How figures of the chain are shown.

import type { Micros } from '../../chain/model/header.ts';

/** Milliseconds that a date can hold. */
const mostMilliseconds = 8_640_000_000_000_000n;

/** ISO 8601 in UTC, to the microsecond. */
export function timeText(time: Micros): string {
  const milliseconds = time >= 0n ? time / 1000n : (time - 999n) / 1000n;
  if (milliseconds > mostMilliseconds || milliseconds < -mostMilliseconds) return `${time} µs`;
  const rest = (time - milliseconds * 1000n).toString().padStart(3, '0');
  return new Date(Number(milliseconds)).toISOString().replace('Z', `${rest}Z`);
}

export function codeText(code: number): string {
  return `0x${code.toString(16).padStart(8, '0')}`;
}

/** Lines of names and values, the values below each other. */
export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n');
}
