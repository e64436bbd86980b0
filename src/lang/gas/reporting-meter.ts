// The meter of a session whose gas is reported. If the program has no limit, it still reports charges,
// by the prices of chains. The program cannot observe this: gas used, limit and log do not change.
import type { Span } from '../../base/span.ts';
import { type GasLabel, gasLabels } from './labels.ts';
import { GasMeter } from './meter.ts';
import type { MilliGas } from './milligas.ts';
import { type GasModel, freeModel, tableModel } from './model.ts';
import type { GasSchedule } from './schedule.ts';

export class ReportingMeter extends GasMeter {
  constructor(watchers: readonly ChargeWatcher[], schedule?: GasSchedule) {
    super(freeModel, undefined, schedule);
    for (const watcher of watchers) this.watch(watcher);
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

  override charge(cost: MilliGas, label: GasLabel, span: Span): void {
    if (this.limit === undefined) this.tellUncounted(cost, label, span, undefined);
    else super.charge(cost, label, span);
  }

  override chargeBuiltin(name: string, span: Span, setsGas?: boolean): void {
    if (this.limit !== undefined) super.chargeBuiltin(name, span, setsGas);
    else {
      const label = gasLabels.builtin(name, !this.schedule.flatCosts.has(name));
      this.tellUncounted(this.schedule.costs.builtin(name), label, span, name);
    }
  }

  private tellUncounted(
    cost: MilliGas,
    label: GasLabel,
    span: Span,
    builtin: string | undefined,
  ): void {
    this.tell({ cost, label, span, model: tableModel.name, builtin, isCounted: false });
  }

  private chooseCosts(): void {
    const model = this.limit === undefined ? tableModel : this.model;
    this.costs = model.costsOf(this.schedule);
  }
}

// Watchers of gas charges: the gas log, the gas profile and the gas total of a test file.

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
