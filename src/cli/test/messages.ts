// What the pool and its threads say to one another. Plain data: it is copied on the way.

import type { SourceCounts } from '../../ide/coverage/counts.ts';
import type { GasReport } from '../../testing/gas/gas-report.ts';
import type { Counterexample, KnownFailure } from '../../testing/fuzz/counterexample.ts';
import type { CallsWish } from '../../testing/runner/take-calls.ts';
import type { FileReport } from '../../testing/runner/test-report.ts';

/** With what a thread starts. */
export type TestThreadWork = {
  readonly kind: 'test-thread';
  readonly settings: TestSettings;
  /** An element other than 0 asks the running file to end. */
  readonly interrupt: Int32Array<SharedArrayBuffer>;
};

export type TestSettings = {
  readonly keepGoing: boolean;
  readonly colour: boolean;
  /** Of a transaction. */
  readonly gasLimit: number | undefined;
  /** Of a file. */
  readonly fileGasLimit: number | undefined;
  readonly timeoutMs: number;
  readonly coverage: boolean;
  /** Of which forms the calls are shown. */
  readonly calls: CallsWish | undefined;
  /** Whether figures of forms, functions and builtins are wanted. */
  readonly gasReport: boolean;
  readonly fuzz: FuzzSettings | undefined;
};

export type FuzzSettings = {
  /** What cannot be tried is a failure. */
  readonly strict: boolean;
  readonly seed: string;
  readonly runs: number;
  /** By file. */
  readonly known: ReadonlyMap<string, readonly KnownFailure[]>;
};

export const timeoutText = (milliseconds: number): string =>
  `took longer than ${milliseconds / 1000} s (see --timeout) and was ended`;

/** From the pool: a file to run. */
export type TestRequest = { readonly file: string; readonly states: StatesRequest };

export type StatesRequest =
  /** It runs from its beginning, and nothing is kept. */
  | { readonly kind: 'none' }
  | { readonly kind: 'on-disk' }
  /** The states go back to the pool as well; those of the last run, where it has them. */
  | { readonly kind: 'in-memory'; readonly bytes: Uint8Array<ArrayBuffer> | undefined };

export type ReportAnswer = {
  readonly kind: 'report';
  readonly report: FileReport;
  /** Absent if it was not asked for. */
  readonly coverage: readonly SourceCounts[];
  readonly gas: GasReport | undefined;
  /** `undefined` where nothing was tried. */
  readonly counterexamples: readonly Counterexample[] | undefined;
  readonly states: StatesAnswer | undefined;
};

export type StatesAnswer = {
  readonly size: number;
  /** Whether the folder of the cache has grown. */
  readonly isWritten: boolean;
  /** Where the pool keeps them. */
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
};

/** Sent as soon as a property test has found something, before the answer: a run may be ended any time. */
export type FoundMessage = {
  readonly kind: 'found';
  readonly file: string;
  readonly counterexample: Counterexample;
};

export type TestAnswer =
  | ReportAnswer
  /** A fault of this program. */
  | { readonly kind: 'fault'; readonly text: string };
