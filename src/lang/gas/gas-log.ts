// The log of charges that `env-gaslog` shows.
import type { Span } from '../../base/span.ts';
import type { Charge, ChargeWatcher } from './reporting-meter.ts';
import type { GasLabel } from './labels.ts';
import { type MilliGas, addMilliGas, exceeds } from './milligas.ts';
import { BugError } from '../../base/assert.ts';

export type GasLogEntry = {
  readonly label: GasLabel;
  readonly span: Span;
  readonly cost: MilliGas;
};

export class GasLog implements ChargeWatcher {
  private written: GasLogEntry[];

  constructor(entries: readonly GasLogEntry[] = []) {
    this.written = [...entries];
  }

  get entries(): readonly GasLogEntry[] {
    return this.written;
  }

  charged({ isCounted, label, span, cost }: Charge): void {
    if (isCounted) this.written.push({ label, span, cost });
  }

  /** Returns the entries in the order of the charges, and empties the log. */
  take(): readonly GasLogEntry[] {
    const entries = this.written;
    this.written = [];
    return entries;
  }
}

// The total gas of a session, for callers that need no details.

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
