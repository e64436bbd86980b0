// How often calls of a sequence succeeded, and what stopped the others.

import type { EvalError } from '../../lang/session/index.ts';
import { firstLine } from './first-line.ts';

type Count = {
  succeeded: number;
  rejected: number;
  /** Of those, for lack of a capability that the module alone can grant. */
  refused: number;
  readonly reasons: Map<string, number>;
};

/** After as many refusals a function is taken for a part of others. */
const enoughRefusals = 15;

/** Of which nothing can be said. */
const tooFew = 20;
/** Reasons that are told apart; arguments in messages make many. */
const mostReasons = 50;

export class CallCounts {
  private readonly byLabel = new Map<string, Count>();

  succeeded(label: string): void {
    this.of(label).succeeded++;
  }

  rejected(label: string, error: EvalError): void {
    const count = this.of(label);
    count.rejected++;
    if (error.name === 'CapabilityNotGranted') count.refused++;
    const reason = firstLine(error.message);
    const known = count.reasons.get(reason);
    if (known !== undefined || count.reasons.size < mostReasons) {
      count.reasons.set(reason, (known ?? 0) + 1);
    }
  }

  /** Only other functions of the module can call it. */
  isInternal(label: string): boolean {
    const count = this.byLabel.get(label);
    return count !== undefined && isRefusedAlways(count);
  }

  /** A table for people. */
  lines(title: string): readonly string[] {
    if (this.byLabel.size === 0) return [];
    const width = Math.max(...[...this.byLabel.keys()].map((label) => label.length));
    const rows = [...this.byLabel].map(([label, count]) => {
      const { succeeded, rejected } = count;
      const numbers = `${column(succeeded)} succeeded  ${column(rejected)} rejected`;
      const internal = isRefusedAlways(count) ? ', for the module alone' : '';
      return `  ${label.padEnd(width)}  ${numbers}${internal}`;
    });
    return [title, ...rows.sort()];
  }

  /** Functions that nothing is known about, since no call of theirs got through. */
  neverSucceeded(): readonly string[] {
    return [...this.byLabel].flatMap(([label, count]) => {
      const { succeeded, rejected, reasons } = count;
      if (succeeded > 0 || rejected < tooFew || isRefusedAlways(count)) return [];
      const [reason, often = 0] = mostFrequent(reasons) ?? [''];
      const share = often === rejected ? '' : ` (${often} times)`;
      return [`all ${rejected} calls of ${label} were rejected, most often by: ${reason}${share}`];
    });
  }

  private of(label: string): Count {
    const known = this.byLabel.get(label);
    if (known !== undefined) return known;
    const count: Count = { succeeded: 0, rejected: 0, refused: 0, reasons: new Map() };
    this.byLabel.set(label, count);
    return count;
  }
}

function isRefusedAlways({ succeeded, rejected, refused }: Count): boolean {
  return succeeded === 0 && refused === rejected && refused >= enoughRefusals;
}

const column = (count: number): string => String(count).padStart(5);

export function mostFrequent(
  reasons: ReadonlyMap<string, number>,
): readonly [string, number] | undefined {
  let best: readonly [string, number] | undefined;
  for (const entry of reasons) if (best === undefined || entry[1] > best[1]) best = entry;
  return best;
}
