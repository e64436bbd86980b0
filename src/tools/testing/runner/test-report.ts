// The report of a test file: plain data, sent from the thread that ran it to the reporters.

import { type Place, type Span, placeOfSpan } from '../../../base/span.ts';
import type { CalledFrame, FailureCause } from '../../repl/form-error.ts';
import type { FormCalls } from '../../debugger/calls.ts';
import { renderSlice } from '../../../lang/session/run.ts';
import type { Failure } from '../../repl/expectations.ts';

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

/** Makes the report of a failed expectation. */
export function failureReport(span: Span, failure: Failure): FailureReport {
  const { compared, cause } = failure;
  return {
    message: messageOf(failure),
    expected: compared?.expected,
    received: compared?.received,
    source: excerptOf(span),
    error: cause,
  };
}

/** Limits the source: an expectation may contain a whole program. */
const maxLines = 6;

/** Returns its line with carets, or its first lines if it has several. */
function excerptOf(span: Span): string {
  const first = span.startPosition.line;
  const end = span.endPosition.line;
  if (end === first) return renderSlice(span);
  const isWhole = end - first < maxLines;
  const last = isWhole ? end : first + maxLines - 2;
  const width = String(last + 1).length + 1;
  const lines: string[] = [];
  for (let line = first; line <= last; line++) {
    lines.push(`${String(line + 1).padStart(width)} | ${span.source.lineAt(line)}`.trimEnd());
  }
  if (!isWhole) lines.push(`... ${end - last} more lines`);
  return lines.join('\n');
}

/** A longer value is not part of the message. */
const longestValue = 80;

function messageOf({ message, summary, compared, cause }: Failure): string {
  const { expected, received } = compared ?? {};
  if (summary === undefined) {
    return compared === undefined ? message : `expected ${expected}, received ${received}`;
  }
  const isShort = received !== undefined && received.length <= longestValue;
  return isShort && cause === undefined ? `${summary}, received ${received}` : summary;
}
