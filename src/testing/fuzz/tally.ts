// How many cases succeeded, and what stopped the others.

import type { EvalError } from '../../lang/session/run.ts';
import { firstLine } from '../../base/first-line.ts';

/** Reasons that are told apart; arguments in messages make many. */
const mostReasons = 50;

export class Tally {
  succeeded = 0;
  rejected = 0;
  /** Of those, for lack of a capability that the module alone can grant. */
  private refused = 0;
  private readonly reasons = new Map<string, number>();

  reject(error: EvalError): void {
    this.rejected++;
    if (error.name === 'CapabilityNotGranted') this.refused++;
    const reason = firstLine(error.message);
    const known = this.reasons.get(reason);
    if (known !== undefined || this.reasons.size < mostReasons) {
      this.reasons.set(reason, (known ?? 0) + 1);
    }
  }

  /** Nothing but refusals, and as many as that: only other functions of the module can call it. */
  isInternal(enoughRefusals: number): boolean {
    return this.succeeded === 0 && this.refused === this.rejected && this.refused >= enoughRefusals;
  }

  /** The most frequent reason, and how often it was. */
  get reason(): readonly [string, number] {
    let best: readonly [string, number] = ['', 0];
    for (const entry of this.reasons) if (entry[1] > best[1]) best = entry;
    return best;
  }
}
