// Calls that led somewhere new: a function succeeded for the first time after the one before it.

import type { Call } from './call.ts';
import type { Random } from './random.ts';

const mostTrails = 60;
/** What was found last is where one has not been yet. */
const newest = 4;

export class Trails {
  private readonly longest: number;
  private readonly seen = new Set<string>();
  private readonly all: (readonly Call[])[] = [];

  /** Calls that fill a run leave nothing to go on with. */
  constructor(longest: number) {
    this.longest = longest;
  }

  /** `labels` of the last calls. */
  note(calls: readonly Call[], labels: readonly string[]): void {
    const step = `${labels.at(-2) ?? ''} ${labels.at(-1) ?? ''}`;
    const isFull = calls.length >= this.longest || this.all.length >= mostTrails;
    if (isFull || this.seen.has(step)) return;
    this.seen.add(step);
    this.all.push([...calls]);
  }

  /** Half of the runs begin anew. */
  pick(random: Random): readonly Call[] {
    if (random.oneIn(2)) return [];
    const some = random.oneIn(2) ? this.all.slice(-newest) : this.all;
    const trail = random.pick(some) ?? [];
    // The last call may have closed what others would still lead to.
    return random.oneIn(2) ? trail : trail.slice(0, random.below(trail.length + 1));
  }
}
