// The gas account of a session: model, limit, gas used, and the log of charges. The machine has a
// meter only while there is a limit (`active`), and charges nothing otherwise.
// Source: Gas/Utils.hs (chargeGasArgsM), Gas/Types.hs (GasEnv); section 8.

import type { Span } from '../../base/span.ts';
import { evalError, type EvalError } from '../diagnostics/error.ts';
import type { Charge, ChargeWatcher } from './reporting-meter.ts';
import { GasLog, type GasLogEntry } from './gas-log.ts';
import { gasLabels, type GasLabel } from './labels.ts';
import { addMilliGas, exceeds, toGas, type MilliGas } from './milligas.ts';
import { freeModel, modelNamed, type GasModel } from './model.ts';
import { newestGasSchedule } from './releases/index.ts';
import type { GasCosts, GasSchedule } from './schedule.ts';

export type { GasLogEntry } from './gas-log.ts';

const largestSafe = Number.MAX_SAFE_INTEGER;

export type MeterState = {
  readonly model: string;
  readonly limit: MilliGas | undefined;
  readonly used: MilliGas;
  readonly entries: readonly GasLogEntry[] | undefined;
  readonly ranOutIn: Span | undefined;
};

export class GasMeter {
  /** The prices of this session's release. */
  readonly schedule: GasSchedule;
  /** The same prices as applied by the current model. */
  costs: GasCosts;
  /** The gas used while it is a safe integer; otherwise `usedBeyond` holds it. */
  private usedSafely = 0;
  private usedBeyond: bigint | undefined;
  private limitAmount: MilliGas | undefined;
  /**
   * Up to this total, a charge is one addition and one comparison. It is -1 if charges need more:
   * while charges are watched, under a fixed cost, or without a limit.
   */
  private plainUpTo = -1;
  private presentModel: GasModel;
  private log: GasLog | undefined;
  private readonly watchers: ChargeWatcher[] = [];
  /** The running form of a script. */
  private form: Span | undefined;
  /** The form in which the gas ran out, until a script sets the gas. */
  private ranOutIn: Span | undefined;

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

  /** Adds a watcher of every charge. It turns off the fast path of charges. */
  watch(watcher: ChargeWatcher): void {
    this.watchers.push(watcher);
    this.choosePlain();
  }

  /** Restores the initial state: nothing metered, used or logged. Watchers stay. */
  reset(): void {
    this.model = freeModel;
    this.limit = undefined;
    this.log = undefined;
    this.used = 0;
  }

  /** The meter for a machine; `undefined` while there is no limit. */
  get active(): GasMeter | undefined {
    return this.limitAmount === undefined ? undefined : this;
  }

  get model(): GasModel {
    return this.presentModel;
  }

