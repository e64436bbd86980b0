// What the expectations of a run came to.

import type { Span } from '../base/span.ts';

export type ExpectationResult = {
  readonly name: string;
  readonly span: Span;
  readonly outcome:
    | { readonly kind: 'passed' }
    /** The sentence that `expect` returned: what was expected and what came. */
    | { readonly kind: 'failed'; readonly message: string };
};

export class Expectations {
  private readonly recorded: ExpectationResult[] = [];
  private failures = 0;

  pass(name: string, span: Span): void {
    this.recorded.push({ name, span, outcome: { kind: 'passed' } });
  }

  fail(name: string, span: Span, message: string): void {
    this.failures++;
    this.recorded.push({ name, span, outcome: { kind: 'failed', message } });
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
