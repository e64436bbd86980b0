// What a test file came to, as plain data: it goes from the thread that ran it to the reporters.

import { placeOfSpan, type Place } from '../../base/place.ts';
import type { CalledFrame } from '../../repl/called-frames.ts';
import type { FormCalls } from '../../debugger/calls/call-tree.ts';
import type { FailureCause } from '../../repl/failure-cause.ts';

export type FileReport = {
  /** As the user named it. */
  readonly file: string;
  readonly blocks: readonly BlockReport[];
  /** Identities of the files that were read, this one first. */
  readonly reads: readonly string[];
  readonly notices: readonly Notice[];
  /** Why there is no more: it cannot be read, took too long, its thread died. */
  readonly problem: string | undefined;
  readonly durationMs: number;
  /** Milligas by the table of chains, also where the script does not meter. */
  readonly milliGas: bigint;
};

/** A transaction of the script, or what stands outside of one. */
export type BlockReport = {
  /** `undefined` outside of transactions. */
  readonly name: string | undefined;
  readonly place: Place;
  readonly expectations: readonly ExpectationReport[];
  /** What was printed, in order. */
  readonly prints: readonly PrintReport[];
  readonly error: ErrorReport | undefined;
  /** What happened within its forms, if that was asked for. */
  readonly calls?: readonly FormCalls[];
  /** In this run: what an earlier one has left took no time. */
  readonly durationMs: number;
  readonly milliGas: bigint;
};

export { placeOfSpan as testPlaceOf };
export type { Place };

export type ExpectationReport = {
  readonly name: string;
  readonly place: Place;
  readonly failure: FailureReport | undefined;
  /** Why it was not tried: it neither held nor failed. */
  readonly skipped?: string;
  /** Since the one before, or the beginning of the transaction. */
  readonly durationMs: number;
};

export type FailureReport = {
  /** What was expected and what came, without the name. */
  readonly message: string;
  readonly expected: string | undefined;
  readonly received: string | undefined;
  /** The lines of the expectation with their numbers; `undefined` where it is in no script. */
  readonly source: string | undefined;
  /** The error that the expression under test failed with. */
  readonly error: FailureCause | undefined;
};

export type PrintReport = { readonly place: Place; readonly text: string };

export type ErrorReport = {
  readonly place: Place;
  /** As docs/errors.md lists it. */
  readonly code: string;
  /** One line. */
  readonly message: string;
  /** With source, caret and call stack. */
  readonly rendered: string;
  /** The calls that were open, innermost first. */
  readonly stack: readonly CalledFrame[];
  /** Forms that were left out after it, and where the run went on. */
  readonly skipped: number;
  readonly resumesAt: Place | undefined;
};

/** What is worth knowing and makes no test fail. */
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
