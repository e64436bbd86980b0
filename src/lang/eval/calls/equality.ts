// Compares values as programs do, with gas charges: `=`, `<`, `contains`, `distinct`. Unlike the structural
// equality of values/equality.ts, a table equals nothing, not even itself. Charges are made in the order in which
// the parts are compared, and stop at the first difference.
// Source: IR/Eval/Runtime/Utils.hs (litCmpGassed, valEqGassed); sections 3.6 and 8.4.

import { countSteps } from '../../../base/interruption.ts';
import { codePointLength, compareText } from '../../../base/text.ts';
import type { Span } from '../../../base/span.ts';
import { gasLabels } from '../../gas/labels.ts';
import type { GasMeter } from '../../gas/meter.ts';
import { compareDecimals } from '../../values/number/decimal.ts';
import { equalValues } from '../../values/order/equality.ts';
import { Decimal, type Guard, type PactValue, type Unit } from '../../values/value.ts';

export type LiteralValue = string | bigint | boolean | Decimal | Unit;

/** Charges comparisons: a call of a builtin. The meter is `undefined` while gas is not metered. */
export type Payer = {
  readonly machine: { readonly meter: GasMeter | undefined };
  readonly span: Span;
};

/** Returns a negative number, zero or a positive number; `undefined` if the types differ. */
export function compareLiterals(
  payer: Payer,
  left: LiteralValue,
  right: LiteralValue,
): number | undefined {
  if (typeof left === 'bigint') {
    if (typeof right !== 'bigint') return undefined;
    payForIntegers(payer, left, right);
    return left < right ? -1 : left > right ? 1 : 0;
  }
  if (typeof left === 'string') {
    if (typeof right !== 'string') return undefined;
    payForTexts(payer, left);
    return compareText(left, right);
  }
  if (typeof left === 'boolean') {
    return typeof right === 'boolean' ? Number(left) - Number(right) : undefined;
  }
  if (left instanceof Decimal) {
    if (!(right instanceof Decimal)) return undefined;
    payForDecimals(payer, left, right);
    return compareDecimals(left, right);
  }
  return typeof right === 'object' && right.kind === 'unit' ? 0 : undefined;
}

/** The builtin `=`. */
export function equalForPrograms(payer: Payer, left: PactValue, right: PactValue): boolean {
  if (payer.machine.meter !== undefined) return equalWhilePaying(payer, left, right);
  if (typeof left !== 'object') return left === right;
  return equalValues(left, right) && !containsTable(left);
}

function equalWhilePaying(payer: Payer, left: PactValue, right: PactValue): boolean {
  if (typeof left !== 'object')
    return isLiteral(right) && compareLiterals(payer, left, right) === 0;
  // Pairs that remain to be compared, the next one last: right, left, right, left...
  const pending: PactValue[] = [right, left];
  for (;;) {
    const a = pending.pop();
    const b = pending.pop();
    if (a === undefined || b === undefined) return true;
    if (!matchesHere(payer, a, b, pending)) return false;
  }
}

/** Compares two values without their parts, which are added to `pending`. */
function matchesHere(
  payer: Payer,
  left: PactValue,
  right: PactValue,
  pending: PactValue[],
): boolean {
  if (typeof left !== 'object' || left instanceof Decimal || left.kind === 'unit') {
    return isLiteral(right) && compareLiterals(payer, left, right) === 0;
  }
  if (typeof right !== 'object' || left.kind !== right.kind) return false;
  switch (left.kind) {
    case 'list':
      return right.kind === 'list' && addItems(payer, left.items, right.items, pending);
    case 'object':
      return right.kind === 'object' && addFields(payer, left.fields, right.fields, pending);
    case 'captoken':
      return (
        right.kind === 'captoken' &&
        left.name.key === right.name.key &&
        addItems(payer, left.args, right.args, pending)
      );
    case 'guard':
      return right.kind === 'guard' && guardMatchesHere(payer, left, right, pending);
    case 'table':
      return false;
    case 'time':
    case 'modref':
      return equalValues(left, right);
  }
}

