// What a watcher learns of a charge. The gas log, the gas profile and the total of a test file are such watchers.

import type { Span } from '../../base/span.ts';
import type { GasLabel } from './labels.ts';
import type { MilliGas } from './milligas.ts';

export type Charge = {
  readonly cost: MilliGas;
  /** The words of the gas log. */
  readonly label: GasLabel;
  readonly span: Span;
  /** The name of the gas model that the cost comes from. */
  readonly model: string;
  /** The internal name of the builtin whose flat cost this is. */
  readonly builtin: string | undefined;
  /** False while the program has no limit: it is charged nothing, and the cost is what a chain would charge. */
  readonly isCounted: boolean;
};

export type ChargeWatcher = {
  /** Called before the limit is compared, so that the charge that exceeds it is seen as well. */
  readonly charged: (charge: Charge) => void;
};

export function isChargeWatcher(watcher: Partial<ChargeWatcher>): watcher is ChargeWatcher {
  return watcher.charged !== undefined;
}
