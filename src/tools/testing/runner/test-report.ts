// The report of a test file: plain data, sent from the thread that ran it to the reporters.

import { placeOfSpan, type Place } from '../../../base/span.ts';
import type { CalledFrame } from '../../repl/called-frames.ts';
import type { FormCalls } from '../../debugger/calls/call-tree.ts';
import type { FailureCause } from '../../repl/failure-cause.ts';

export type FileReport = {
  /** The path as the user wrote it. */
  readonly file: string;
  readonly blocks: readonly BlockReport[];
  /** Identities of the files that were read, this one first. */
  readonly reads: readonly string[];
  readonly notices: readonly Notice[];
  /** The reason if the file ended early: it cannot be read, took too long, or its thread died. */
  readonly problem: string | undefined;
  readonly durationMs: number;
  /** Milligas by the table of chains, even if the script does not meter. */
  readonly milliGas: bigint;
};

/** A transaction of the script, or the forms outside of transactions. */
export type BlockReport = {
  /** `undefined` outside of transactions. */
  readonly name: string | undefined;
  readonly place: Place;
  readonly expectations: readonly ExpectationReport[];
  /** The prints, in order. */
  readonly prints: readonly PrintReport[];
  readonly error: ErrorReport | undefined;
  /** The calls within its forms, if requested. */
  readonly calls?: readonly FormCalls[];
  /** The time in this run: parts taken from an earlier run count as 0. */
  readonly durationMs: number;
  readonly milliGas: bigint;
};

export { placeOfSpan as testPlaceOf };
export type { Place };

export type ExpectationReport = {
  readonly name: string;
  readonly place: Place;
  readonly failure: FailureReport | undefined;
  /** The reason why it was not tested: it neither passed nor failed. */
  readonly skipped?: string;
  /** The time since the previous expectation, or the start of the transaction. */
  readonly durationMs: number;
};

export type FailureReport = {
  /** The expected and the received value, without the name. */
  readonly message: string;
  readonly expected: string | undefined;
  readonly received: string | undefined;
  /** The lines of the expectation with their numbers; `undefined` if it is not in a script. */
  readonly source: string | undefined;
  /** The error of the expression under test. */
  readonly error: FailureCause | undefined;
};

export type PrintReport = { readonly place: Place; readonly text: string };

export type ErrorReport = {
  readonly place: Place;
  /** The code in docs/errors.md. */
  readonly code: string;
  /** One line. */
  readonly message: string;
  /** With source, caret and call stack. */
  readonly rendered: string;
  /** The calls that were open, innermost first. */
  readonly stack: readonly CalledFrame[];
  /** The number of forms skipped after it, and the place where the run continued. */
  readonly skipped: number;
  readonly resumesAt: Place | undefined;
};

/** Information that does not make a test fail. */
export type Notice = { readonly place: Place; readonly text: string };

export function failuresOf(block: BlockReport): readonly ExpectationReport[] {
  return block.expectations.filter(({ failure }) => failure !== undefined);
}

export function skippedOf(block: BlockReport): readonly ExpectationReport[] {
  return block.expectations.filter(({ skipped }) => skipped !== undefined);
}

export function hasFailed({ problem, blocks }: FileReport): boolean {
  return (
    problem !== undefined ||
    blocks.some((block) => block.error !== undefined || failuresOf(block).length > 0)
  );
}
