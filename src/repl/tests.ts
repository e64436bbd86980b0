// What the expectations of a run came to.

import { decodeUtf8, utf8 } from '../base/bytes.ts';
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

export class Expectations {
  private readonly recorded: ExpectationResult[] = [];
  private failures = 0;

  pass(name: string, span: Span): void {
    this.recorded.push({ name, span, outcome: { kind: 'passed' } });
  }

  fail(name: string, span: Span, message: string, compared?: Comparison): void {
    this.failures++;
    const outcome = {
      kind: 'failed',
      message: kept(message),
      ...(compared !== undefined && {
        compared: { expected: kept(compared.expected), received: kept(compared.received) },
      }),
    } as const;
    this.recorded.push({ name, span, outcome });
  }

  /** Takes over what was recorded before. */
  recall(results: readonly ExpectationResult[]): void {
    for (const { name, span, outcome } of results) {
      if (outcome.kind === 'passed') this.pass(name, span);
      else this.fail(name, span, outcome.message, outcome.compared);
    }
  }

  get all(): readonly ExpectationResult[] {
    return this.recorded;
  }

  get failureCount(): number {
    return this.failures;
  }

  get failed(): readonly ExpectationResult[] {
    return this.recorded.filter((each) => each.outcome.kind === 'failed');
  }
}

function kept(text: string): string {
  if (text.length <= keptLength) return text;
  // Put together anew: a part that is cut out would keep the whole of it.
  const start = decodeUtf8(utf8(text.slice(0, keptLength))) ?? '';
  return `${start}... (${text.length - keptLength} more characters)`;
}
