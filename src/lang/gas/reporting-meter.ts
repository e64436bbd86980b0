// The meter of a session whose gas is reported. It goes on where nothing is metered, by the table
// that chains use, and no answer of a program shows it: what was used, the limit and the log stay
// those of the program.

import type { Span } from '../../base/span.ts';
import type { GasLabel } from './labels.ts';
import { GasMeter } from './meter.ts';
import type { MilliGas } from './milligas.ts';
import { freeModel, tableModel, type GasModel } from './model.ts';
import type { GasSchedule } from './schedule.ts';

/** Who is told of charges: a profile, or a total. */
export type ChargeSink = {
  readonly add: (cost: MilliGas, model: string) => void;
  /** Makes the charge for calling a native. */
  readonly chargeNative: (name: string, charge: () => void) => void;
};

/** The meter of a session, which tells the sink of every charge where there is one. */
export function meterFor(sink?: ChargeSink, schedule?: GasSchedule): GasMeter {
  return sink === undefined
    ? new GasMeter(freeModel, undefined, schedule)
    : new ReportingMeter(sink, schedule);
}

class ReportingMeter extends GasMeter {
  private readonly sink: ChargeSink;

  constructor(sink: ChargeSink, schedule?: GasSchedule) {
    super(freeModel, undefined, schedule);
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
    this.chooseCosts();
  }

  override get limit(): MilliGas | undefined {
    return super.limit;
  }

  override set limit(limit: MilliGas | undefined) {
    super.limit = limit;
    this.chooseCosts();
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
      if (this.limit === undefined) this.charge(this.schedule.costs.native(name), name, span);
      else super.chargeNative(name, span);
    });
  }

  private chooseCosts(): void {
    const model = this.limit === undefined ? tableModel : this.model;
    this.costs = model.costsOf(this.schedule);
  }
}
