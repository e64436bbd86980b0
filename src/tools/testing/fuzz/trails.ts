// Sequences of calls that led to something new: a function succeeded for the first time after the previous one.

import type { Call } from './call.ts';
import type { Random } from './random.ts';

const mostTrails = 60;
/** The most recent trails are the least explored. */
const newest = 4;

export class Trails {
  private readonly longest: number;
  private readonly seen = new Set<string>();
  private readonly all: (readonly Call[])[] = [];

  /** `longest`: sequences of this length fill a run, so nothing can follow them. */
  constructor(longest: number) {
    this.longest = longest;
  }

  /** `labels`: those of the last calls. */
  note(calls: readonly Call[], labels: readonly string[]): void {
    const step = `${labels.at(-2) ?? ''} ${labels.at(-1) ?? ''}`;
    const isFull = calls.length >= this.longest || this.all.length >= mostTrails;
    if (isFull || this.seen.has(step)) return;
    this.seen.add(step);
    this.all.push([...calls]);
  }

  /** Returns calls to continue from; half of the runs start from the beginning. */
  pick(random: Random): readonly Call[] {
    if (random.oneIn(2)) return [];
    const some = random.oneIn(2) ? this.all.slice(-newest) : this.all;
    const trail = random.pick(some) ?? [];
    // The last call may block ways that shorter sequences leave open.
    return random.oneIn(2) ? trail : trail.slice(0, random.below(trail.length + 1));
  }
}
