// Writes the whole run as one JSON document, described in docs/test-reports.md.

import type { Reporter, ReporterOptions } from './reporter.ts';

export function jsonReporter({ write }: ReporterOptions): Reporter {
  return {
    fileEnded: () => undefined,
    runEnded(files, summary) {
      write(JSON.stringify({ version: 1, summary, files }, (_, value: unknown) => plain(value), 2));
    },
  };
}

/** Writes bigints as strings, since JSON readers may lose digits, and milliseconds with three decimals. */
function plain(value: unknown): unknown {
  if (typeof value === 'number') return Math.round(value * 1000) / 1000;
  if (typeof value !== 'bigint') return value;
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value);
}
