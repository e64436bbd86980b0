// Searches a repeated run for the last moment before the current one at which it should have stopped.

import type { Moment } from './moment.ts';
import type { Stop } from './stop.ts';

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

  /** Whether an earlier moment cannot fit better. */
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

const isForm = ({ kind }: Moment): boolean => kind === 'form' || kind === 'term';
