// Calls that led somewhere new: a function succeeded for the first time after the one before it.

import type { Random } from './random.ts';
import type { Call } from './simplest-calls.ts';

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

  note(calls: readonly Call[]): void {
    const [last, before] = [calls.at(-1), calls.at(-2)];
    const step = `${before?.name ?? ''} ${last?.name ?? ''}`;
    const isFull = calls.length >= this.longest || this.all.length >= mostTrails;
    if (isFull || this.seen.has(step)) return;
    this.seen.add(step);
    this.all.push([...calls]);
  }

  /** Half of the runs begin anew. */
  pick(random: Random): readonly Call[] {
    if (random.oneIn(2)) return [];
    const some = random.oneIn(2) ? this.all.slice(-newest) : this.all;
    return random.pick(some) ?? [];
  }
}
