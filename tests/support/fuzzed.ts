// Fuzzes what a script loads, as `pact test --fuzz` does, without files on disk.

import type { Counterexample, KnownFailure } from '../../src/tools/testing/fuzz/counterexample.ts';
import { silentHost } from '../../src/tools/repl/options.ts';
import { runTestFile } from '../../src/tools/testing/runner/run-test-file.ts';
import type { FileReport } from '../../src/tools/testing/runner/test-report.ts';

export type Fuzzed = {
  readonly report: FileReport;
  readonly counterexamples: readonly Counterexample[];
  /** Targets that held, and those that did not; without counts. */
  readonly held: readonly string[];
  readonly broken: readonly string[];
  readonly notices: readonly string[];
};

export function fuzzed(
  script: string,
  {
    seed = 'one',
    runs = 100,
    known = [] as readonly KnownFailure[],
    strict = false,
    found = (_: Counterexample): void => undefined,
    isInterrupted = (): boolean => false,
  } = {},
): Fuzzed {
  const counterexamples: Counterexample[] = [];
  const report = runTestFile('a.repl', {
    host: { ...silentHost, readFile: () => ({ kind: 'text', text: script }) },
    room: { depthLimit: 2000, nestingLimit: 200 },
    keepGoing: true,
    colour: false,
    isInterrupted,
    fuzz: {
      plan: { seed, runs, known, found },
      strict,
      found: (all) => void counterexamples.push(...all),
    },
  });
  const all = report.blocks
    .flatMap(({ expectations }) => expectations)
    .filter(({ skipped }) => skipped === undefined);
  const names = (isFailed: boolean): readonly string[] =>
    all
      .filter(({ failure }) => (failure !== undefined) === isFailed)
      .map(({ name }) => name.replace(/^fuzz | \(\d+ runs?.*\)$/g, ''));
  return {
    report,
    counterexamples,
    held: names(false),
    broken: names(true),
    notices: report.notices.map(({ text }) => text),
  };
}
