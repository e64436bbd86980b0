// The machine's own charges: applications, literals, tries, ticks, loading modules, storing defpacts. Builtins charge in
// their own definitions. Nothing is computed if gas is not metered.
// Source: sections 8.2 and 8.5.
import type { Span } from '../../../base/span.ts';
import type { DefPactExec } from '../../core/model/defpact.ts';
import { sizeOfDefPactExec } from '../../core/size/module-size.ts';
import { gasLabels } from '../../gas/labels.ts';
import { sizeOfCharged } from '../../gas/size-budget.ts';
import type { FullyQualifiedName } from '../../values/names.ts';
import type { Machine } from '../../state/machine.ts';
import { isWord } from '../../../base/integers.ts';
import type { MachineValue } from '../../state/value.ts';

export function chargeApplication(
  machine: Machine,
  name: FullyQualifiedName | undefined,
  args: number,
  span: Span,
): void {
  const { meter } = machine;
  if (meter === undefined) return;
  const cost = meter.costs.apply(args);
  if (!meter.pay(cost)) meter.charge(cost, gasLabels.apply(name, args), span);
}

/** One step through a list, also the cost of `try` and `enforce-one`. */
export function chargeUncons(machine: Machine, span: Span): void {
  const { meter } = machine;
  if (meter !== undefined) meter.chargeConstant(meter.costs.uncons, span);
}

export function chargeTicks(machine: Machine, count: number, span: Span): void {
  const { meter } = machine;
  if (meter !== undefined) meter.chargeConstant(meter.costs.tick * count, span);
}

/** Comparing the interfaces of a module: free if there are few (Runtime/Utils.hs). */
export function chargeInterfaces(machine: Machine, count: number, span: Span): void {
  const { meter } = machine;
  if (meter !== undefined && count >= meter.costs.freeInterfaces) chargeTicks(machine, count, span);
}

export function chargeListLiteral(machine: Machine, items: number, span: Span): void {
  const { meter } = machine;
  if (meter === undefined) return;
  const cost = meter.costs.concat(items);
  if (!meter.pay(cost)) meter.charge(cost, gasLabels.listConcat(items), span);
}

export function chargeObjectLiteral(machine: Machine, fields: number, span: Span): void {
  const { meter } = machine;
  if (meter === undefined) return;
  const cost = meter.costs.concat(fields);
  if (!meter.pay(cost)) meter.charge(cost, gasLabels.objectConcat(fields), span);
}

export function chargeModuleLoad(machine: Machine, bytes: () => number, span: Span): void {
  const { meter } = machine;
  if (meter === undefined) return;
  const size = bytes();
  meter.charge(meter.costs.moduleLoad(size), gasLabels.moduleLoad(size), span);
}

export function chargeMerge(machine: Machine, added: number, span: Span): void {
  const { meter } = machine;
  if (meter === undefined) return;
  const known = machine.loaded.defCount;
  const label = gasLabels.mergeDependencies(known, added);
  meter.charge(meter.costs.mergeDependencies(known, added), label, span);
}

export function chargeDefPactWrite(machine: Machine, exec: DefPactExec, span: Span): void {
  const { meter } = machine;
  if (meter === undefined) return;
  const size = sizeOfCharged(meter, (budget) => sizeOfDefPactExec(exec, budget), span);
  meter.charge(meter.costs.write(size), gasLabels.write(size), span);
}

// Roughly counts what is built, because the machine cannot know which values are still in use (state/limits.ts).

/** Eight characters take the memory of an item. */
const charactersOfItemShift = 3;
const bitsOfItem = 64;
/** Larger integers count as the largest possible one. */
const largeBits = 1 << 16;
const large = 1n << BigInt(largeBits);
const largeNegative = -large;
const itemsOfLarge = (1 << 22) / bitsOfItem;

type Counter = { countItems(count: number): void };

/** Builtins can build much in one call. */
export function countResult(counter: Counter, result: MachineValue): void {
  if (typeof result === 'bigint') countInteger(counter, result);
  else if (typeof result === 'string') counter.countItems(result.length >> charactersOfItemShift);
  else if (typeof result === 'object') {
    if (result.kind === 'list') counter.countItems(result.length);
    else if (result.kind === 'decimal') countInteger(counter, result.mantissa);
  }
}

function countInteger(counter: Counter, integer: bigint): void {
  // Nearly all fit into a machine word, which is faster to check.
  if (isWord(integer)) return;
  if (integer > large || integer < largeNegative) counter.countItems(itemsOfLarge);
}
