// When to look at the memory. Each value has a limit of its own (limits.ts); many of them kept at once have none that could
// be told from the values, since what is no longer kept costs nothing. So the machine counts what is built, roughly, and asks
// its host every now and then.

import { isWord } from '../../../base/word.ts';
import type { MachineValue } from '../value.ts';

/** Items of lists between two looks: 32 MB where the items themselves are shared, a few times that where they are new. */
export const itemsBetweenLooks = 1 << 22;

/** Items between two questions whether to stop: about a millisecond of work. */
export const itemsBetweenChecks = 1 << 16;

/** What a call of a closure counts for, whatever it builds. */
export const itemsOfCall = 16;

/** Eight characters take the memory of an item. */
const charactersOfItemShift = 3;
const bitsOfItem = 64;
/** Integers above count as if they were as large as any can be. */
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
  // Nearly all fit into a machine word, which is found out faster.
  if (isWord(integer)) return;
  if (integer > large || integer < largeNegative) counter.countItems(itemsOfLarge);
}
