// Shrinks a sequence of calls that breaks an invariant: first fewer calls, then simpler ones.

import { perform, stringsOf, type Call } from './call.ts';
import type { Counterexample } from './counterexample.ts';
import type { Example } from './example.ts';
import type { FuzzSession } from './fuzz-session.ts';
import { judgeInvariants, type Breach } from './invariants.ts';
import { shrinkingLimit, simplestArguments } from './run-property.ts';
import { simplerSettings } from './setting.ts';
import type { SequenceTarget } from './targets.ts';

type Broken = {
  readonly calls: readonly Call[];
  readonly breach: Breach;
  /** The calls as programs. */
  readonly texts: readonly string[];
};

export function simplestCalls(
  calls: readonly Call[],
  breach: Breach,
  target: SequenceTarget,
  session: FuzzSession,
): Pick<Counterexample, 'message' | 'steps'> {
  const first = broken(calls, breach.name, target, session);
  // Happens only if there was no time left to reproduce it.
  if (first === undefined) return { message: breach.message, steps: [breach.step] };
  const search = new Simplest(first, (fewer) => broken(fewer, breach.name, target, session));
  search.run();
  const { best } = search;
  return { message: best.breach.message, steps: [...best.texts, best.breach.step] };
}

class Simplest {
  best: Broken;
  private readonly budget = { left: shrinkingLimit };
  private readonly judge: (calls: readonly Call[]) => Broken | undefined;

  constructor(first: Broken, judge: (calls: readonly Call[]) => Broken | undefined) {
    this.best = first;
    this.judge = judge;
  }

  run(): void {
    this.fewerCalls();
    this.fewerSettings();
    // First, since an argument shared with other calls cannot be simplified on its own.
    this.simplerNames();
    this.simplerArguments();
    this.simplerNames();
    // Calls that a longer argument needed may be unnecessary now.
    this.fewerCalls();
    this.simplerNames();
  }

  private breaks(calls: readonly Call[]): boolean {
    return this.budget.left-- > 0 && this.isBetter(calls);
  }

  private isBetter(calls: readonly Call[]): boolean {
    const found = this.judge(calls);
    if (found === undefined) return false;
    this.best = found;
    return true;
  }

  private fewerCalls(): void {
    for (let at = this.best.calls.length - 1; at >= 0; at--) {
      const { calls } = this.best;
      if (at < calls.length) this.breaks(calls.toSpliced(at, 1));
    }
  }

  private fewerSettings(): void {
    for (let at = 0; at < this.best.calls.length; at++) {
      const call = this.best.calls[at] as Call;
      for (const setting of simplerSettings(call.setting)) {
        if (this.breaks(this.best.calls.with(at, { ...call, setting }))) break;
      }
    }
  }

  private simplerArguments(): void {
    for (let at = 0; at < this.best.calls.length; at++) {
      const call = this.best.calls[at] as Call;
      if (call.kind !== 'call') continue;
      const tried = (args: readonly Example[]): boolean =>
        this.isBetter(this.best.calls.with(at, { ...call, args }));
      simplestArguments(call.args, tried, this.budget);
    }
  }

  /** Simplifies names in all calls that share them. */
  private simplerNames(): void {
    for (const text of stringsOf(this.best.calls)) {
      for (const plain of plainNames) {
        const { calls } = this.best;
        if (plain === text || stringsOf(calls).has(plain)) continue;
        if (this.breaks(renamed(calls, text, plain))) break;
      }
    }
  }
}

const plainNames = ['a', 'b', 'c', 'd'];

function renamed(calls: readonly Call[], from: string, to: string): readonly Call[] {
  const changed = (arg: Example): Example =>
    arg.kind === 'string' && arg.text === from ? { kind: 'string', text: to } : arg;
  return calls.map((call) =>
    call.kind === 'call' ? { ...call, args: call.args.map(changed) } : call,
  );
}

/** Returns the calls up to the one that breaks an invariant, without failing calls. */
function broken(
  calls: readonly Call[],
  name: string,
  { invariants, module }: SequenceTarget,
  session: FuzzSession,
): Broken | undefined {
  const looked = invariants.filter((each) => each.name === name);
  session.reset();
  const done: Call[] = [];
  const texts: string[] = [];
  for (const call of calls) {
    const performed = perform(call, session);
    // A failing call changes nothing.
    if (performed?.outcome.kind !== 'value') continue;
    done.push(call);
    texts.push(performed.text);
    const [breach] = judgeInvariants(looked, module, session).breaches;
    if (breach !== undefined) return { calls: done, breach, texts };
  }
  return undefined;
}
