// Operations of builtins on two machine words. Most integers of a program are machine words; two of them need no
// checks and have one price, so a switch is enough, which V8 inlines.

import { isWord } from '../../../base/word.ts';
import type { GasCosts } from '../../gas/schedule.ts';

export const wordOperations = {
  none: 0,
  add: 1,
  subtract: 2,
  multiply: 3,
  divide: 4,
  modulo: 5,
  less: 6,
  lessOrEqual: 7,
  greater: 8,
  greaterOrEqual: 9,
  equal: 10,
  notEqual: 11,
} as const;

export type WordOperation = (typeof wordOperations)[keyof typeof wordOperations];

/** Returns `undefined` if an operand or the result is longer, or there is no result: the caller takes the general path. */
export function wordResult(
  operation: WordOperation,
  left: bigint,
  right: bigint,
): bigint | boolean | undefined {
  if (!isWord(left) || !isWord(right)) return undefined;
  switch (operation) {
    case wordOperations.none:
      return undefined;
    case wordOperations.add:
      return wordOrNothing(left + right);
    case wordOperations.subtract:
      return wordOrNothing(left - right);
    case wordOperations.multiply:
      return wordOrNothing(left * right);
    case wordOperations.divide:
      return right === 0n ? undefined : wordOrNothing(floorDivide(left, right));
    case wordOperations.modulo:
      return right === 0n ? undefined : floorModulo(left, right);
    case wordOperations.less:
      return left < right;
    case wordOperations.lessOrEqual:
      return left <= right;
    case wordOperations.greater:
      return left > right;
    case wordOperations.greaterOrEqual:
      return left >= right;
    case wordOperations.equal:
      return left === right;
    case wordOperations.notEqual:
      return left !== right;
  }
}

const wordOrNothing = (result: bigint): bigint | undefined => (isWord(result) ? result : undefined);

/** Returns the cost of an operation beyond its fixed cost for words; `costs` is absent if gas is not metered. */
export function wordCost(
  costs: GasCosts | undefined,
  operation: WordOperation,
  left: bigint,
  right: bigint,
): number {
  const isProduct = operation === wordOperations.multiply || operation === wordOperations.divide;
  return isProduct && costs !== undefined ? costs.wordProduct(left, right) : 0;
}

/** Divides, rounding towards minus infinity; the divisor must not be zero. */
export function floorDivide(left: bigint, right: bigint): bigint {
  const towardsZero = left / right;
  const inexact = left < 0n !== right < 0n && towardsZero * right !== left;
  return inexact ? towardsZero - 1n : towardsZero;
}

/** Returns the remainder with the sign of the divisor, which must not be zero. */
export function floorModulo(left: bigint, right: bigint): bigint {
  const remainder = left % right;
  return remainder !== 0n && remainder < 0n !== right < 0n ? remainder + right : remainder;
}
