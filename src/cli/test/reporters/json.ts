// The whole run as one JSON document.

import type { Reporter, ReporterOptions } from '../reporter.ts';

export function jsonReporter({ write }: ReporterOptions): Reporter {
  return {
    fileEnded: () => undefined,
    runEnded(files, summary) {
      write(JSON.stringify({ version: 1, summary, files }, (_, value: unknown) => plain(value), 2));
    },
  };
}

/** Amounts that a reader's numbers cannot hold are texts. */
function plain(value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value);
}
