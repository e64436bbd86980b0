// The whole run as one JSON document: docs/test-reports.md says what is in it.

import type { Reporter, ReporterOptions } from './reporter.ts';

export function jsonReporter({ write }: ReporterOptions): Reporter {
  return {
    fileEnded: () => undefined,
    runEnded(files, summary) {
      write(JSON.stringify({ version: 1, summary, files }, (_, value: unknown) => plain(value), 2));
    },
  };
}

/** Amounts that a reader's numbers cannot hold are texts; of a millisecond three digits are enough. */
function plain(value: unknown): unknown {
  if (typeof value === 'number') return Math.round(value * 1000) / 1000;
  if (typeof value !== 'bigint') return value;
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value);
}
