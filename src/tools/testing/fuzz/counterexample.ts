// The result of testing a target, with the data to reproduce a failure.

import type { Span } from '../../../base/span.ts';

export type Counterexample = {
  readonly target: string;
  /** The failure, in one line. */
  readonly message: string;
  /** Forms that a script must start with. */
  readonly opening: readonly string[];
  /** Programs, each a transaction; the last one shows the failure. */
  readonly steps: readonly string[];
  /** The seed that reproduces the case, independent of earlier cases. */
  readonly seed: string;
  readonly run: number;
};

export type TargetResult = {
  readonly name: string;
  /** The place of the target. */
  readonly span: Span;
  /** The number of meaningful cases, and of discarded ones. */
  readonly runs: number;
  /** For an invariant: the number of calls after which it was checked. */
  readonly calls: number | undefined;
  readonly discarded: number;
  readonly counterexample: Counterexample | undefined;
  /** The reason why it was not tested. */
  readonly left: string | undefined;
  /** Reasons why the result is weaker than it seems. */
  readonly notes: readonly string[];
  /** Counts of calls, for detailed reports. */
  readonly table: readonly string[];
};

/** A failure of an earlier run, to be tried first. */
export type KnownFailure = {
  readonly target: string;
  readonly seed: string;
  readonly run: number;
};

/** Returns the lines of a script that shows it, without the line that loads the tested script. */
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
