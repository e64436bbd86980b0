// What came of trying a target, and what is needed to see a failure again.

import type { Span } from '../../base/span.ts';

export type Counterexample = {
  readonly target: string;
  /** What went wrong, in a line. */
  readonly message: string;
  /** What a script has to say before anything else. */
  readonly opening: readonly string[];
  /** Programs, a transaction each; the last one shows it. */
  readonly steps: readonly string[];
  /** What makes the same again: with another one before it is the same. */
  readonly seed: string;
  readonly run: number;
};

export type TargetResult = {
  readonly name: string;
  /** Where it is written. */
  readonly span: Span;
  /** Cases that said something, and those that were thrown away. */
  readonly runs: number;
  /** Of an invariant: the calls after which it was judged. */
  readonly calls: number | undefined;
  readonly discarded: number;
  readonly counterexample: Counterexample | undefined;
  /** Why it was not tried. */
  readonly left: string | undefined;
  /** What makes the answer worth less than it seems. */
  readonly notes: readonly string[];
  /** Counts of calls, for detailed reports. */
  readonly table: readonly string[];
};

/** A failure of an earlier run, which is tried first. */
export type KnownFailure = {
  readonly target: string;
  readonly seed: string;
  readonly run: number;
};

/** As a script, without the line that loads what it builds on. */
export function scriptLines({
  target,
  message,
  opening,
  steps,
}: Counterexample): readonly string[] {
  return [
    ...`${target}\n${message}`.split('\n').map((line) => `; ${line}`),
    ...opening,
    ...steps.flatMap((step, at) => [`(begin-tx "step ${at + 1}")`, step, '(commit-tx)']),
  ];
}
