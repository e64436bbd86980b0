// Counts what a test run has tried: successful cases, the reasons for others, calls by function, and checks of invariants.

import type { EvalError } from '../../../lang/session/run.ts';
import { firstLine } from '../../../base/prose.ts';
import type { Look } from './invariants.ts';

/** The most distinct reasons to count: messages with arguments produce many. */
const maxReasons = 50;

export class Tally {
  succeeded = 0;
  rejected = 0;
  /** The rejections for lack of a capability that only the module can grant. */
  private refused = 0;
  private readonly reasons = new Map<string, number>();

  reject(error: EvalError): void {
    this.rejected++;
    if (error.name === 'CapabilityNotGranted') this.refused++;
    const reason = firstLine(error.message);
    const known = this.reasons.get(reason);
    if (known !== undefined || this.reasons.size < maxReasons) {
      this.reasons.set(reason, (known ?? 0) + 1);
    }
  }

  /**
   * Checks whether no call succeeded and most were refused, at least this number: then only the module itself can call the
   * function. Arguments that fail earlier conditions are not refused.
   */
  isInternal(enoughRefusals: number): boolean {
    const { succeeded, refused, rejected } = this;
    return succeeded === 0 && refused >= enoughRefusals && refused * 2 >= rejected;
  }

  /** The most frequent reason, with its count. */
  get reason(): readonly [string, number] {
    let best: readonly [string, number] = ['', 0];
    for (const entry of this.reasons) if (entry[1] > best[1]) best = entry;
    return best;
  }
}

/** A function with at least this number of refusals and no other result counts as internal to its module. */
const enoughRefusals = 15;

/** The most functions that a note names. */
const maxNamed = 3;

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
    const named = never.slice(0, maxNamed).map(([label, tally]) => {
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

/** Counts how often each invariant was checked after calls: one that never was is untested. */
export class JudgedCounts {
  private readonly runs = new Map<string, number>();
  private readonly calls = new Map<string, number>();
  private readonly faults = new Map<string, string>();
  private readonly before = new Set<string>();
  /** The invariants checked in the current run. */
  private present = new Set<string>();

  lookedBeforeCalls(look: Look): void {
    for (const name of look.judged) this.before.add(name);
    this.noteFaults(look);
  }

  lookedAfterCall(look: Look): void {
    for (const name of look.judged) {
      this.calls.set(name, this.callsOf(name) + 1);
      if (this.present.has(name)) continue;
      this.present.add(name);
      this.runs.set(name, this.runsOf(name) + 1);
    }
    this.noteFaults(look);
  }

  runEnded(): void {
    this.present = new Set();
  }

  runsOf(name: string): number {
    return this.runs.get(name) ?? 0;
  }

  callsOf(name: string): number {
    return this.calls.get(name) ?? 0;
  }

  /** Checks whether it was evaluated at the end of the script. */
  wasJudgedBefore(name: string): boolean {
    return this.before.has(name);
  }

  /** Returns the reason why it could not be evaluated the first time. */
  faultOf(name: string): string | undefined {
    return this.faults.get(name);
  }

  private noteFaults({ faults }: Look): void {
    for (const [name, why] of faults) if (!this.faults.has(name)) this.faults.set(name, why);
  }
}
