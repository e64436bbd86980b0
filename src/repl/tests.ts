// What the expectations of a run came to.

import { decodeUtf8, utf8 } from '../base/bytes.ts';
import { Deferred } from '../base/deferred.ts';
import type { Span } from '../base/span.ts';

export type ExpectationResult = {
  readonly name: string;
  readonly span: Span;
  readonly outcome: { readonly kind: 'passed' } | FailedExpectation;
};

export type FailedExpectation = {
  readonly kind: 'failed';
  /** The sentence that `expect` returned, what was expected and what came; the end of a long one is left out. */
  readonly message: string;
  /** The two that were compared, where it was about two. */
  readonly compared?: Comparison;
};

export type Comparison = { readonly expected: string; readonly received: string };

/** Of each text that is kept, in UTF-16 units: expectations in expectations quote one another, and all of them stay. */
const keptLength = 1 << 14;

/** What a part of a run came to, of which only failures are looked at by most. */
export type ExpectationSummary = {
  readonly count: number;
  readonly failed: readonly ExpectationResult[];
  readonly all: Deferred<readonly ExpectationResult[]>;
};

export class Expectations {
  /** What was recorded before this run goes on, in parts. */
  private earlier: ExpectationSummary[] = [];
  private recorded: ExpectationResult[] = [];
  private readonly failures: ExpectationResult[] = [];

  pass(name: string, span: Span): void {
    this.recorded.push({ name, span, outcome: { kind: 'passed' } });
  }

  fail(name: string, span: Span, message: string, compared?: Comparison): void {
    const outcome = {
      kind: 'failed',
      message: kept(message),
      ...(compared !== undefined && {
        compared: { expected: kept(compared.expected), received: kept(compared.received) },
      }),
    } as const;
    const failure = { name, span, outcome };
    this.recorded.push(failure);
    this.failures.push(failure);
  }

  /** Takes over what another run has recorded. */
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

  /** What was recorded after the first so many. */
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

function kept(text: string): string {
  if (text.length <= keptLength) return text;
  // Put together anew: a part that is cut out would keep the whole of it.
  const start = decodeUtf8(utf8(text.slice(0, keptLength))) ?? '';
  return `${start}... (${text.length - keptLength} more characters)`;
}
