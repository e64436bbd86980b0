// Runs a script as `pact test` does, without files on disk, and shows its report as lines.

import { type ReplHost, silentHost } from '../../src/tools/repl/options.ts';
import { History } from '../../src/tools/repl/snapshot/history.ts';
import { Recorder } from '../../src/tools/repl/snapshot/recorder.ts';
import { runTestFile } from '../../src/tools/testing/runner/run-test-file.ts';
import type { FileReport, Place } from '../../src/tools/testing/runner/test-report.ts';

export type Files = Readonly<Record<string, string>>;

type Options = {
  readonly keepGoing?: boolean;
  readonly fileGasLimit?: number;
  readonly now?: () => number;
};

const room = { depthLimit: 2000, nestingLimit: 200 };

/** Reports on the first file; it can load the others. */
export function reportOf(files: Files, options: Options = {}): FileReport {
  const [first = ''] = Object.keys(files);
  return reportOfFile(first, readingFrom(files), options);
}

export function reportOfFile(
  path: string,
  readFile: ReplHost['readFile'],
  { keepGoing = false, fileGasLimit, now }: Options = {},
): FileReport {
  const host = { ...silentHost, readFile, ...(now !== undefined && { now }) };
  return runTestFile(path, { host, room, keepGoing, colour: false, fileGasLimit });
}

/** The same, but keeps a state after every form, and starts from the latest state in the history that is still valid. */
export function recordedReportOf(
  path: string,
  readFile: ReplHost['readFile'],
  { keepGoing = false, history = new History() }: Options & { readonly history?: History } = {},
): { readonly report: FileReport; readonly history: History; readonly shared: number } {
  const recorders: Recorder[] = [];
  const { nestingLimit } = room;
  const always = { now: () => 0, firstAfter: 0, nextAfter: 0 };
  const report = runTestFile(path, {
    host: { ...silentHost, readFile },
    room,
    keepGoing,
    colour: false,
    keepStates(host, watcher) {
      const recorder = new Recorder({ history, host, watcher, nestingLimit, ...always });
      recorders.push(recorder);
      return recorder;
    },
  });
  const [recorder] = recorders;
  if (recorder === undefined) throw new Error('nothing was recorded');
  const shared = recorder.history.length - recorder.addedStates;
  return { report, history: recorder.history, shared };
}

export function readingFrom(files: Files): ReplHost['readFile'] {
  const texts = new Map(Object.entries(files));
  return (path) => {
    const text = texts.get(path);
    return text === undefined
      ? { kind: 'failure', reason: 'there is no such file' }
      : { kind: 'text', text };
  };
}

/** Reports on the first file as lines; it can load the others. */
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
