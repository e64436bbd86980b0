// How much gas a session has used in all, for those who want to know no more than that.

import { addMilliGas, type MilliGas } from './milligas.ts';
import type { ChargeSink } from './reporting-meter.ts';

export class GasTotal implements ChargeSink {
  used: MilliGas = 0;

  add(cost: MilliGas): void {
    this.used = addMilliGas(this.used, cost);
  }

  chargeNative(_: string, charge: () => void): void {
    charge();
  }
}
