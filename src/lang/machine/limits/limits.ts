// Limits on the size of values that one builtin may build. The reference has none but gas and its machine's memory; without them a
// short program such as `(shift 1 1000000000)` would hang or kill the process wherever gas is not metered.
//
// Where gas is metered it bounds lists and strings by itself, so their limits are higher there: above what the
// gas of a block (150,000) pays for, which keeps every transaction's result that of the reference.

import { lazily } from '../../../base/lazily.ts';

/**
 * Bits of an integer, or of a decimal's mantissa: room for 1.2 million digits. At this size a product takes
 * about 20 ms and printing in base 10 about half a second; both grow faster than the number. `shift`, the
 * cheapest way there, would cost 738,000 gas.
 */
export const maxIntegerBits = 1 << 22;

/**
 * Integers of at most `maxIntegerBits` lie strictly between both. Each takes half a megabyte, so they are made when an
 * integer is longer than most.
 */
export const integerBounds = lazily(() => {
  const above = 1n << BigInt(maxIntegerBits);
  return { below: -above, above };
});

/**
 * Elements of a list. Without gas: about 130 MB and half a second where each element is a fresh integer. With
 * gas: `make-list` of bools, the cheapest way to a long list, comes to 30 million.
 */
export const maxListLength = { unmetered: 1 << 22, metered: 1 << 25 } as const;

/**
 * UTF-16 units of a string. Without gas: what `show` writes in about half a second. With gas: at 100 milligas a
 * character, or a byte of a value, which becomes 3.4 characters at most, it comes to 5 million.
 */
export const maxTextLength = { unmetered: 1 << 22, metered: 1 << 24 } as const;

/** UTF-16 units of a time format: no code of two units stands for more than 40 characters of the result. */
export const maxTimeFormatLength = 1 << 16;

/** Elements of a coordinate in `point-add` and its kin: two are meant, and multiplying takes their square. */
export const maxCoordinateLength = 512;
