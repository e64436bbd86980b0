// Watchers of gas charges: the gas log, the gas profile and the gas total of a test file.

import type { Span } from '../../base/span.ts';
import type { GasLabel } from './labels.ts';
import type { MilliGas } from './milligas.ts';

export type Charge = {
  readonly cost: MilliGas;
  /** The label in the gas log. */
  readonly label: GasLabel;
  readonly span: Span;
  /** The name of the gas model that the cost comes from. */
  readonly model: string;
  /** The internal name of the builtin whose flat cost this is. */
  readonly builtin: string | undefined;
  /** False while the program has no limit: then nothing is charged, and `cost` is the charge on a chain. */
  readonly isCounted: boolean;
};

export type ChargeWatcher = {
  /** Called before the limit is checked, so that watchers also see the charge that exceeds it. */
  readonly charged: (charge: Charge) => void;
};

export function isChargeWatcher(watcher: Partial<ChargeWatcher>): watcher is ChargeWatcher {
  return watcher.charged !== undefined;
}
