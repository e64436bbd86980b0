// Formats places, counts and times.

import type { Place } from '../runner/test-report.ts';

export function placeText({ file, line }: Place): string {
  return `${file}:${line}`;
}

export function counts(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Returns whole gas with spaces between thousands. */
export function gasText(milliGas: bigint): string {
  const digits = String((milliGas + 999n) / 1000n);
  return `${digits.replace(/\B(?=(\d{3})+$)/g, ' ')} gas`;
}
