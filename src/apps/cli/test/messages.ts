// The messages between the pool and its threads: plain data, which is copied.

import type { SourceCounts } from '../../../tools/analysis/coverage/coverage.ts';
import type { GasReport } from '../../../tools/testing/gas/gas-report.ts';
import type { GasStacks } from '../../../tools/testing/gas/gas-stacks.ts';
import type { Counterexample, KnownFailure } from '../../../tools/testing/fuzz/counterexample.ts';
import type { CallsChoice } from '../../../tools/testing/runner/run-test-file.ts';
import type { FileReport } from '../../../tools/testing/runner/test-report.ts';

/** The start data of a thread. */
export type TestThreadWork = {
  readonly kind: 'test-thread';
  readonly settings: TestSettings;
  /** A value other than 0 asks the running file to stop. */
  readonly interrupt: Int32Array<SharedArrayBuffer>;
};

export type TestSettings = {
  readonly keepGoing: boolean;
  /** Whether modules may use builtins of Pact 4. */
  readonly pact4: boolean;
  /** Whether runs use stored states, and store their own. */
  readonly keepsStates: boolean;
  /** Whether a file without any code fails. */
  readonly refusesEmpty: boolean;
  readonly colour: boolean;
  /** The gas limit of a transaction. */
  readonly gasLimit: number | undefined;
  /** The gas limit of a file. */
  readonly fileGasLimit: number | undefined;
  readonly timeoutMs: number;
  readonly coverage: boolean;
  /** The forms whose calls are shown. */
  readonly calls: CallsChoice | undefined;
  /** Whether to measure forms, functions and builtins. */
  readonly gasReport: boolean;
  /** Whether to measure stacks of calls. */
  readonly gasProfile: boolean;
  readonly fuzz: FuzzSettings | undefined;
};

export type FuzzSettings = {
  /** Whether a property that cannot be tested is a failure. */
  readonly strict: boolean;
  readonly seed: string;
  readonly runs: number;
  /** Known failures by file. */
  readonly known: ReadonlyMap<string, readonly KnownFailure[]>;
};

export const timeoutText = (milliseconds: number): string =>
  `took longer than ${milliseconds / 1000} s and was stopped (see --timeout)`;

/** From the pool: a file to run. */
export type TestRequest = { readonly file: string };

export type ReportAnswer = {
  readonly kind: 'report';
  readonly report: FileReport;
  /** Absent if coverage was not requested. */
  readonly coverage: readonly SourceCounts[];
  readonly gas: MeasuredGas | undefined;
  /** `undefined` if nothing was tested. */
  readonly counterexamples: readonly Counterexample[] | undefined;
};

/** What was asked for. */
export type MeasuredGas = {
  readonly report: GasReport | undefined;
  readonly stacks: GasStacks | undefined;
};

/** Sent as soon as a property test fails, before the answer, because a run may be stopped at any time. */
export type FoundMessage = {
  readonly kind: 'found';
  readonly file: string;
  readonly counterexample: Counterexample;
};

/** Sent now and then while property tests run, to be shown. */
export type FuzzingMessage = {
  readonly kind: 'fuzzing';
  readonly file: string;
  readonly target: string;
  readonly runs: number;
};

export type TestAnswer =
  | ReportAnswer
  /** A bug of this program. */
  | { readonly kind: 'fault'; readonly text: string };
