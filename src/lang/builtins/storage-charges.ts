// Charges builtins for what they read and write, by size.
// Source: section 8.4.

import { codePointLength } from '../../base/text.ts';
import { gasLabels } from '../gas/labels.ts';
import { sizeOfCharged } from '../gas/size-budget.ts';
import type { BuiltinCall } from '../state/builtin.ts';

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
