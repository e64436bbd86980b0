// How much work inference may do. Types can grow exponentially with the length of a program (a
// record of two copies of the record before it), so steps are counted.

import type { Span } from '../../base/span.ts';
import { fail, isEvalError, type EvalError } from '../diagnostics/error.ts';

/** Of one definition. The largest real ones take some ten thousand. */
const definitionSteps = 2_000_000;
/**
 * Of those that are checked after one was too large, in the same module: its type counts as unknown, so that the types of
 * whoever uses it begin to grow anew.
 */
const laterSteps = 200_000;
/** Of a module with all that it depends on: what is left is not checked. */
const moduleSteps = 20_000_000;

export class Work {
  /** Of the present definition. */
  private limit = definitionSteps;
  private left = definitionSteps;
  private wasTooLarge = false;
  private ofModule = moduleSteps;
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
    if (--this.left >= 0) return;
    this.wasTooLarge = true;
    fail('TypeTooLarge', { what: 'steps', limit: this.limit }, this.span);
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

  /**
   * One error hides no other: it is told, and whoever asked goes on, with nothing. What is too large ends
   * it all.
   */
  recovering<T>(run: () => T, refuse: (error: EvalError) => void): T | undefined {
    const { depth } = this;
    try {
      return run();
    } catch (error) {
      if (!isEvalError(error) || error.is('TypeTooLarge')) throw error;
      this.depth = depth;
      refuse(error);
      return undefined;
    }
  }

  /** The next definition; false where the module has used up what it may. */
  begin(span: Span): boolean {
    this.ofModule -= this.limit - this.left;
    this.limit = this.wasTooLarge ? laterSteps : definitionSteps;
    this.left = this.limit;
    this.span = span;
    this.depth = 0;
    return this.ofModule > 0;
  }
}
