// Runs a script in both ways of a pair, and reduces one that differs.

import { observe, type Observed, type Way } from './observe.ts';
import { shorter } from './shorten.ts';
import { usual } from './ways.ts';

export type Difference = {
  readonly script: readonly string[];
  readonly one: string;
  readonly other: string;
};

/** Finds the first form whose answer differs from the usual way's. `seen`: the usual way's answers, if already known. */
export function differenceOf(
  other: Way,
  script: readonly string[],
  seen?: Observed,
): Difference | undefined {
  if (other.skips !== undefined && script.some((form) => other.skips?.test(form))) return undefined;
  const first = seen ?? observe(script, usual);
  const second = observe(script, other);
  if (first.isCut || second.isCut) return undefined;
  const [one, two] = [answersOf(first, other), answersOf(second, other)];
  const at = one.findIndex((form, i) => form !== two[i]);
  if (at < 0 || other.givesUp?.test(two[at] ?? '') === true) return undefined;
  return { script: script.slice(0, at + 1), one: one[at] ?? '', other: two[at] ?? '' };
}

/** The answers that both ways can be compared by. */
function answersOf(
  { forms, bare }: Observed,
  { forgetsSource, ignoresGas }: Way,
): readonly string[] {
  const answers = forgetsSource === true ? bare : forms;
  return ignoresGas === true ? answers.map((form) => form.replace(/^gas \d+$/m, '')) : answers;
}

/** Removes forms while the rest still differs. */
export function smallestDifference(other: Way, difference: Difference): Difference {
  let best = difference;
  const parts = shorter(difference.script);
  for (let next = parts.next(); next.done !== true;) {
    const found = differenceOf(other, next.value);
    if (found !== undefined) best = found;
    next = parts.next(found !== undefined);
  }
  return best;
}
