// The property tests of one run of `pact test`: what they begin from, and what they leave behind.

import { randomInt } from 'node:crypto';
import type { Counterexample } from '../../repl/fuzz/counterexample.ts';
import { fuzzTitle } from '../../repl/testing/fuzz-block.ts';
import type { ExpectationReport, FileReport } from '../../repl/testing/test-report.ts';
import type { FuzzSettings } from '../test/messages.ts';
import { readFailures, writeFailures, type Failures } from './failure-folder.ts';
import type { FuzzWish } from './fuzz-options.ts';

const nothingToTry =
  'Nothing to try: no function is named prop-, fuzz- or invariant-..., and no model says anything (see docs/property-tests.md)';

const isOfFuzz = ({ name }: ExpectationReport): boolean => name.startsWith(fuzzTitle);

const largestSeed = 1_000_000_000;

export class FuzzRun {
  readonly settings: FuzzSettings;
  private readonly before: Failures = readFailures();
  private tried = false;
  private readonly found = new Map<string, readonly Counterexample[]>();

  constructor({ runs, seed = String(randomInt(largestSeed)) }: FuzzWish) {
    this.settings = { runs, seed, known: this.before };
  }

  take({ file, blocks }: FileReport, counterexamples: readonly Counterexample[]): void {
    this.found.set(file, counterexamples);
    this.tried ||= blocks.some(({ expectations }) => expectations.some(isOfFuzz));
    // Whoever ends a long run has what was found until then.
    if (counterexamples.length > 0) writeFailures(this.found, this.before);
  }

  /** Lines to show, and what went wrong. */
  finish(): { readonly lines: readonly string[]; readonly fault: string | undefined } {
    const { runs, seed } = this.settings;
    const seedLine = `Fuzz seed ${seed}, ${runs} runs each: --fuzz --seed ${seed} --runs ${runs} does the same`;
    const nothing = this.tried || this.found.size === 0 ? [] : [nothingToTry];
    const written = writeFailures(this.found, this.before);
    if (written.kind === 'fault') return { lines: [seedLine], fault: written.fault };
    const scripts = written.scripts.map((path) => `  ${path}`);
    const head = scripts.length === 0 ? [] : ['Failures as scripts:', ...scripts];
    return { lines: [...nothing, seedLine, ...head], fault: undefined };
  }
}
