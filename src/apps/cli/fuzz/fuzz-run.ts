// The property tests of one run of `pact test`: their seeds and earlier failures, and the failures that they write.

import { randomInt } from 'node:crypto';
import type { Counterexample } from '../../../tools/testing/fuzz/counterexample.ts';
import { fuzzTitle } from '../../../tools/testing/runner/fuzz-block.ts';
import type { ExpectationReport, FileReport } from '../../../tools/testing/runner/test-report.ts';
import type { FoundMessage, FuzzSettings } from '../test/messages.ts';
import {
  type Failures,
  readFailures,
  scriptPath,
  writeFailures,
  type WrittenFailures,
} from './failure-folder.ts';
import type { FuzzRequest } from '../shared-options.ts';

const nothingToTry =
  'Nothing to test: no function has a name that begins with prop-, fuzz- or invariant-, and no model has properties (see docs/property-tests.md)';

const isOfFuzz = ({ name }: ExpectationReport): boolean => name.startsWith(fuzzTitle);

function verdictText({ held, failed, untried }: FuzzRun['verdicts']): string {
  const parts = [
    `${held} held`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(untried === 0 ? [] : [`${untried} not tried`]),
  ];
  return `Properties and invariants: ${parts.join(', ')}`;
}

const maxSeed = 1_000_000_000;

type FuzzEnd = {
  readonly lines: readonly string[];
  /** Whether there was nothing to test although tests were required. */
  readonly failed: boolean;
  readonly fault: string | undefined;
};

export class FuzzRun {
  readonly settings: FuzzSettings;
  private readonly before: Failures = readFailures();
  /** The properties and invariants of files that have ended. */
  private readonly verdicts = { held: 0, failed: 0, untried: 0 };
  /** Failures by file: of files that have ended, and of files that still run. */
  private readonly found = new Map<string, readonly Counterexample[]>();
  private readonly early = new Map<string, readonly Counterexample[]>();

  constructor({ runs, seed = String(randomInt(maxSeed)), strict }: FuzzRequest) {
    this.settings = { runs, seed, strict, known: this.before };
  }

  take({ file, blocks }: FileReport, counterexamples: readonly Counterexample[]): void {
    this.found.set(file, counterexamples);
    for (const { failure, skipped } of blocks.flatMap(({ expectations }) =>
      expectations.filter(isOfFuzz),
    )) {
      if (failure !== undefined) this.verdicts.failed++;
      else if (skipped === undefined) this.verdicts.held++;
      else this.verdicts.untried++;
    }
    this.early.delete(file);
    if (counterexamples.length > 0) this.write();
  }

  /** Writes a failure of a file that still runs, so that Ctrl-C does not lose it. Returns a line to show. */
  takeEarly({ file, counterexample }: FoundMessage): string {
    const { target } = counterexample;
    const others = this.early.get(file)?.filter((each) => each.target !== target) ?? [];
    this.early.set(file, [...others, counterexample]);
    this.write();
    return `${target} fails: ${scriptPath(file, target)}`;
  }

  private write(): WrittenFailures {
    return writeFailures({ found: this.found, early: this.early, before: this.before });
  }

  /** Writes the failures; returns lines to show, and errors. */
  finish(): FuzzEnd {
    const { runs, seed, strict } = this.settings;
    const { verdicts } = this;
    const seedLine = `Fuzz seed ${seed}, ${runs} runs each: repeat with --fuzz --seed ${seed} --runs ${runs}`;
    const isTried = verdicts.held + verdicts.failed + verdicts.untried > 0;
    const isNothing = !isTried && this.found.size > 0;
    const verdict = isTried ? [verdictText(verdicts)] : [];
    const nothing = isNothing ? [nothingToTry] : verdict;
    const failed = isNothing && strict;
    const written = this.write();
    if (!written.ok) return { lines: [...nothing, seedLine], failed, fault: written.fault };
    const scripts = written.value.map((path) => `  ${path}`);
    const head = scripts.length === 0 ? [] : ['Failures as scripts:', ...scripts];
    return { lines: [...nothing, seedLine, ...head], failed, fault: undefined };
  }
}
