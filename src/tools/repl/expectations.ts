// The results of the expectations of a run.

import { decodeUtf8, utf8 } from '../../base/bytes.ts';
import { Deferred } from '../../base/deferred.ts';
import type { Span } from '../../base/span.ts';
import type { FailureCause } from './form-error.ts';

export type ExpectationResult = {
  readonly name: string;
  readonly span: Span;
  readonly outcome: { readonly kind: 'passed' } | FailedExpectation;
};

export type FailedExpectation = { readonly kind: 'failed' } & Failure;

export type Failure = {
  /** The sentence that the builtin returned, in the words of the reference; a long one is cut. */
  readonly message: string;
  /** Our own line for reports; without it, reports show the comparison. */
  readonly summary?: string;
  readonly compared?: Comparison;
  /** The error of the expression under test. */
  readonly cause?: FailureCause;
};

/** The compared values as printed. */
export type Comparison = {
  /** `undefined` if there is no expected value, as with a condition. */
  readonly expected: string | undefined;
  readonly received: string;
};

/** The UTF-16 units kept of each text: nested expectations quote one another, and all are kept. */
const keptLength = 1 << 14;

/** The result of a part of a run; most callers need only the failures. */
export type ExpectationSummary = {
  readonly count: number;
  readonly failed: readonly ExpectationResult[];
  readonly all: Deferred<readonly ExpectationResult[]>;
};

export class Expectations {
  /** The parts recorded before this run continues. */
  private earlier: ExpectationSummary[] = [];
  private recorded: ExpectationResult[] = [];
  private readonly failures: ExpectationResult[] = [];

  pass(name: string, span: Span): void {
    this.recorded.push({ name, span, outcome: { kind: 'passed' } });
  }

  fail(name: string, span: Span, failure: Failure): void {
    const failed = { name, span, outcome: { kind: 'failed', ...keptFailure(failure) } } as const;
    this.recorded.push(failed);
    this.failures.push(failed);
  }

  /** Adds the results that another run has recorded. */
  recall(summary: ExpectationSummary): void {
    if (this.recorded.length === 0) this.earlier.push(summary);
    else for (const result of summary.all.value) this.recorded.push(result);
    this.failures.push(...summary.failed);
  }

  get all(): readonly ExpectationResult[] {
    if (this.earlier.length > 0) {
      const parts = this.earlier.map(({ all }) => all.value);
      this.recorded = [...parts.flat(), ...this.recorded];
      this.earlier = [];
    }
    return this.recorded;
  }

  /** Returns the results after the first `count`. */
  after(count: number): ExpectationSummary {
    const before = this.count - this.recorded.length;
    const all = count < before ? this.all.slice(count) : this.recorded.slice(count - before);
    return { count: all.length, failed: all.filter(isFailure), all: Deferred.of(all) };
  }

  get count(): number {
    return this.earlier.reduce((sum, part) => sum + part.count, this.recorded.length);
  }

  get failureCount(): number {
    return this.failures.length;
  }

  get failed(): readonly ExpectationResult[] {
    return this.failures;
  }
}

const isFailure = ({ outcome }: ExpectationResult): boolean => outcome.kind === 'failed';

function keptFailure({ message, summary, compared, cause }: Failure): Failure {
  return {
    message: kept(message),
    ...(summary !== undefined && { summary: kept(summary) }),
    ...(compared !== undefined && { compared: keptComparison(compared) }),
    ...(cause !== undefined && {
      cause: { ...cause, message: kept(cause.message), rendered: kept(cause.rendered) },
    }),
  };
}

/** Cuts two long texts; if they have a common beginning, the kept parts start shortly before the difference. */
function keptComparison({ expected, received }: Comparison): Comparison {
  if (expected === undefined) return { expected, received: kept(received) };
  const alike = commonStart(expected, received);
  const left = alike < keptLength / 2 ? 0 : alike - keptLength / 4;
  if (left === 0) return { expected: kept(expected), received: kept(received) };
  const from = (text: string): string =>
    kept(`(${left} characters that are the same) ...${text.slice(left)}`);
  return { expected: from(expected), received: from(received) };
}

function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at++;
  return at;
}

function kept(text: string): string {
  if (text.length <= keptLength) return text;
  // Copied, because a substring would keep the whole text in memory.
  const start = decodeUtf8(utf8(text.slice(0, keptLength))) ?? '';
  return `${start}... (${text.length - keptLength} more characters)`;
}
