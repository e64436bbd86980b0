// The total gas of a session, for callers that need no details.

import { BugError } from '../../base/assert.ts';
import type { Charge, ChargeWatcher } from './charge-watcher.ts';
import { addMilliGas, exceeds, type MilliGas } from './milligas.ts';

export class GasTotal implements ChargeWatcher {
  used: MilliGas = 0;
  private readonly limit: MilliGas | undefined;
  private readonly onExceeded: () => never;

  /** `onExceeded` ends the session at the first charge beyond the limit. */
  constructor(limit?: MilliGas, onExceeded: () => never = neverLimited) {
    this.limit = limit;
    this.onExceeded = onExceeded;
  }

  charged({ cost }: Charge): void {
    this.used = addMilliGas(this.used, cost);
    if (this.isExceeded) this.onExceeded();
  }

  get isExceeded(): boolean {
    return this.limit !== undefined && exceeds(this.used, this.limit);
  }
}

function neverLimited(): never {
  throw new BugError('a limit comes with what happens beyond it');
}
