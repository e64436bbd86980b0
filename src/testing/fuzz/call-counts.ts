// How often calls of a sequence succeeded, function by function.

import { Tally } from './tally.ts';

/** After as many refusals a function is taken for a part of others. */
const enoughRefusals = 15;

/** Of which nothing can be said. */
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

  /** Only other functions of the module can call it. */
  isInternal(label: string): boolean {
    return this.byLabel.get(label)?.isInternal(enoughRefusals) ?? false;
  }

  /** A table for people. */
  lines(title: string): readonly string[] {
    if (this.byLabel.size === 0) return [];
    const width = Math.max(...[...this.byLabel.keys()].map((label) => label.length));
    const rows = [...this.byLabel].map(([label, tally]) => {
      const { succeeded, rejected } = tally;
      const numbers = `${column(succeeded)} succeeded  ${column(rejected)} rejected`;
      const internal = tally.isInternal(enoughRefusals) ? ', for the module alone' : '';
      return `  ${label.padEnd(width)}  ${numbers}${internal}`;
    });
    return [title, ...rows.sort()];
  }

  /** `undefined` where a call succeeded. */
  whyNothingSucceeded(): string | undefined {
    const all = [...this.byLabel.values()];
    if (all.some(({ succeeded }) => succeeded > 0)) return undefined;
    const [worst] = all.toSorted((one, other) => other.rejected - one.rejected);
    if (worst === undefined) return 'no arguments could be made up for any call';
    const rejected = all.reduce((sum, each) => sum + each.rejected, 0);
    return `all ${rejected} calls were rejected, most often by: ${worst.reason[0]}`;
  }

  /** Functions that nothing is known about, since no call of theirs got through. */
  neverSucceeded(): readonly string[] {
    return [...this.byLabel].flatMap(([label, tally]) => {
      const { succeeded, rejected } = tally;
      if (succeeded > 0 || rejected < tooFew || tally.isInternal(enoughRefusals)) return [];
      const [reason, often] = tally.reason;
      const share = often === rejected ? '' : ` (${often} times)`;
      return [`all ${rejected} calls of ${label} were rejected, most often by: ${reason}${share}`];
    });
  }
}

const column = (count: number): string => String(count).padStart(5);
