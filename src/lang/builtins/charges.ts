// The gas that builtins charge beyond their flat cost, with the amounts and the labels in the gas log. Callers check
// `call.metered` first if an argument is expensive to compute.
import { codePointLength } from '../../base/text.ts';
import { countValue } from '../core/size/size-counter.ts';
import { type GasLabel, type IntegerOperation, gasLabels } from '../gas/labels.ts';
import type { MilliGas } from '../gas/milligas.ts';
import { sizeBudget, sizeOfCharged, sizeWithin } from '../gas/size-budget.ts';
import type { BuiltinCall } from '../state/builtin.ts';
import type { PactValue } from '../values/value.ts';

/** Charges arithmetic by the formula of the operation: on the mantissas of decimals, or what the operation names. */
export function chargeInteger(
  call: BuiltinCall,
  operation: IntegerOperation,
  cost: MilliGas,
  left: bigint,
  right: bigint,
): void {
  const { meter } = call.machine;
  if (meter === undefined || meter.pay(cost)) return;
  meter.charge(cost, gasLabels.integer(operation, left, right), call.span);
}

export function chargeExp(call: BuiltinCall, power: bigint): void {
  const { costs } = call;
  if (costs !== undefined) charge(call, costs.exp(power), gasLabels.exp(power));
}

export function chargeLn(call: BuiltinCall, integer: bigint): void {
  const { costs } = call;
  if (costs !== undefined) charge(call, costs.ln(integer), gasLabels.ln(integer));
}

export function chargeLog(call: BuiltinCall, base: bigint, integer: bigint): void {
  const { costs } = call;
  if (costs !== undefined) charge(call, costs.log(base, integer), gasLabels.log(base, integer));
}

export function chargeSqrt(call: BuiltinCall, radicand: bigint): void {
  const { costs } = call;
  if (costs !== undefined) charge(call, costs.sqrt(radicand), gasLabels.sqrt(radicand));
}

/** Charges for building a string of this many code points. */
export function chargeText(call: BuiltinCall, length: number): void {
  const meter = call.machine.meter;
  if (meter === undefined) return;
  const cost = meter.costs.concat(length);
  if (!meter.pay(cost)) meter.charge(cost, gasLabels.textConcat(length), call.span);
}

export function chargeList(call: BuiltinCall, length: number): void {
  const meter = call.machine.meter;
  if (meter === undefined) return;
  const cost = meter.costs.concat(length);
  if (!meter.pay(cost)) meter.charge(cost, gasLabels.listConcat(length), call.span);
}

export function chargeObject(call: BuiltinCall, fields: number): void {
  const meter = call.machine.meter;
  if (meter === undefined) return;
  const cost = meter.costs.concat(fields);
  if (!meter.pay(cost)) meter.charge(cost, gasLabels.objectConcat(fields), call.span);
}

/** Charges for scanning a string. */
export function chargeParse(call: BuiltinCall, text: string): void {
  const meter = call.machine.meter;
  if (meter === undefined) return;
  const length = codePointLength(text);
  const cost = meter.costs.parse(length);
  if (!meter.pay(cost)) meter.charge(cost, gasLabels.parse(length), call.span);
}

/** Charges for looking up a key among this many fields. */
export function chargeLookup(call: BuiltinCall, key: string, fields: number): void {
  const meter = call.machine.meter;
  if (meter === undefined) return;
  const cost = meter.costs.lookup(codePointLength(key), fields);
  if (!meter.pay(cost)) meter.charge(cost, gasLabels.lookup(key, fields), call.span);
}

/** Charges for hashing this many bytes. */
export function chargeHash(call: BuiltinCall, bytes: number): void {
  const meter = call.machine.meter;
  if (meter === undefined) return;
  const cost = meter.costs.hash(bytes);
  if (!meter.pay(cost)) meter.charge(cost, gasLabels.hash(bytes), call.span);
}

/** Returns the size of a value, for a charge that follows; 0 if gas is not metered. */
export function measured(call: BuiltinCall, value: PactValue): number {
  const meter = call.machine.meter;
  if (meter === undefined) return 0;
  return sizeOfCharged(meter, (budget) => countValue(value, budget), call.span);
}

/** Returns the size of the largest of at least one value; the remaining gas limits each of them separately. */
export function measuredLargest(call: BuiltinCall, values: readonly PactValue[]): number {
  const meter = call.machine.meter;
  if (meter === undefined) return 0;
  const budget = sizeBudget(meter);
  let largest = 0;
  for (const value of values) {
    const size = sizeWithin(meter, budget, (within) => countValue(value, within), call.span);
    if (size > largest) largest = size;
  }
  return largest;
}

/** Charges for a list of this many elements of one size. */
export function chargeListOf(call: BuiltinCall, length: bigint, itemSize: number): void {
  const { costs } = call;
  if (costs === undefined) return;
  charge(call, costs.makeList(length, itemSize), gasLabels.makeList(length, itemSize));
}

export function charge(call: BuiltinCall, cost: MilliGas, label: GasLabel): void {
  const meter = call.machine.meter;
  if (meter !== undefined) meter.charge(cost, label, call.span);
}

// Charges builtins for what they read and write, by size.
// Source: section 8.4.

/** `count` returns a size, or the first total above the given budget. */
export type Sizing = (budget: number) => number;

export function chargeRead(call: BuiltinCall, count: Sizing): void {
  const { meter } = call.machine;
  if (meter === undefined) return;
  const size = sizeOfCharged(meter, count, call.span);
  const cost = meter.costs.read(size);
  if (!meter.pay(cost)) meter.charge(cost, gasLabels.read(size), call.span);
}

export function chargeWrite(call: BuiltinCall, count: Sizing): void {
  const { meter } = call.machine;
  if (meter === undefined) return;
  const size = sizeOfCharged(meter, count, call.span);
  const cost = meter.costs.write(size);
  if (!meter.pay(cost)) meter.charge(cost, gasLabels.write(size), call.span);
}

/** Charges for looking up a name in storage, by its number of characters. */
export function chargeNameRead(call: BuiltinCall, name: string): void {
  const { meter } = call.machine;
  if (meter === undefined) return;
  const length = codePointLength(name);
  const cost = meter.costs.read(length);
  if (!meter.pay(cost)) meter.charge(cost, gasLabels.read(length), call.span);
}
