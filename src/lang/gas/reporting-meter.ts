// The meter of a session whose gas is reported. It goes on where nothing is metered, by the table
// that chains use, and no answer of a program shows it: what was used, the limit and the log stay
// those of the program.

import type { Span } from '../../base/span.ts';
import { tableConstants } from './constants.ts';
import type { GasLabel } from './labels.ts';
import { GasMeter } from './meter.ts';
import type { MilliGas } from './milligas.ts';
import { tableModel, type GasModel } from './model.ts';

/** Who is told of charges: a profile, or a total. */
export type ChargeSink = {
  readonly add: (cost: MilliGas, model: string) => void;
  /** Makes the charge for calling a native. */
  readonly chargeNative: (name: string, charge: () => void) => void;
};

export class ReportingMeter extends GasMeter {
  private readonly sink: ChargeSink;

  constructor(sink: ChargeSink) {
    super();
    this.sink = sink;
  }

  override get active(): GasMeter {
    return this;
  }

  override get model(): GasModel {
    return super.model;
  }

  override set model(model: GasModel) {
    super.model = model;
    this.chooseConstants();
  }

  override get limit(): MilliGas | undefined {
    return super.limit;
  }

  override set limit(limit: MilliGas | undefined) {
    super.limit = limit;
    this.chooseConstants();
  }

  /** Every charge has to be told: none is paid on the short way. */
  override pay(): boolean {
    return false;
  }

  override charge(cost: MilliGas, label: GasLabel, span: Span): void {
    if (this.limit === undefined) {
      this.sink.add(cost, tableModel.name);
      return;
    }
    this.sink.add(this.model.fixedCost ?? cost, this.model.name);
    super.charge(cost, label, span);
  }

  override chargeNative(name: string, span: Span): void {
    this.sink.chargeNative(name, () => {
      if (this.limit === undefined) this.charge(tableModel.nativeCost(name), name, span);
      else super.chargeNative(name, span);
    });
  }

  private chooseConstants(): void {
    this.constants = this.limit === undefined ? tableConstants : this.model.constants;
  }
}
