// The meter of a session whose gas is reported. It goes on where nothing is metered, by the table
// that chains use, and no answer of a program shows it: what was used, the limit and the log stay
// those of the program.

import type { Span } from '../../base/span.ts';
import { tableConstants } from './constants.ts';
import type { GasLabel } from './labels.ts';
import { GasMeter } from './meter.ts';
import type { MilliGas } from './milligas.ts';
import { tableModel, type GasModel } from './model.ts';
import type { GasProfile } from './profile.ts';

export class ReportingMeter extends GasMeter {
  private readonly profile: GasProfile;

  constructor(profile: GasProfile) {
    super();
    this.profile = profile;
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

  override charge(cost: MilliGas, label: GasLabel, span: Span): void {
    if (this.limit === undefined) {
      this.profile.add(cost, tableModel.name);
      return;
    }
    this.profile.add(this.model.fixedCost ?? cost, this.model.name);
    super.charge(cost, label, span);
  }

  override chargeNative(name: string, span: Span): void {
    this.profile.chargeNative(name, () => {
      if (this.limit === undefined) this.charge(tableModel.nativeCost(name), name, span);
      else super.chargeNative(name, span);
    });
  }

  private chooseConstants(): void {
    this.constants = this.limit === undefined ? tableConstants : this.model.constants;
  }
}
