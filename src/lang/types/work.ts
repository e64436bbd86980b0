// How much work inference may do. Types can grow exponentially with the length of a program (a
// record of two copies of the record before it), so steps are counted.

import type { Span } from '../../base/span.ts';
import { fail } from '../diagnostics/error.ts';

/** A module of ten thousand lines takes some hundred thousand steps. */
export const stepLimit = 5_000_000;

export class Work {
  private left = stepLimit;
  private depth = 0;
  private readonly depthLimit: number;
  private readonly beyondLimit: (() => never) | undefined;
  /** What is being looked at, for errors. */
  span: Span;

  constructor(span: Span, depthLimit: number, beyondLimit?: () => never) {
    this.span = span;
    this.depthLimit = depthLimit;
    this.beyondLimit = beyondLimit;
  }

  step(): void {
    if (--this.left < 0) fail('TypeTooLarge', { what: 'steps', limit: stepLimit }, this.span);
  }

  /** One level of nesting down; `leave` follows. */
  enter(): void {
    this.step();
    if (++this.depth <= this.depthLimit) return;
    this.depth = 0;
    this.beyondLimit?.();
    fail('TypeTooLarge', { what: 'levels', limit: this.depthLimit }, this.span);
  }

  leave(): void {
    this.depth--;
  }

  /** After an error was caught. */
  begin(span: Span): void {
    this.span = span;
    this.depth = 0;
  }
}
