// The goal of a run of a script, searches for earlier moments, and the signal that ends the run so that another starts.

import type { Moment, StepSize, Stop } from './moment.ts';
import { debugLimits } from './limits.ts';

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

/** Returns whether a step ends at the place that a form has reached. */
export function endsStep({ kind, by, from }: Step, here: StopPlace | undefined): boolean {
  if (from === undefined || here === undefined) return true;
  if (kind === 'out') return here.depth < from.depth;
  if (kind === 'over' && here.depth > from.depth) return false;
  return by === 'form' || !isSameLine(here, from);
}

export type StopPlace = {
  readonly file: string;
  /** From 0. */
  readonly line: number;
  /** The number of open calls and forms. */
  readonly depth: number;
};

export type Wanted =
  /** The form that began last. */
  | { readonly kind: 'form'; readonly from: StopPlace | undefined }
  /** Where the run reached the previous line, in the same call or one around it. */
  | { readonly kind: 'line'; readonly from: StopPlace | undefined }
  | { readonly kind: 'breakpoint' }
  | { readonly kind: 'write'; readonly table: string; readonly key: string | undefined };

export class Search {
  readonly wanted: Wanted;
  found: { readonly moment: number; readonly stop: Stop | undefined } | undefined = undefined;
  private readonly fromStart: boolean;
  private last: StopPlace | undefined = undefined;
  /** Whether the found moment can be the end of something that began earlier. */
  private mayGoOn = false;

  /** `fromStart`: the run starts at the beginning, and not at a saved state. */
  constructor(wanted: Wanted, fromStart: boolean) {
    this.wanted = wanted;
    this.fromStart = fromStart;
  }

  /** Returns whether an earlier moment cannot fit better. */
  get isSure(): boolean {
    return this.found !== undefined && !this.mayGoOn;
  }

  /** `placeOf` is called only if places matter, because this runs at every moment. */
  see(
    moment: number,
    reached: Moment,
    placeOf: () => StopPlace | undefined,
    stop: Stop | undefined,
  ): void {
    const { wanted } = this;
    switch (wanted.kind) {
      case 'form':
        if (isForm(reached)) this.found = { moment, stop: undefined };
        return;
      case 'line': {
        const place = isForm(reached) ? placeOf() : undefined;
        if (place !== undefined) this.seeLine(moment, place, wanted.from);
        return;
      }
      case 'breakpoint':
        if (stop !== undefined) this.found = { moment, stop };
        return;
      case 'write': {
        const { table, key } = wanted;
        const isWanted = reached.kind === 'write' && reached.table === table;
        if (isWanted && (key === undefined || reached.key === key)) {
          this.found = { moment, stop: undefined };
        }
      }
    }
  }

  /** A line begins where the previous one was different, ignoring calls within it. */
  private seeLine(moment: number, place: StopPlace, from: StopPlace | undefined): void {
    if (from !== undefined && place.depth > from.depth) return;
    const { last } = this;
    const goesOn = last !== undefined && isSameLine(last, place);
    if (!goesOn) {
      this.found = { moment, stop: undefined };
      this.mayGoOn = last === undefined && !this.fromStart;
    }
    this.last = place;
  }
}

export function isSameLine(one: StopPlace, other: StopPlace): boolean {
  return one.file === other.file && one.line === other.line && one.depth === other.depth;
}

export const isForm = ({ kind }: Moment): boolean => kind === 'form' || kind === 'term';

type Write = { readonly moment: number; readonly table: string; readonly key: string };

/**
 * The writes of a run with their moments, so that the last write before a moment is found without running the script
 * again. Moments are the same in every run, so the log stays valid when the run goes back.
 */
export class WriteLog {
  private writes: Write[] = [];
  private units = 0;
  /** The log contains all writes after this moment. */
  private completeAfter = 0;
  private lastMoment = 0;

  /** Called in ascending order of moments, and again with the same ones when a part is run again. */
  add(moment: number, table: string, key: string): void {
    if (moment <= this.lastMoment) return;
    this.lastMoment = moment;
    this.writes.push({ moment, table, key });
    this.units += unitsOf(key);
    if (this.units > debugLimits.loggedWrites) this.dropOldest();
  }

  /**
   * Returns the moment of the last write of a row, or of any row of a table: 0 if there is none, `undefined` if it can
   * only be earlier than the log reaches.
   */
  lastBefore(moment: number, table: string, key: string | undefined): number | undefined {
    const isWanted = (write: Write): boolean =>
      write.moment < moment && write.table === table && (key === undefined || write.key === key);
    const found = this.writes.findLast(isWanted);
    return found?.moment ?? (this.completeAfter === 0 ? 0 : undefined);
  }

  forget(): void {
    this.writes = [];
    this.units = 0;
    this.completeAfter = 0;
    this.lastMoment = 0;
  }

  private dropOldest(): void {
    const half = debugLimits.loggedWrites / 2;
    let dropped = 0;
    while (this.units > half) {
      const write = this.writes[dropped++] as Write;
      this.units -= unitsOf(write.key);
      this.completeAfter = write.moment;
    }
    this.writes = this.writes.slice(dropped);
  }
}

/** The size of a write: 1, and more for long keys. */
function unitsOf(key: string): number {
  return 1 + Math.floor(key.length / 64);
}