  /** Keeps the limit, the gas used and the log. */
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
    this.ranOutIn = undefined;
    this.choosePlain();
  }

  get used(): MilliGas {
    return this.usedBeyond ?? this.usedSafely;
  }

  set used(amount: MilliGas) {
    this.usedSafely = typeof amount === 'number' ? amount : 0;
    this.usedBeyond = typeof amount === 'bigint' ? amount : undefined;
    this.ranOutIn = undefined;
    this.choosePlain();
  }

  /** Tells which form of a script runs now, for errors after the gas has run out in it. */
  runs(form: Span): void {
    this.form = form;
  }

  /**
   * Adds the cost if only the sum matters. Otherwise changes nothing and returns `false`: the caller
   * must make the same charge with `charge` and its label for the log.
   */
  pay(cost: MilliGas): boolean {
    if (typeof cost !== 'number') return false;
    const total = this.usedSafely + cost;
    if (total > this.plainUpTo) return false;
    this.usedSafely = total;
    return true;
  }

  /**
   * Adds the cost, then checks the limit: the charge that exceeds it is counted and logged before it
   * fails with `GasExceeded`, which cannot be caught.
   */
  charge(cost: MilliGas, label: GasLabel, span: Span): void {
    if (this.pay(cost)) return;
    this.chargeCarefully(this.presentModel.fixedCost ?? cost, label, span);
  }

  /** A builtin that sets the gas is charged, but runs even if the limit is exceeded (decision 0013). */
  chargeBuiltin(name: string, span: Span, setsGas = false): void {
    const isFree = !this.schedule.flatCosts.has(name);
    const price = isFree ? 0 : this.costs.builtin(name);
    if (this.pay(price)) return;
    const label = this.isWatched ? gasLabels.builtin(name, isFree) : name;
    // A free builtin costs nothing even under a fixed cost. It still fails if the limit is already exceeded, so
    // that nothing more runs after gas has run out within an `expect`, until a script sets the gas again.
    const cost = isFree ? 0 : (this.presentModel.fixedCost ?? price);
    this.chargeCarefully(cost, label, span, { name, setsGas });
  }

  chargeConstant(amount: number, span: Span): void {
    if (this.pay(amount)) return;
    this.charge(amount, this.isWatched ? gasLabels.constant(amount) : '', span);
  }

  /**
   * Reduces the gas used to the limit. A session that continues after an error needs this: beyond the
   * limit, only builtins that set the gas can run (decision 0013).
   */
  forgetExcess(): void {
    const { limitAmount: limit, ranOutIn } = this;
    if (limit !== undefined && exceeds(this.used, limit)) this.used = limit;
    this.ranOutIn = ranOutIn;
  }

  get isLogging(): boolean {
    return this.log !== undefined;
  }

  /** The stored state of a meter; its model is stored by name. */
  get state(): MeterState {
    const { name } = this.presentModel;
    const entries = this.log?.entries.map((entry) => ({ ...entry, label: labelText(entry.label) }));
    const { limitAmount: limit, used, ranOutIn } = this;
    return { model: name, limit, used, entries, ranOutIn };
  }

  set state({ model, limit, used, entries, ranOutIn }: MeterState) {
    this.model = modelNamed(model);
    this.limit = limit;
    this.used = used;
    this.ranOutIn = ranOutIn;
    this.log = entries === undefined ? undefined : new GasLog(entries);
    this.choosePlain();
  }

  startLog(): void {
    this.log ??= new GasLog();
    this.choosePlain();
  }

  /** Returns the log in the order of the charges and empties it; `undefined` if no log is kept. */
  takeLog(): readonly GasLogEntry[] | undefined {
    return this.log?.take();
  }

  protected tell(charge: Charge): void {
    for (const watcher of this.watchers) watcher.charged(charge);
    this.log?.charged(charge);
  }

  private get isWatched(): boolean {
    return this.log !== undefined || this.watchers.length > 0;
  }

  private chargeCarefully(
    cost: MilliGas,
    label: GasLabel,
    span: Span,
    builtin?: { readonly name: string; readonly setsGas: boolean },
  ): void {
    const limit = this.limitAmount;
    if (limit === undefined) return;
    const { ranOutIn } = this;
    const isBeyond = exceeds(this.used, limit);
    const used = addMilliGas(this.used, cost);
    this.used = used;
    this.ranOutIn = ranOutIn;
    const { name: model } = this.presentModel;
    if (this.isWatched) {
      this.tell({ cost, label, span, model, builtin: builtin?.name, isCounted: true });
    }
    if (exceeds(used, limit) && builtin?.setsGas !== true) {
      this.ranOutIn ??= this.form ?? span;
      const error = evalError('GasExceeded', { limit: toGas(limit), used: toGas(used) }, span);
      const isLater = ranOutIn === undefined ? isBeyond : ranOutIn !== this.form;
      throw isLater ? afterGasRanOut(error, ranOutIn) : error;
    }
  }

  private choosePlain(): void {
    const limit = this.limitAmount;
    const isPlain =
      limit !== undefined &&
      !this.isWatched &&
      this.usedBeyond === undefined &&
      this.presentModel.fixedCost === undefined;
    this.plainUpTo = isPlain ? Number(limit > largestSafe ? largestSafe : limit) : -1;
  }
}

/** Explains an error of a script that goes on although an earlier form used up the gas. */
function afterGasRanOut(error: EvalError<'GasExceeded'>, form: Span | undefined): EvalError {
  error.withExplanation(
    'An earlier form used up the gas, so that no builtin can run any more. Before the next one, set the gas used with ' +
      '(env-gas 0), or a higher limit with (env-gaslimit N).',
  );
  if (form === undefined) return error;
  return error.withRelated([{ label: 'The gas ran out here', note: '', span: form }]);
}

export function labelText(label: GasLabel): string {
  return typeof label === 'string' ? label : label();
}
