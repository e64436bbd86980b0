// The gas account of a session: model, limit, what was used, and the log of charges. The machine is
// given it only while there is a limit (`active`), and charges nothing otherwise.
// Source: Gas/Utils.hs (chargeGasArgsM), Gas/Types.hs (GasEnv); section 8.

import type { Span } from '../../base/span.ts';
import { fail } from '../diagnostics/error.ts';
import { gasLabels, type GasLabel } from './labels.ts';
import { addMilliGas, exceeds, toGas, type MilliGas } from './milligas.ts';
import { freeModel, modelNamed, type GasModel } from './model.ts';
import { newestGasSchedule } from './releases/index.ts';
import type { GasCosts, GasSchedule } from './schedule.ts';

export type GasLogEntry = {
  readonly label: GasLabel;
  readonly span: Span;
  readonly cost: MilliGas;
};

const largestSafe = Number.MAX_SAFE_INTEGER;

export type MeterState = {
  readonly model: string;
  readonly limit: MilliGas | undefined;
  readonly used: MilliGas;
  readonly entries: readonly GasLogEntry[] | undefined;
};

export class GasMeter {
  /** What the release of this session charges. */
  readonly schedule: GasSchedule;
  /** The same as the present model applies it. */
  costs: GasCosts;
  /** What was used while it is a safe number; else `usedBeyond` holds it. */
  private usedSafely = 0;
  private usedBeyond: bigint | undefined;
  private limitAmount: MilliGas | undefined;
  /**
   * Up to this total a charge is one addition and one comparison. It is -1 where a charge takes
   * more: while a log is kept, under a fixed cost, or without a limit.
   */
  private plainUpTo = -1;
  private presentModel: GasModel;
  private entries: GasLogEntry[] | undefined;

  constructor(
    model: GasModel = freeModel,
    limit?: MilliGas,
    schedule: GasSchedule = newestGasSchedule,
  ) {
    this.schedule = schedule;
    this.presentModel = model;
    this.costs = model.costsOf(schedule);
    this.limit = limit;
  }

  /** As it was made: nothing is metered, used or logged. */
  reset(): void {
    this.model = freeModel;
    this.limit = undefined;
    this.entries = undefined;
    this.used = 0;
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
    this.costs = model.costsOf(this.schedule);
    this.choosePlain();
  }

  get limit(): MilliGas | undefined {
    return this.limitAmount;
  }

  set limit(limit: MilliGas | undefined) {
    this.limitAmount = limit;
    this.choosePlain();
  }

  get used(): MilliGas {
    return this.usedBeyond ?? this.usedSafely;
  }

  set used(amount: MilliGas) {
    this.usedSafely = typeof amount === 'number' ? amount : 0;
    this.usedBeyond = typeof amount === 'bigint' ? amount : undefined;
    this.choosePlain();
  }

  /**
   * Adds the cost where nothing but the sum has to be looked at. Else it answers `false` and has
   * done nothing: the caller makes the same charge by `charge`, with its words for the log.
   */
  pay(cost: MilliGas): boolean {
    if (typeof cost !== 'number') return false;
    const total = this.usedSafely + cost;
    if (total > this.plainUpTo) return false;
    this.usedSafely = total;
    return true;
  }

  /** What `pay` would take at once; negative where it takes nothing. */
  get plainRoom(): number {
    return this.plainUpTo - this.usedSafely;
  }

  /**
   * Adds the cost, then compares with the limit: the charge that goes beyond it is counted and
   * logged before it fails with `GasExceeded`, which nothing catches.
   */
  charge(cost: MilliGas, label: GasLabel, span: Span): void {
    if (this.pay(cost)) return;
    this.chargeCarefully(this.presentModel.fixedCost ?? cost, label, span);
  }

  chargeNative(name: string, span: Span): void {
    // Those of the REPL cost nothing whatever the model.
    const isFree = !this.schedule.flatCosts.has(name);
    const label = this.entries === undefined ? name : gasLabels.native(name, isFree);
    if (isFree) this.chargeNothing(label, span);
    else this.charge(this.costs.native(name), label, span);
  }

  chargeConstant(amount: number, span: Span): void {
    if (this.pay(amount)) return;
    this.charge(amount, this.entries === undefined ? '' : gasLabels.constant(amount), span);
  }

  /**
   * Cuts what was used to the limit. A session that goes on after an error needs it: beyond the
   * limit no native runs, not even one that sets the gas anew (decision 0038).
   */
  forgetExcess(): void {
    const limit = this.limitAmount;
    if (limit !== undefined && exceeds(this.used, limit)) this.used = limit;
  }

  get isLogging(): boolean {
    return this.entries !== undefined;
  }

  /** What is kept of a meter beside its model, which is known by its name. */
  get state(): MeterState {
    const { name } = this.presentModel;
    const entries = this.entries?.map((entry) => ({ ...entry, label: labelText(entry.label) }));
    return { model: name, limit: this.limitAmount, used: this.used, entries };
  }

  set state({ model, limit, used, entries }: MeterState) {
    this.model = modelNamed(model);
    this.limit = limit;
    this.used = used;
    this.entries = entries === undefined ? undefined : [...entries];
    this.choosePlain();
  }

  startLog(): void {
    this.entries ??= [];
    this.choosePlain();
  }

  /** The log in the order of the charges, which is emptied; `undefined` where none is kept. */
  takeLog(): readonly GasLogEntry[] | undefined {
    const entries = this.entries;
    if (entries !== undefined) this.entries = [];
    return entries;
  }

  /**
   * A charge of 0 under every model, also under one of fixed costs. It still fails where the limit
   * is already exceeded, so nothing more runs after gas has run out within an `expect`.
   */
  private chargeNothing(label: GasLabel, span: Span): void {
    if (!this.pay(0)) this.chargeCarefully(0, label, span);
  }

  private chargeCarefully(cost: MilliGas, label: GasLabel, span: Span): void {
    const limit = this.limitAmount;
    if (limit === undefined) return;
    const used = addMilliGas(this.used, cost);
    this.used = used;
    this.entries?.push({ label, span, cost });
    if (exceeds(used, limit)) {
      fail('GasExceeded', { limit: toGas(limit), used: toGas(used) }, span);
    }
  }

  private choosePlain(): void {
    const limit = this.limitAmount;
    const isPlain =
      limit !== undefined &&
      this.entries === undefined &&
      this.usedBeyond === undefined &&
      this.presentModel.fixedCost === undefined;
    this.plainUpTo = isPlain ? Number(limit > largestSafe ? largestSafe : limit) : -1;
  }
}

export function labelText(label: GasLabel): string {
  return typeof label === 'string' ? label : label();
}
