// The log of charges that `env-gaslog` shows.

import type { Span } from '../../base/span.ts';
import type { Charge, ChargeWatcher } from './charge-watcher.ts';
import type { GasLabel } from './labels.ts';
import type { MilliGas } from './milligas.ts';

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
