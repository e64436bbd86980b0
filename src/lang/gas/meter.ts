// The gas account of a session: model, limit, what was used, and the log of charges. The machine is
// given it only while there is a limit (`active`), and charges nothing otherwise.
// Source: Gas/Utils.hs (chargeGasArgsM), Gas/Types.hs (GasEnv); section 8.

import type { Span } from '../../base/span.ts';
import { isCoreBuiltin } from '../core/builtin-index.ts';
import { fail } from '../diagnostics/error.ts';
import type { GasConstants } from './constants.ts';
import { gasLabels, type GasLabel } from './labels.ts';
import { addMilliGas, exceeds, toGas, type MilliGas } from './milligas.ts';
import { freeModel, type GasModel } from './model.ts';

export type GasLogEntry = {
  readonly label: GasLabel;
  readonly span: Span;
  readonly cost: MilliGas;
};

export class GasMeter {
  /** The constants of the present model, which cost functions take. */
  constants: GasConstants;
  private usedAmount: MilliGas = 0;
  private limitAmount: MilliGas | undefined;
  /**
   * The limit where it is a safe number, else the largest safe number: below it no more need be
   * looked at.
   */
  private simpleLimit = 0;
  private presentModel: GasModel;
  private entries: GasLogEntry[] | undefined;

  constructor(model: GasModel = freeModel, limit?: MilliGas) {
    this.presentModel = model;
    this.constants = model.constants;
    this.limit = limit;
  }

  /** As it was made: nothing is metered, used or logged. */
  reset(): void {
    this.model = freeModel;
    this.limit = undefined;
    this.used = 0;
    this.entries = undefined;
  }

  /** What a machine meters with: `undefined` while there is no limit. */
  get active(): GasMeter | undefined {
    return this.limitAmount === undefined ? undefined : this;
  }

  get model(): GasModel {
    return this.presentModel;
  }

  /** Keeps limit, amount used and log. */
  set model(model: GasModel) {
    this.presentModel = model;
    this.constants = model.constants;
  }

  get limit(): MilliGas | undefined {
    return this.limitAmount;
  }

  set limit(limit: MilliGas | undefined) {
    this.limitAmount = limit;
    this.simpleLimit = typeof limit === 'bigint' ? Number.MAX_SAFE_INTEGER : (limit ?? 0);
  }

  get used(): MilliGas {
    return this.usedAmount;
  }

  set used(amount: MilliGas) {
    this.usedAmount = amount;
  }

  /**
   * Adds the cost, then compares with the limit: the charge that goes beyond it is counted and
   * logged before it fails with `GasExceeded`, which nothing catches.
   */
  charge(cost: MilliGas, label: GasLabel, span: Span): void {
    if (
      typeof cost === 'number' &&
      typeof this.usedAmount === 'number' &&
      this.entries === undefined &&
      this.presentModel.fixedCost === undefined
    ) {
      const total = this.usedAmount + cost;
      if (total <= this.simpleLimit) {
        this.usedAmount = total;
        return;
      }
    }
    this.chargeCarefully(this.presentModel.fixedCost ?? cost, label, span);
  }

  /** The flat cost of a native, by internal name. Those of the REPL cost nothing, even beyond the limit. */
  chargeNative(name: string, span: Span): void {
    const cost = this.presentModel.nativeCost(name);
    if (cost === 0 && !isCoreBuiltin(name)) return;
    this.charge(cost, this.entries === undefined ? name : gasLabels.native(name), span);
  }

  chargeConstant(amount: number, span: Span): void {
    this.charge(amount, this.entries === undefined ? '' : gasLabels.constant(amount), span);
  }

  get isLogging(): boolean {
    return this.entries !== undefined;
  }

  startLog(): void {
    this.entries ??= [];
  }

  /** The log in the order of the charges, which is emptied; `undefined` where none is kept. */
  takeLog(): readonly GasLogEntry[] | undefined {
    const entries = this.entries;
    if (entries !== undefined) this.entries = [];
    return entries;
  }

  private chargeCarefully(cost: MilliGas, label: GasLabel, span: Span): void {
    const limit = this.limitAmount;
    if (limit === undefined) return;
    this.usedAmount = addMilliGas(this.usedAmount, cost);
    this.entries?.push({ label, span, cost });
    if (exceeds(this.usedAmount, limit)) {
      fail('GasExceeded', { limit: toGas(limit), used: toGas(this.usedAmount) }, span);
    }
  }
}

export function labelText(label: GasLabel): string {
  return typeof label === 'string' ? label : label();
}
