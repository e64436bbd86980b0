// What the expectations of a run came to.

import type { Span } from '../base/span.ts';

export type ExpectationResult = {
  readonly name: string;
  readonly span: Span;
  readonly outcome: { readonly kind: 'passed' } | FailedExpectation;
};

export type FailedExpectation = {
  readonly kind: 'failed';
  /** The sentence that `expect` returned: what was expected and what came. */
  readonly message: string;
  /** The two that were compared, where it was about two. */
  readonly compared?: Comparison;
};

export type Comparison = { readonly expected: string; readonly received: string };

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
      message,
      ...(compared !== undefined && { compared }),
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
