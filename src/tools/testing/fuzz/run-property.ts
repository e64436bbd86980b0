// Tests a property with many arguments, and shrinks those that break it.

import type { Counterexample, KnownFailure, TargetResult } from './counterexample.ts';
import type { Dictionary } from './dictionary.ts';
import { exampleText, simplerExamples, stringText, type Example } from './example.ts';
import { firstLine } from '../../../base/prose.ts';
import type { CallOutcome, FuzzSession } from './fuzz-session.ts';
import { type Arguments, makeArguments } from './arguments.ts';
import {
  type Moments,
  type Setting,
  chainText,
  makeSetting,
  momentsOf,
  simplerSettings,
} from './setting.ts';
import { Random } from './random.ts';
import type { EvalError } from '../../../lang/session/run.ts';
import { Tally } from './counts.ts';
import type { PropertyTarget } from './targets.ts';

export type FuzzPlan = {
  readonly seed: string;
  readonly runs: number;
  readonly known: readonly KnownFailure[];
  /** Called with every failure as soon as it is found. */
  readonly found?: ((counterexample: Counterexample) => void) | undefined;
  /** Called during the runs of a target with the number of runs so far. */
  readonly running?: ((target: string, runs: number) => void) | undefined;
  /** Called before every call. */
  readonly isInterrupted?: (() => boolean) | undefined;
};

/** The most evaluations for shrinking. */
export const shrinkingLimit = 1000;
/** A message with this beginning means that the arguments do not meet the property's assumptions. */
const assumption = /^assume\b/i;

type Verdict =
  | { readonly kind: 'holds' | 'ended' }
  | { readonly kind: 'discarded'; readonly error: EvalError }
  | {
      readonly kind: 'broken';
      /** The kind of failure, which must stay the same during shrinking. */
      readonly sort: string;
      readonly message: string;
      /** A program that shows the failure. */
      readonly step: string;
    }
  | { readonly kind: 'meaningless'; readonly why: string };

export function runProperty(
  target: PropertyTarget,
  session: FuzzSession,
  dictionary: Dictionary,
  plan: FuzzPlan,
): TargetResult {
  const { name, span, params } = target;
  const tally = new Tally();
  const result = (rest: Partial<TargetResult> = {}): TargetResult => ({
    name,
    span,
    runs: tally.succeeded,
    calls: undefined,
    discarded: tally.rejected,
    counterexample: undefined,
    left: untriedReason(tally, session),
    notes: [...rejectionNotes(name, tally), ...endNotes(name, tally.succeeded, plan, session)],
    table: [],
    ...rest,
  });
  session.reset();
  const max = plan.runs * maxCasesOfRun;
  for (const { seed, run } of casesOf(target, plan, max)) {
    if (tally.succeeded >= plan.runs || session.isEnded) break;
    plan.running?.(name, tally.succeeded);
    const random = new Random(`${seed} ${name} ${run}`);
    const made = caseOf(target, session, dictionary, random);
    if (made.kind === 'none') return result({ left: made.why });
    const verdict = judge(target, session, made);
    if (verdict.kind === 'meaningless') return result({ left: verdict.why });
    count(verdict, tally);
    if (tally.isInternal(enoughRefusals))
      return result({ left: 'only its module can call it', notes: [] });
    if (verdict.kind === 'broken') {
      const simple = simplest(target, session, made, verdict);
      const counterexample = { target: name, opening: session.opening, seed, run, ...simple };
      plan.found?.(counterexample);
      return result({ left: undefined, counterexample });
    }
    // Without parameters, every run is the same.
    if (params.length === 0) break;
  }
  return result();
}

export const noTimeLeft = 'there was no time left (see --timeout)';

/** Returns the reason why no case was meaningful. */
function untriedReason(
  { succeeded, rejected, reason }: Tally,
  { isEnded }: FuzzSession,
): string | undefined {
  if (succeeded > 0) return undefined;
  if (isEnded) return noTimeLeft;
  return rejected === 0
    ? 'the number of runs is 0'
    : `all ${rejected} cases were rejected, most often by: ${reason[0]}`;
}

/** Returns a note if there was not enough time for all runs. */
export function endNotes(
  name: string,
  runs: number,
  plan: FuzzPlan,
  { isEnded }: FuzzSession,
): readonly string[] {
  return isEnded && runs > 0
    ? [`${name}: ended after ${runs} of ${plan.runs} runs (see --timeout)`]
    : [];
}

/** With at least this number of refusals and no other result, only the module itself can call the function. */
const enoughRefusals = 25;

/** Counts the case; a broken property counts as a meaningful case. */
function count(verdict: Verdict, tally: Tally): void {
  if (verdict.kind === 'discarded') tally.reject(verdict.error);
  else if (verdict.kind !== 'ended') tally.succeeded++;
}

/** The most cases per run: rejected cases are replaced by others. */
const maxCasesOfRun = 5;
/** A note is added if at least this number of ten cases is rejected. */
const manyOfTen = 9;

