// Counts successful cases, and the reasons for the others.

import type { EvalError } from '../../../lang/session/run.ts';
import { firstLine } from '../../../base/prose.ts';

/** The most distinct reasons to count: messages with arguments produce many. */
const mostReasons = 50;

export class Tally {
  succeeded = 0;
  rejected = 0;
  /** The rejections for lack of a capability that only the module can grant. */
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

  /**
   * Checks whether no call succeeded and most were refused, at least this number: then only the module itself can call the
   * function. Arguments that fail earlier conditions are not refused.
   */
  isInternal(enoughRefusals: number): boolean {
    const { succeeded, refused, rejected } = this;
    return succeeded === 0 && refused >= enoughRefusals && refused * 2 >= rejected;
  }

  /** The most frequent reason, with its count. */
  get reason(): readonly [string, number] {
    let best: readonly [string, number] = ['', 0];
    for (const entry of this.reasons) if (entry[1] > best[1]) best = entry;
    return best;
  }
}
