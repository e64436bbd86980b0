// Calls the functions of a module one after the other, and looks after each whether its invariants hold. Calls that led
// somewhere new are gone on from in later runs, so that what takes several steps is found step by step.

import type { TargetResult } from './counterexample.ts';
import type { Dictionary } from './dictionary.ts';
import type { Example } from './example.ts';
import type { FuzzSession } from './fuzz-session.ts';
import { generate } from './generate.ts';
import { findBreach } from './invariants.ts';
import { Random } from './random.ts';
import type { FuzzPlan } from './run-property.ts';
import { callText, simplestCalls, type Broken, type Call } from './simplest-calls.ts';
import type { CallTarget, SequenceTarget } from './targets.ts';
import { Trails } from './trails.ts';

const mostCalls = 20;
/** Arguments that are tried for a call until it succeeds. */
const mostTries = 3;
/** Strings of earlier calls, and keys of rows, are given to later ones: accounts, keys, names. */
const rememberedStrings = 20;

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
  for (const { seed, run: last } of searchesOf(target, plan)) {
    const trails = new Trails(mostCalls);
    for (let run = 1; run <= last; run++) {
      runs++;
      const random = new Random(`${seed} ${name} ${run}`);
      const found = search({ target, session, dictionary, random, trails });
      if (found === 'nothing') return result({ left: 'nothing can be made up for any function' });
      if (found === 'held') continue;
      const simple = simplestCalls(found, target, session);
      return result({ runs, counterexample: { target: name, seed, run, ...simple } });
    }
  }
  return result({ runs });
}

/** Those that found something earlier, up to where they did: a run goes on from what the ones before it have found. */
function searchesOf(
  { name }: SequenceTarget,
  { seed, runs, known }: FuzzPlan,
): readonly { readonly seed: string; readonly run: number }[] {
  return [...known.filter(({ target }) => target === name), { seed, run: runs }];
}

type Search = {
  readonly target: SequenceTarget;
  readonly session: FuzzSession;
  readonly dictionary: Dictionary;
  readonly random: Random;
  readonly trails: Trails;
};

/** `nothing` where no call can be made up. */
function search(given: Search): Broken | 'held' | 'nothing' {
  const { target, session, dictionary, random, trails } = given;
  session.reset();
  const calls: Call[] = [];
  const recent = [...dictionary.rowKeys].slice(-rememberedStrings);
  const keep = (call: Call): void => {
    calls.push(call);
    for (const arg of call.args) if (arg.kind === 'string') recent.push(arg.text);
    recent.splice(0, Math.max(0, recent.length - rememberedStrings));
  };
  for (const call of trails.pick(random)) {
    // It succeeded before, from the same state.
    session.transaction(callText(call));
    keep(call);
  }
  let hasCalled = false;
  for (let left = 1 + random.below(mostCalls); left > 0 && calls.length < mostCalls; left--) {
    const made = random.pick(target.calls);
    for (let tries = mostTries; made !== undefined && tries > 0; tries--) {
      const args = argumentsOf(made, recent, given);
      if (args === undefined) break;
      hasCalled = true;
      const call = { name: made.name, args };
      // A call that fails changes nothing.
      if (session.transaction(callText(call)).kind === 'error') continue;
      keep(call);
      const breach = findBreach(target, session);
      if (breach !== undefined) return { calls, breach };
      trails.note(calls);
      break;
    }
  }
  return hasCalled ? 'held' : 'nothing';
}

/** `undefined` where no expression has a value of such a type. */
function argumentsOf(
  { params, words }: CallTarget,
  recent: readonly string[],
  { dictionary, random }: Search,
): readonly Example[] | undefined {
  const args: Example[] = [];
  for (const { type } of params) {
    // Mostly what the function itself speaks of; half of the words are those of earlier calls.
    const known = random.oneIn(4) ? dictionary : own(words, dictionary);
    const strings = recent.length > 0 && random.oneIn(2) ? recent : known.strings;
    const arg = generate(type, { random, dictionary: { ...known, strings } });
    if (arg === undefined) return undefined;
    args.push(arg);
  }
  return args;
}

/** Of the kinds of which it says nothing, what the module says. */
function own(words: CallTarget['words'], dictionary: Dictionary): Dictionary {
  const { integers, decimals, strings } = words;
  return {
    ...dictionary,
    ...(integers.length > 0 ? { integers } : {}),
    ...(decimals.length > 0 ? { decimals } : {}),
    ...(strings.length > 0 ? { strings } : {}),
  };
}