function rejectionNotes(name: string, { succeeded, rejected, reason }: Tally): readonly string[] {
  const all = succeeded + rejected;
  // If all cases were rejected, the property already counts as not tested.
  if (rejected * 10 < all * manyOfTen || succeeded === 0) return [];
  return [`${rejected} of ${all} cases of ${name} were rejected, most often by: ${reason[0]}`];
}

type Case = { readonly setting: Setting; readonly args: readonly Example[] };

function caseOf(
  { params, words }: PropertyTarget,
  session: FuzzSession,
  dictionary: Dictionary,
  random: Random,
): (Case & { readonly kind: 'made' }) | Extract<Arguments, { kind: 'none' }> {
  const moments = (): Moments => momentsOf(dictionary, session);
  const {
    state: { strings: recent },
    speaksOfTime,
  } = dictionary;
  const made = makeArguments(params, {
    dictionary,
    words,
    recent,
    random,
    moments,
    unevenOneIn: 2,
  });
  if (made.kind === 'none') return made;
  const setting = makeSetting(session, speaksOfTime ? moments : undefined, random);
  return { kind: 'made', setting, args: made.args };
}

/** Yields the cases to try, earlier failures first. */
function* casesOf(
  { name }: { readonly name: string },
  { seed, known }: FuzzPlan,
  max: number,
): Generator<{ readonly seed: string; readonly run: number }> {
  for (const failure of known) if (failure.target === name) yield failure;
  for (let run = 1; run <= max; run++) yield { seed, run };
}

function judge(target: PropertyTarget, session: FuzzSession, { setting, args }: Case): Verdict {
  const call = target.program(args.map(exampleText));
  const { signers } = setting;
  const { outcome, text } = session.attempt({ before: chainText(setting), signers, call });
  return verdictOf(
    target,
    outcome,
    text.replace(call, () => expectation(target, call)),
  );
}

function verdictOf(target: PropertyTarget, outcome: CallOutcome, step: string): Verdict {
  if (outcome.kind === 'ended') return { kind: 'ended' };
  if (outcome.kind === 'value') {
    if (target.judge === 'no-error' || outcome.value !== false) return { kind: 'holds' };
    return { kind: 'broken', sort: 'false', message: 'it is false', step };
  }
  const { error } = outcome;
  const message = firstLine(error.message);
  // The model uses names that do not exist in programs. A failing call does not break a property.
  if (target.judge === 'model' && error.code.startsWith('E03')) {
    return { kind: 'meaningless', why: `it cannot be run: ${error.message}` };
  }
  if (target.judge === 'model' || isRejection(target, error)) {
    return { kind: 'discarded', error };
  }
  return { kind: 'broken', sort: error.code, message, step };
}

/** Checks for failed assumptions, and for calls that no transaction could make. */
function isRejection({ judge: how, span }: PropertyTarget, error: EvalError): boolean {
  if (error.name === 'GasExceeded' || assumption.test(error.message)) return true;
  // In a property that returns a boolean, `enforce` states conditions on the arguments.
  return how === 'not-false' && span.covers(error.span) && error.name === 'UserEnforceError';
}

function simplest(
  target: PropertyTarget,
  session: FuzzSession,
  given: Case,
  first: Extract<Verdict, { kind: 'broken' }>,
): Pick<Counterexample, 'message' | 'steps'> {
  let best = first;
  let setting = given.setting;
  const breaks = (tried: Case): boolean => {
    const verdict = judge(target, session, tried);
    if (verdict.kind !== 'broken' || verdict.sort !== first.sort) return false;
    best = verdict;
    return true;
  };
  for (const simpler of simplerSettings(given.setting)) {
    if (!breaks({ setting: simpler, args: given.args })) continue;
    setting = simpler;
    break;
  }
  simplestArguments(given.args, (args) => breaks({ setting, args }), { left: shrinkingLimit });
  return { message: best.message, steps: [best.step] };
}

/** Replaces arguments by simpler ones as long as `breaks` returns true. */
export function simplestArguments(
  given: readonly Example[],
  breaks: (args: readonly Example[]) => boolean,
  budget: { left: number },
): readonly Example[] {
  let args = given;
  let hasChanged = true;
  const simplify = (at: number): boolean => {
    for (const simpler of simplerExamples(args[at] as Example)) {
      if (budget.left-- <= 0) return false;
      const tried = args.with(at, simpler);
      if (!breaks(tried)) continue;
      args = tried;
      return true;
    }
    return false;
  };
  while (hasChanged && budget.left > 0) {
    hasChanged = false;
    for (let at = 0; at < args.length; at++) while (simplify(at)) hasChanged = true;
  }
  return args;
}

/** Returns an `expect` for properties that return a boolean; others fail by themselves. */
function expectation({ name, judge: how }: PropertyTarget, call: string): string {
  if (how === 'no-error') return call;
  // `use` before the expression imports names.
  const [, before = '', expression = call] = /^(\(use [^)]*\) )?(.*)$/s.exec(call) ?? [];
  return `${before}(expect ${stringText(name)} true ${expression})`;
}
