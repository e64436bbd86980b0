// What a run of a script is on the way to, and the signal that ends it so that another one begins.

import { Search, type StopPlace, type Wanted } from './search.ts';
import type { StepSize, Stop } from './stop.ts';

export type Goal =
  /** Up to a breakpoint, or as a step says. */
  | { readonly kind: 'forth'; readonly step: Step | undefined }
  /** Runs up to a moment that was reached before. */
  | { readonly kind: 'to'; readonly moment: number; readonly stop: Stop }
  /** The same to look for an earlier one: from a number of kept states on, of which `reach` are looked at next time. */
  | SearchGoal;

export type SearchGoal = {
  readonly kind: 'search';
  readonly before: number;
  readonly search: Search;
  readonly states: number;
  readonly reach: number;
};

export type Step = {
  readonly kind: 'in' | 'over' | 'out' | 'entry';
  readonly by: StepSize;
  readonly from: StopPlace | undefined;
};

/** Ends a run, which is then begun anew. No program can catch it. */
export class Rewind extends Error {
  override readonly name = 'Rewind';
  readonly goal: Goal;

  constructor(goal: Goal) {
    super();
    this.goal = goal;
  }
}

export function searchGoal(
  from: Pick<SearchGoal, 'before' | 'states' | 'reach'>,
  wanted: Wanted,
): SearchGoal {
  return { kind: 'search', ...from, search: new Search(wanted, from.states === 0) };
}

/** What follows a search that has come to its end. Without a moment that fits, the run goes back to its beginning. */
export function goalAfter({ found, wanted }: Search): Goal {
  const entry: Stop = { reason: 'entry', breakpoints: [] };
  if (found === undefined) return { kind: 'to', moment: 1, stop: entry };
  const reason = wanted.kind === 'write' ? 'write-found' : 'step';
  return { kind: 'to', moment: found.moment, stop: found.stop ?? { reason, breakpoints: [] } };
}
