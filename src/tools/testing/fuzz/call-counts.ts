// Counts successful and rejected calls of sequences, by function.

import { Tally } from './tally.ts';

/** A function with at least this number of refusals and no other result counts as internal to its module. */
const enoughRefusals = 15;

/** The most functions that a note names. */
const mostNamed = 3;

/** With fewer calls, no statement is possible. */
const tooFew = 20;

export class CallCounts {
  private readonly byLabel = new Map<string, Tally>();

  of(label: string): Tally {
    const known = this.byLabel.get(label);
    if (known !== undefined) return known;
    const tally = new Tally();
    this.byLabel.set(label, tally);
    return tally;
  }

  /** Checks whether only other functions of the module can call it. */
  isInternal(label: string): boolean {
    return this.byLabel.get(label)?.isInternal(enoughRefusals) ?? false;
  }

  /** Returns a table of the counts. */
  lines(title: string): readonly string[] {
    if (this.byLabel.size === 0) return [];
    const width = Math.max(...[...this.byLabel.keys()].map((label) => label.length));
    const rows = [...this.byLabel].map(([label, tally]) => {
      const { succeeded, rejected } = tally;
      const numbers = `${column(succeeded)} succeeded  ${column(rejected)} rejected`;
      const why = tally.isInternal(enoughRefusals)
        ? ', for the module alone'
        : this.isUntested(tally)
          ? `, most often: ${tally.reason[0]}`
          : '';
      return `  ${label.padEnd(width)}  ${numbers}${why}`;
    });
    return [title, ...rows.sort()];
  }

  /** Returns the most frequent reason if no call succeeded; `undefined` if one did. */
  whyNothingSucceeded(): string | undefined {
    const all = [...this.byLabel.values()];
    if (all.some(({ succeeded }) => succeeded > 0)) return undefined;
    const [worst] = all.toSorted((one, other) => other.rejected - one.rejected);
    if (worst === undefined) return 'no arguments could be generated for any call';
    const rejected = all.reduce((sum, each) => sum + each.rejected, 0);
    return `all ${rejected} calls were rejected, most often by: ${worst.reason[0]}`;
  }

  /** Returns one note about the functions that were not tested, because all their calls were rejected. */
  neverSucceeded(): readonly string[] {
    const never = [...this.byLabel]
      .filter(([, tally]) => this.isUntested(tally))
      .toSorted(([, one], [, other]) => other.rejected - one.rejected);
    if (never.length === 0) return [];
    const named = never.slice(0, mostNamed).map(([label, tally]) => {
      return `${label} (${tally.rejected} calls, most often: ${tally.reason[0]})`;
    });
    const left = never.length - named.length;
    const more = left === 0 ? '' : `; and ${left} more, see --verbose`;
    return [`no call succeeded of ${named.join('; ')}${more}`];
  }

  private isUntested(tally: Tally): boolean {
    const { succeeded, rejected } = tally;
    return succeeded === 0 && rejected >= tooFew && !tally.isInternal(enoughRefusals);
  }
}

const column = (count: number): string => String(count).padStart(5);
