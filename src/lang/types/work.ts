// Limits the work of inference. Types can grow exponentially with the length of a program (a record of two
// copies of the record before it), so steps are counted.

import type { Span } from '../../base/span.ts';
import { fail, isEvalError, type EvalError } from '../diagnostics/error.ts';

/** Steps for one definition. The largest real ones take some ten thousand. */
const definitionSteps = 2_000_000;
/**
 * Steps for definitions that are checked after one was too large, in the same module: its type counts as unknown, so the
 * types of its users start growing anew.
 */
const laterSteps = 200_000;
/** Steps for a module with all its dependencies: beyond them, definitions are not checked. */
const moduleSteps = 20_000_000;

export class Work {
  /** Steps of the current definition. */
  private limit = definitionSteps;
  private left = definitionSteps;
  private wasTooLarge = false;
  private ofModule = moduleSteps;
  private depth = 0;
  private readonly depthLimit: number;
  /** The current place, for errors. */
  span: Span;

  constructor(span: Span, depthLimit: number) {
    this.span = span;
    this.depthLimit = depthLimit;
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
    fail('TypeTooLarge', { what: 'levels', limit: this.depthLimit }, this.span);
  }

  leave(): void {
    this.depth--;
  }

  /**
   * Reports an error and returns `undefined`, so that one error hides no other. Only a type that is too
   * large ends everything.
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

  /** Starts the next definition; false if the module has no steps left. */
  begin(span: Span): boolean {
    this.ofModule -= this.limit - this.left;
    this.limit = this.wasTooLarge ? laterSteps : definitionSteps;
    this.left = this.limit;
    this.span = span;
    this.depth = 0;
    return this.ofModule > 0;
  }
}
