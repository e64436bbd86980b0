// Makes sequences of calls, and checks the invariants of a module after each call. Later runs continue from calls that led
// to new states, so that failures that need several steps are found step by step.

import { perform, type Call } from './call.ts';
import { CallCounts, JudgedCounts } from './counts.ts';
import type { Counterexample, TargetResult } from './counterexample.ts';
import { type Dictionary, stateWordsOf } from './dictionary.ts';
import type { FuzzSession } from './fuzz-session.ts';
import { judgeInvariants, type Breach } from './invariants.ts';
import { type CallSource, Trails, nextCall, repaired } from './next-call.ts';
import { Random } from './random.ts';
import { endNotes, noTimeLeft, type FuzzPlan } from './run-property.ts';
import { simplestCalls } from './simplest-calls.ts';
import type { Invariant, SequenceTarget } from './targets.ts';

const maxCalls = 20;
/** The most sets of arguments to try until a call succeeds. */
const maxTries = 4;
/** After this number of unsuccessful calls in a row, the sequence ends. */
const maxIdle = 5;

export function runSequences(
  target: SequenceTarget,
  session: FuzzSession,
  dictionaries: ReadonlyMap<string, Dictionary>,
  plan: FuzzPlan,
): readonly TargetResult[] {
  const dictionary = dictionaryOf(target, dictionaries);
  const sequences = new Sequences(target, session, plan);
  sequences.lookBeforeCalls();
  for (const { seed, run: last } of searchesOf(target, plan)) {
    const trails = new Trails(maxCalls);
    for (let run = 1; run <= last && sequences.goesOn; run++) {
      const random = new Random(`${seed} ${target.name} ${run}`);
      sequences.search({ dictionary, dictionaries, random }, trails, { seed, run });
    }
  }
  return sequences.results();
}

/** Returns the dictionary of the target; it depends on the time if any called module does. */
function dictionaryOf(
  { module, calls }: SequenceTarget,
  dictionaries: ReadonlyMap<string, Dictionary>,
): Dictionary {
  // The boundary: every loaded module has a dictionary.
  const own = dictionaries.get(module) as Dictionary;
  const speaksOfTime = [module, ...calls.map((call) => call.module)].some(
    (name) => dictionaries.get(name)?.speaksOfTime === true,
  );
  return { ...own, speaksOfTime };
}

type Found = { readonly counterexample: Counterexample; readonly runs: number };

type Case = { readonly seed: string; readonly run: number };

/**
 * Returns the searches to make. After an earlier failure, the runs up to that failure are repeated: each run continues
 * from what the previous ones found.
 */
function searchesOf(
  { invariants }: SequenceTarget,
  { seed, runs, known }: FuzzPlan,
): readonly Case[] {
  const names = new Set(invariants.map(({ name }) => name));
  const earlier = new Map<string, number>();
  for (const failure of known) {
    if (!names.has(failure.target) || failure.run === 0) continue;
    earlier.set(failure.seed, Math.max(failure.run, earlier.get(failure.seed) ?? 0));
  }
  return [...[...earlier].map(([of, run]) => ({ seed: of, run })), { seed, run: runs }];
}

/** The failures found so far, and the invariants that are still checked. */
class Sequences {
  private readonly target: SequenceTarget;
  private readonly session: FuzzSession;
  private readonly plan: FuzzPlan;
  private open: readonly Invariant[];
  private readonly found = new Map<string, Found>();
  private readonly counts = new CallCounts();
  private readonly judged = new JudgedCounts();
  private runs = 0;

  constructor(target: SequenceTarget, session: FuzzSession, plan: FuzzPlan) {
    this.target = target;
    this.session = session;
    this.plan = plan;
    this.open = target.invariants;
  }

  get goesOn(): boolean {
    return this.open.length > 0 && this.target.calls.length > 0 && !this.session.isEnded;
  }

  /** Checks the invariants before any call: one that is false already says nothing about calls. */
  lookBeforeCalls(): void {
    const { target, session, plan } = this;
    session.reset();
    const look = judgeInvariants(this.open, target.module, session);
    this.judged.lookedBeforeCalls(look);
    for (const { name, message, step } of look.breaches) {
      this.take({
        target: name,
        message: `${message}, before any call`,
        opening: session.opening,
        steps: [step],
        seed: plan.seed,
        run: 0,
      });
    }
    this.open = this.open.filter(({ name }) => !target.constant.has(name));
  }

