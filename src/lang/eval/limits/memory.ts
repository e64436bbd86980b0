// Decides when to check the memory. Each value has its own limit (limits.ts), but many values together have none, and
// the machine cannot know which ones are still in use. So it counts roughly what is built and regularly asks its host.

import { isWord } from '../../../base/integers.ts';
import type { MachineValue } from '../value.ts';

/** The number of list items between two memory checks: 32 MB if the items are shared, a few times that if they are new. */
export const itemsBetweenLooks = 1 << 22;

/** The number of items between two interrupt checks: about a millisecond of work. */
export const itemsBetweenChecks = 1 << 16;

/** The number of items that a call of a closure counts as. */
export const itemsOfCall = 16;

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
