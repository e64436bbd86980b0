// The whole run as one JSON document.

import type { Reporter, ReporterOptions } from '../reporter.ts';

export function jsonReporter({ write }: ReporterOptions): Reporter {
  return {
    fileEnded: () => undefined,
    runEnded(files, summary) {
      write(JSON.stringify({ version: 1, summary, files }, undefined, 2));
    },
  };
}
