// The goal of a run of a script, and the signal that ends the run so that another one starts.

import { isSameLine, Search, type StopPlace, type Wanted } from './search.ts';
import type { StepSize, Stop } from './stop.ts';

export type Goal =
  /** Up to a breakpoint, or to the end of a step. */
  | { readonly kind: 'forth'; readonly step: Step | undefined }
  /** Up to a moment that was reached before. */
  | { readonly kind: 'to'; readonly moment: number; readonly stop: Stop }
  /** The same, to search for an earlier one: from a number of saved states on, of which `reach` are searched next time. */
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

/** Ends a run that is then restarted. No program can catch it. */
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

/** Returns what follows a finished search. */
export function goalAfter({ found, wanted }: Search): Goal {
  if (found?.stop !== undefined) return { kind: 'to', moment: found.moment, stop: found.stop };
  return momentGoal(found?.moment ?? 0, wanted.kind === 'write' ? 'write-found' : 'step');
}

/** `moment`: 0 if none fits, which leads to the first one of the run. */
export function momentGoal(moment: number, reason: 'step' | 'write-found'): Goal {
  const stop: Stop = { reason: moment === 0 ? 'entry' : reason, breakpoints: [] };
  return { kind: 'to', moment: Math.max(1, moment), stop };
}

/** Whether a step ends at the place that a form has reached. */
export function endsStep({ kind, by, from }: Step, here: StopPlace | undefined): boolean {
  if (from === undefined || here === undefined) return true;
  if (kind === 'out') return here.depth < from.depth;
  if (kind === 'over' && here.depth > from.depth) return false;
  return by === 'form' || !isSameLine(here, from);
}
