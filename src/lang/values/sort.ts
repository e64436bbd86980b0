// The order of `sort`: by literal, by time, everything else equal to everything.
// Source: rawSort and rawSortObject in IR/Eval/CEK/CoreBuiltin.hs, section 3.6.

import { compareText } from '../../base/text.ts';
import { compareDecimals } from './decimal.ts';
import { introsort } from './introsort.ts';
import { compareTimes } from './time.ts';
import type { ObjectValue, PactValue } from './value.ts';

export function sortValues(items: readonly PactValue[]): PactValue[] {
  return introsort(items, compareForSort);
}

/** The rightmost field decides first; a field that is missing or no literal in either decides nothing. */
export function sortObjects(
  fields: readonly string[],
  objects: readonly ObjectValue[],
): ObjectValue[] {
  return introsort(objects, (left, right) => {
    for (let i = fields.length - 1; i >= 0; i--) {
      const field = fields[i] as string;
      const a = left.fields.get(field);
      const b = right.fields.get(field);
      if (a === undefined || b === undefined) continue;
      const order = compareLiterals(a, b);
      if (order !== undefined && order !== 0) return order;
    }
    return 0;
  });
}

/** Times come after literals; everything else equals everything. */
export function compareForSort(left: PactValue, right: PactValue): number {
  const order = compareLiterals(left, right);
  if (order !== undefined) return order;
  const leftTime = typeof left === 'object' && left.kind === 'time' ? left : undefined;
  const rightTime = typeof right === 'object' && right.kind === 'time' ? right : undefined;
  if (leftTime !== undefined && rightTime !== undefined) return compareTimes(leftTime, rightTime);
  if (rightTime !== undefined && literalRank(left) !== undefined) return -1;
  if (leftTime !== undefined && literalRank(right) !== undefined) return 1;
  return 0;
}

/** Strings, integers, decimals, unit, bools, in this order; `undefined` unless both are literals. */
export function compareLiterals(left: PactValue, right: PactValue): number | undefined {
  const leftRank = literalRank(left);
  const rightRank = literalRank(right);
  if (leftRank === undefined || rightRank === undefined) return undefined;
  if (leftRank !== rightRank) return leftRank - rightRank;
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  if (typeof left === 'object' && typeof right === 'object') {
    return left.kind === 'decimal' && right.kind === 'decimal' ? compareDecimals(left, right) : 0;
  }
  return left < right ? -1 : left > right ? 1 : 0;
}

function literalRank(value: PactValue): number | undefined {
  switch (typeof value) {
    case 'string':
      return 0;
    case 'bigint':
      return 1;
    case 'boolean':
      return 4;
    default:
      return value.kind === 'decimal' ? 2 : value.kind === 'unit' ? 3 : undefined;
  }
}
