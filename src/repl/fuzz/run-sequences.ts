// Calls the functions of a module one after the other, and looks after each whether its invariants hold. What breaks
// them is made short, and then simple.

import type { Counterexample, TargetResult } from './counterexample.ts';
import type { Dictionary } from './dictionary.ts';
import { exampleText, type Example } from './example.ts';
import type { FuzzSession } from './fuzz-session.ts';
import { generate } from './generate.ts';
import { findBreach, type Breach } from './invariants.ts';
import { Random } from './random.ts';
import { casesOf, shrinkingLimit, simplestArguments, type FuzzPlan } from './run-property.ts';
import type { SequenceTarget } from './targets.ts';

const mostCalls = 20;
/** Strings of earlier calls are given to later ones: accounts, keys, names. */
const rememberedStrings = 20;

type Call = { readonly name: string; readonly args: readonly Example[] };

export function runSequences(
  target: SequenceTarget,
  session: FuzzSession,
  dictionary: Dictionary,
  plan: FuzzPlan,
): TargetResult {
  const { name, span } = target;
  const result = (rest: Partial<TargetResult>): TargetResult => ({
    name,
    span,
    runs: 0,
    discarded: 0,
    counterexample: undefined,
    left: undefined,
    ...rest,
  });
  session.reset();
  const before = findBreach(target, session);
  if (before !== undefined) {
    const { message, step } = before;
    const steps = [step];
    return result({
      runs: 1,
      counterexample: { target: name, message, steps, seed: plan.seed, run: 0 },
    });
  }
  let runs = 0;
  for (const { seed, run } of casesOf(target, plan)) {
    runs++;
    const random = new Random(`${seed} ${name} ${run}`);
    const calls = callsOf(target, random, dictionary);
    if (calls.length === 0) return result({ left: 'nothing can be made up for any function' });
    const found = broken(calls, target, session);
    if (found === undefined) continue;
    const counterexample = { target: name, seed, run, ...simplest(found, target, session) };
    return result({ runs, counterexample });
  }
  return result({ runs });
}

function callsOf(target: SequenceTarget, random: Random, dictionary: Dictionary): readonly Call[] {
  const calls: Call[] = [];
  const recent: string[] = [];
  const words = { ...dictionary, strings: [...dictionary.strings] };
  for (let left = 1 + random.below(mostCalls); left > 0; left--) {
    const made = random.pick(target.calls);
    if (made === undefined) break;
    const args: Example[] = [];
    for (const { type } of made.params) {
      // Half of the words are those of earlier calls.
      const isRecent = recent.length > 0 && random.oneIn(2);
      const strings = isRecent ? recent : words.strings;
      const arg = generate(type, { random, dictionary: { ...words, strings } });
      if (arg === undefined) break;
      args.push(arg);
    }
    if (args.length < made.params.length) continue;
    for (const arg of args) if (arg.kind === 'string') recent.push(arg.text);
    recent.splice(0, Math.max(0, recent.length - rememberedStrings));
    calls.push({ name: made.name, args });
  }
  return calls;
}

type Broken = { readonly calls: readonly Call[]; readonly breach: Breach };

/** The calls up to the one after which an invariant does not hold. */
function broken(
  calls: readonly Call[],
  target: SequenceTarget,
  session: FuzzSession,
): Broken | undefined {
  session.reset();
  for (const [at, call] of calls.entries()) {
    // A call that fails changes nothing.
    if (session.transaction(textOf(call)).kind === 'error') continue;
    const breach = findBreach(target, session);
    if (breach !== undefined) return { calls: calls.slice(0, at + 1), breach };
  }
  return undefined;
}

function simplest(
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
  return { message: breach.message, steps: [...calls.map(textOf), breach.step] };
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

const textOf = ({ name, args }: Call): string => `(${[name, ...args.map(exampleText)].join(' ')})`;
