// Runs a script as `pact test` does, without files on disk, and shows what is reported as lines.

import { silentHost } from '../../src/repl/host.ts';
import { runTestFile } from '../../src/repl/testing/run-test-file.ts';
import type { FileReport, Place } from '../../src/repl/testing/test-report.ts';

export type Files = Readonly<Record<string, string>>;

export function reportOf(files: Files, { keepGoing = false } = {}): FileReport {
  const texts = new Map(Object.entries(files));
  const [first = ''] = texts.keys();
  return runTestFile(first, {
    host: {
      ...silentHost,
      readFile(path) {
        const text = texts.get(path);
        return text === undefined
          ? { kind: 'failure', reason: 'there is no such file' }
          : { kind: 'text', text };
      },
    },
    room: { depthLimit: 2000, nestingLimit: 200 },
    keepGoing,
    colour: false,
  });
}

/** Of the first file; the others can be loaded. */
export function reportLines(files: Files, options?: { readonly keepGoing?: boolean }): string[] {
  const { blocks, notices } = reportOf(files, options);
  const lines = blocks.flatMap(({ name = '-', place, expectations, prints, error }) => [
    `${name} at ${text(place)}`,
    ...prints.map((print) => `  printed ${print.text}`),
    ...expectations.map(({ name: title, failure }) =>
      failure === undefined ? `  held ${title}` : `  failed ${title}: ${failure.message}`,
    ),
    ...(error === undefined
      ? []
      : [
          `  error at ${text(error.place)}: ${error.message}`,
          `  left out ${error.skipped}, on at ${text(error.resumesAt)}`,
        ]),
  ]);
  return [...lines, ...notices.map((notice) => `notice at ${text(notice.place)}: ${notice.text}`)];
}

const text = (place: Place | undefined): string =>
  place === undefined ? 'the end' : `${place.file}:${place.line}:${place.column}`;
