// Limits on the size of values that one builtin may build. The reference is limited only by gas and memory. Without these
// limits a short program such as `(shift 1 1000000000)` would hang or crash the process if gas is not metered.
//
// With metering, gas itself limits lists and strings, so their limits are higher: above what the gas of a block (150,000)
// pays for, so that every transaction has the same result as in the reference.
import { lazily } from '../../base/deferred.ts';

/**
 * Bits of an integer, or of a decimal's mantissa: room for 1.2 million digits. At this size a product takes
 * about 20 ms and printing in base 10 about half a second; both grow faster than the number. With `shift`, the
 * cheapest way, such an integer would cost 738,000 gas.
 */
export const maxIntegerBits = 1 << 22;

/**
 * Integers of at most `maxIntegerBits` are strictly between these two. Each bound takes half a megabyte, so they are
 * created only for an unusually long integer.
 */
export const integerBounds = lazily(() => {
  const above = 1n << BigInt(maxIntegerBits);
  return { below: -above, above };
});

/**
 * Elements of a list. Without gas: about 130 MB and half a second if each element is a new integer. With gas:
 * `make-list` of bools, the cheapest way to a long list, reaches 30 million.
 */
export const maxListLength = { unmetered: 1 << 22, metered: 1 << 25 } as const;

/**
 * UTF-16 units of a string. Without gas: what `show` writes in about half a second. With gas: at 100 milligas per
 * character, or per byte of a value, which becomes at most 3.4 characters, a string reaches 5 million.
 */
export const maxTextLength = { unmetered: 1 << 22, metered: 1 << 24 } as const;

/** UTF-16 units of a time format: a code of two units produces at most 40 characters. */
export const maxTimeFormatLength = 1 << 16;

/** Elements of a coordinate in `point-add` and similar builtins: two are expected, and the time grows quadratically. */
export const maxCoordinateLength = 512;

// When to check the memory and for interrupts. Each value has its own limit, but many values together have none, and the
// machine cannot know which ones are still in use. So it counts roughly what is built and regularly asks its host.

/** The number of list items between two memory checks: 32 MB if the items are shared, a few times that if they are new. */
export const itemsBetweenLooks = 1 << 22;

/** The number of items between two interrupt checks: about a millisecond of work. */
export const itemsBetweenChecks = 1 << 16;

/** The number of items that a call of a closure counts as. */
export const itemsOfCall = 16;

/**
 * The exception that stops a machine from outside. It is not an error of the program: the language cannot catch it, so it
 * passes through `try` and `expect-failure`.
 */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('evaluation was interrupted');
  }
}

/**
 * Called regularly, and with `true` before a program fails because it has reached a limit of depth or memory. Returns
 * whether to stop.
 */
export type IsInterrupted = (atLimit: boolean) => boolean;

/** The number of calls between two interrupt checks: tens of microseconds of work. */
export const callsBetweenChecks = 1024;