function guardMatchesHere(payer: Payer, left: Guard, right: Guard, pending: PactValue[]): boolean {
  if (left.guard === 'user' && right.guard === 'user') {
    return left.fun.text === right.fun.text && addItems(payer, left.args, right.args, pending);
  }
  if (left.guard === 'capability' && right.guard === 'capability') {
    return (
      left.name.text === right.name.text &&
      left.pactId === right.pactId &&
      addItems(payer, left.args, right.args, pending)
    );
  }
  return equalValues(left, right);
}

function addItems(
  payer: Payer,
  left: readonly PactValue[],
  right: readonly PactValue[],
  pending: PactValue[],
): boolean {
  if (left.length !== right.length) return false;
  payForItems(payer, left.length, 'list');
  countSteps(left.length);
  for (let i = left.length - 1; i >= 0; i--) {
    pending.push(right[i] as PactValue, left[i] as PactValue);
  }
  return true;
}

function addFields(
  payer: Payer,
  left: ReadonlyMap<string, PactValue>,
  right: ReadonlyMap<string, PactValue>,
  pending: PactValue[],
): boolean {
  if (left.size !== right.size) return false;
  payForItems(payer, left.size, 'object');
  for (const name of left.keys()) if (!right.has(name)) return false;
  const names = [...left.keys()].reverse();
  for (const name of names) pending.push(right.get(name) as PactValue, left.get(name) as PactValue);
  return true;
}

function isLiteral(value: PactValue): value is LiteralValue {
  return typeof value !== 'object' || value instanceof Decimal || value.kind === 'unit';
}

function payForIntegers({ machine: { meter }, span }: Payer, left: bigint, right: bigint): void {
  if (meter === undefined) return;
  const cost = meter.costs.intComparison(left, right);
  if (!meter.pay(cost)) meter.charge(cost, gasLabels.intComparison(left, right), span);
}

function payForDecimals({ machine: { meter }, span }: Payer, left: Decimal, right: Decimal): void {
  if (meter === undefined) return;
  const cost = meter.costs.decimalComparison(left.mantissa, right.mantissa);
  if (!meter.pay(cost)) meter.charge(cost, gasLabels.decimalComparison(left, right), span);
}

function payForTexts({ machine: { meter }, span }: Payer, left: string): void {
  if (meter === undefined) return;
  const cost = meter.costs.textComparison(codePointLength(left));
  if (!meter.pay(cost)) meter.charge(cost, gasLabels.textComparison(left), span);
}

function payForItems(
  { machine: { meter }, span }: Payer,
  count: number,
  of: 'list' | 'object',
): void {
  if (meter === undefined) return;
  const cost = meter.costs.itemsComparison(count);
  if (meter.pay(cost)) return;
  const label = of === 'list' ? gasLabels.listComparison(count) : gasLabels.objectComparison(count);
  meter.charge(cost, label, span);
}

/** Compares shared structure only once: sixty nested lists can represent 2^60 leaves. */
function containsTable(value: PactValue): boolean {
  const seen = new Set<PactValue>();
  const pending: PactValue[] = [value];
  for (;;) {
    const next = pending.pop();
    if (next === undefined) return false;
    if (typeof next !== 'object' || next instanceof Decimal) continue;
    if (next.kind === 'table') return true;
    const parts = partsOf(next);
    if (parts === undefined || seen.has(next)) continue;
    seen.add(next);
    for (const part of parts) if (typeof part === 'object') pending.push(part);
  }
}

function partsOf(value: Exclude<PactValue, string | bigint | boolean>) {
  switch (value.kind) {
    case 'list':
      return value.items;
    case 'object':
      return value.fields.values();
    case 'captoken':
      return value.args;
    case 'guard':
      return value.guard === 'user' || value.guard === 'capability' ? value.args : undefined;
    default:
      return undefined;
  }
}
