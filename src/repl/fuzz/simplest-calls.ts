// Calls that break an invariant, made few and then simple.

import type { Counterexample } from './counterexample.ts';
import { exampleText, type Example } from './example.ts';
import type { FuzzSession } from './fuzz-session.ts';
import { findBreach, type Breach } from './invariants.ts';
import { shrinkingLimit, simplestArguments } from './run-property.ts';
import type { SequenceTarget } from './targets.ts';

export type Call = { readonly name: string; readonly args: readonly Example[] };

export type Broken = { readonly calls: readonly Call[]; readonly breach: Breach };

export function callText({ name, args }: Call): string {
  return `(${[name, ...args.map(exampleText)].join(' ')})`;
}

export function simplestCalls(
  first: Broken,
  target: SequenceTarget,
  session: FuzzSession,
): Pick<Counterexample, 'message' | 'steps'> {
  let best = first;
  const budget = { left: shrinkingLimit };
  const breaks = (calls: readonly Call[]): boolean => {
    const found = broken(calls, target, session);
    if (found?.breach.name !== first.breach.name) return false;
    best = found;
    return true;
  };
  for (let at = best.calls.length - 2; at >= 0; at--) {
    if (at < best.calls.length && budget.left-- > 0) breaks(best.calls.toSpliced(at, 1));
  }
  for (let at = 0; at < best.calls.length; at++) {
    const { name, args } = best.calls[at] as Call;
    const tried = (simpler: readonly Example[]): boolean =>
      breaks(best.calls.with(at, { name, args: simpler }));
    simplestArguments(args, tried, budget);
  }
  simplerNames(() => best.calls, breaks, budget);
  const { breach, calls } = best;
  return { message: breach.message, steps: [...calls.map(callText), breach.step] };
}

/** A name that several calls share has to change in all of them. */
function simplerNames(
  calls: () => readonly Call[],
  breaks: (calls: readonly Call[]) => boolean,
  budget: { left: number },
): void {
  for (const text of stringsOf(calls())) {
    for (const plain of plainNames) {
      if (plain === text || stringsOf(calls()).has(plain)) continue;
      if (budget.left-- > 0 && breaks(renamed(calls(), text, plain))) break;
    }
  }
}

const plainNames = ['a', 'b', 'c', 'd'];

function stringsOf(calls: readonly Call[]): ReadonlySet<string> {
  const args = calls.flatMap((call) => call.args);
  return new Set(args.flatMap((arg) => (arg.kind === 'string' ? [arg.text] : [])));
}

function renamed(calls: readonly Call[], from: string, to: string): readonly Call[] {
  return calls.map(({ name, args }) => ({
    name,
    args: args.map((arg) =>
      arg.kind === 'string' && arg.text === from ? { kind: 'string', text: to } : arg,
    ),
  }));
}

/** The calls up to the one after which an invariant does not hold. */
function broken(
  calls: readonly Call[],
  target: SequenceTarget,
  session: FuzzSession,
): Broken | undefined {
  session.reset();
  for (const [at, call] of calls.entries()) {
    // A call that fails changes nothing.
    if (session.transaction(callText(call)).kind === 'error') continue;
    const breach = findBreach(target, session);
    if (breach !== undefined) return { calls: calls.slice(0, at + 1), breach };
  }
  return undefined;
}
