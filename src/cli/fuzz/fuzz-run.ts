// The property tests of one run of `pact test`: what they begin from, and what they leave behind.

import { randomInt } from 'node:crypto';
import type { Counterexample } from '../../repl/fuzz/counterexample.ts';
import type { FileReport } from '../../repl/testing/test-report.ts';
import type { FuzzSettings } from '../test/messages.ts';
import { readFailures, writeFailures, type Failures } from './failure-folder.ts';
import type { FuzzWish } from './fuzz-options.ts';

const largestSeed = 1_000_000_000;

export class FuzzRun {
  readonly settings: FuzzSettings;
  private readonly before: Failures = readFailures();
  private readonly found = new Map<string, readonly Counterexample[]>();

  constructor({ runs, seed = String(randomInt(largestSeed)) }: FuzzWish) {
    this.settings = { runs, seed, known: this.before };
  }

  take({ file }: FileReport, counterexamples: readonly Counterexample[]): void {
    this.found.set(file, counterexamples);
  }

  /** Lines to show, and what went wrong. */
  finish(): { readonly lines: readonly string[]; readonly fault: string | undefined } {
    const { runs, seed } = this.settings;
    const seedLine = `Fuzz seed ${seed}, ${runs} runs each: --fuzz --seed ${seed} --runs ${runs} does the same`;
    const written = writeFailures(this.found, this.before);
    if (written.kind === 'fault') return { lines: [seedLine], fault: written.fault };
    const scripts = written.scripts.map((path) => `  ${path}`);
    const head = scripts.length === 0 ? [] : ['Failures as scripts:', ...scripts];
    return { lines: [seedLine, ...head], fault: undefined };
  }
}