  search(
    {
      dictionary,
      dictionaries,
      random,
    }: Pick<CallSource, 'dictionary' | 'dictionaries' | 'random'>,
    trails: Trails,
    { seed, run }: Case,
  ): void {
    const { session, target, counts, judged, plan } = this;
    judged.runEnded();
    const calls = target.calls.filter(({ name }) => !counts.isInternal(name));
    plan.running?.(target.name, this.runs);
    this.runs++;
    session.reset();
    const done: Call[] = [];
    const labels: string[] = [];
    for (const call of trails.pick(random)) {
      // The call succeeded before, from the same state.
      labels.push(perform(call, session)?.label ?? '');
      done.push(call);
    }
    let idle = 0;
    for (let left = 1 + random.below(maxCalls); left > 0; left--) {
      if (done.length >= maxCalls || idle >= maxIdle || session.isEnded) return;
      const state = stateWordsOf(target.tables, session);
      const now = { ...dictionary, state };
      const source = { target, session, random, calls, dictionary: now, dictionaries };
      const made = this.oneCall(done, source);
      idle = made === undefined ? idle + 1 : 0;
      if (made === undefined) continue;
      done.push(made.call);
      labels.push(made.label);
      const look = judgeInvariants(this.open, target.module, session);
      const { breaches } = look;
      this.judged.lookedAfterCall(look);
      for (const breach of breaches) this.simplify(done, breach, { seed, run });
      if (breaches.length > 0) return;
      trails.note(done, labels);
    }
  }

  results(): readonly TargetResult[] {
    const { target, found, judged, counts } = this;
    const byName = new Map(target.invariants.map((each) => [each.name, each]));
    const isOpen = this.open.length > 0;
    const ended = isOpen ? endNotes(target.name, this.runs, this.plan, this.session) : [];
    const notes = [...counts.neverSucceeded(), ...ended];
    const table = counts.lines(target.name);
    return [...byName.values()].map(({ name, span }, at) => {
      const broken = found.get(name);
      const runs = broken?.runs ?? judged.runsOf(name);
      return {
        name,
        span,
        runs,
        calls: judged.callsOf(name),
        discarded: 0,
        counterexample: broken?.counterexample,
        left: broken === undefined && runs === 0 ? this.untriedReason(name) : undefined,
        notes: at === 0 ? notes : [],
        table: at === 0 ? table : [],
      };
    });
  }

  private untriedReason(name: string): string {
    const { target, session, judged, counts } = this;
    if (session.isEnded) return noTimeLeft;
    const fault = judged.faultOf(name);
    if (fault !== undefined) return `it cannot be evaluated: ${fault}`;
    const before = judged.wasJudgedBefore(name) ? 'it holds where the script ended, but ' : '';
    if (target.constant.has(name) || target.calls.length === 0) {
      return `${before}no function of the loaded modules changes what it reads`;
    }
    return before + (counts.whyNothingSucceeded() ?? 'its tables have no rows after any call');
  }

  /** Makes a call; returns it if it succeeded. A failed call changes nothing. */
  private oneCall(
    calls: readonly Call[],
    source: CallSource,
  ): { readonly call: Call; readonly label: string } | undefined {
    let better: Call | undefined;
    for (let tries = maxTries; tries > 0; tries--) {
      const call = better ?? nextCall(calls, source);
      const performed = call === undefined ? undefined : perform(call, this.session);
      if (call === undefined || performed === undefined) continue;
      const { label, outcome } = performed;
      if (outcome.kind === 'value') {
        this.counts.of(label).succeeded++;
        // The same call at another time counts as a different one.
        return { call, label: call.setting.chain === undefined ? label : `${label} later` };
      }
      if (outcome.kind === 'ended') return undefined;
      this.counts.of(label).reject(outcome.error);
      better = repaired(call, outcome.error, source);
    }
    return undefined;
  }

  private simplify(calls: readonly Call[], breach: Breach, { seed, run }: Case): void {
    const { target, session } = this;
    const simple = simplestCalls(calls, breach, target, session);
    this.take({ target: breach.name, opening: session.opening, seed, run, ...simple });
  }

  private take(counterexample: Counterexample): void {
    const { target: name } = counterexample;
    this.plan.found?.(counterexample);
    this.found.set(name, { counterexample, runs: this.runs });
    this.open = this.open.filter((each) => each.name !== name);
  }
}
