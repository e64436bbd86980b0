// Runs a script in both ways of a pair, and makes what differs small.

import { observe, type Observed } from './observe.ts';
import { shorter } from './shorten.ts';
import type { Pair } from './ways.ts';

export type Difference = {
  readonly script: readonly string[];
  readonly one: string;
  readonly other: string;
};

/** The first form that was answered otherwise; `known` is what the first way has seen of this script, if known. */
export function differenceOf(
  { one, other }: Pair,
  script: readonly string[],
  known?: Observed,
): Difference | undefined {
  if (other.skips !== undefined && script.some((form) => other.skips?.test(form))) return undefined;
  const first = known ?? observe(script, one);
  const second = observe(script, other);
  if (first.isCut || second.isCut) return undefined;
  const seen = other.forgetsSource === true ? 'bare' : 'forms';
  const at = first[seen].findIndex((form, i) => form !== second[seen][i]);
  if (at < 0 || other.givesUp?.test(second[seen][at] ?? '') === true) return undefined;
  const through = script.slice(0, at + 1);
  return { script: through, one: first[seen][at] ?? '', other: second[seen][at] ?? '' };
}

/** Leaves out forms as long as the rest still differs. */
export function smallestDifference(pair: Pair, difference: Difference): Difference {
  let best = difference;
  const parts = shorter(difference.script);
  for (let next = parts.next(); next.done !== true;) {
    const found = differenceOf(pair, next.value);
    if (found !== undefined) best = found;
    next = parts.next(found !== undefined);
  }
  return best;
}
