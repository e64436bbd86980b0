// Tries a property with many arguments, and makes those that break it simple.

import type { Counterexample, KnownFailure, TargetResult } from './counterexample.ts';
import type { Dictionary } from './dictionary.ts';
import { exampleText, simplerExamples, stringText, type Example } from './example.ts';
import type { CallOutcome, FuzzSession } from './fuzz-session.ts';
import { generate } from './generate.ts';
import { Random } from './random.ts';
import { typeText } from '../../lang/session/index.ts';
import type { PropertyTarget } from './targets.ts';

export type FuzzPlan = {
  readonly seed: string;
  readonly runs: number;
  readonly known: readonly KnownFailure[];
};

/** Evaluations that making simple may take. */
export const shrinkingLimit = 1000;
/** A message that begins so says that the arguments were not meant. */
const assumption = /^assume\b/i;

type Verdict =
  | { readonly kind: 'holds' | 'discarded' }
  /** `sort` stays the same while arguments get simpler. */
  | { readonly kind: 'broken'; readonly sort: string; readonly message: string }
  | { readonly kind: 'meaningless'; readonly why: string };

export function runProperty(
  target: PropertyTarget,
  session: FuzzSession,
  dictionary: Dictionary,
  plan: FuzzPlan,
): TargetResult {
  const { name, span, params } = target;
  let runs = 0;
  let discarded = 0;
  const result = (rest: Partial<TargetResult> = {}): TargetResult => ({
    name,
    span,
    runs,
    discarded,
    counterexample: undefined,
    left: undefined,
    ...rest,
  });
  session.reset();
  for (const { seed, run } of casesOf(target, plan)) {
    const random = new Random(`${seed} ${name} ${run}`);
    const args: Example[] = [];
    for (const { name: param, type } of params) {
      const arg = generate(type, { random, dictionary });
      if (arg === undefined) {
        const what = type === undefined ? 'it' : typeText(type);
        return result({ left: `nothing can be made up for ${param}: no value of ${what}` });
      }
      args.push(arg);
    }
    const verdict = judge(target, session, args);
    if (verdict.kind === 'meaningless') return result({ left: verdict.why });
    if (verdict.kind === 'discarded') discarded++;
    else runs++;
    if (verdict.kind === 'broken') {
      const simple = simplest(target, session, args, verdict);
      return result({ counterexample: { target: name, seed, run, ...simple } });
    }
    // Without parameters every run is the same.
    if (params.length === 0) break;
  }
  return result();
}

/** Earlier failures first. */
export function* casesOf(
  { name }: { readonly name: string },
  { seed, runs, known }: FuzzPlan,
): Generator<{ readonly seed: string; readonly run: number }> {
  for (const failure of known) if (failure.target === name) yield failure;
  for (let run = 1; run <= runs; run++) yield { seed, run };
}

function judge(target: PropertyTarget, session: FuzzSession, args: readonly Example[]): Verdict {
  return verdictOf(target, session.attempt(target.program(args.map(exampleText))));
}

function verdictOf({ judge: how }: PropertyTarget, outcome: CallOutcome): Verdict {
  if (outcome.kind === 'value') {
    if (how === 'no-error' || outcome.value !== false) return { kind: 'holds' };
    return { kind: 'broken', sort: 'false', message: 'it is false' };
  }
  const { error } = outcome;
  // Names that a model has and a program has not; and what fails promises nothing.
  if (how === 'model') {
    return error.code.startsWith('E03')
      ? { kind: 'meaningless', why: `it cannot be run: ${error.message}` }
      : { kind: 'discarded' };
  }
  if (assumption.test(error.message)) return { kind: 'discarded' };
  return { kind: 'broken', sort: error.code, message: firstLine(error.message) };
}

function simplest(
  target: PropertyTarget,
  session: FuzzSession,
  given: readonly Example[],
  first: Extract<Verdict, { kind: 'broken' }>,
): Pick<Counterexample, 'message' | 'steps'> {
  let message = first.message;
  const breaks = (args: readonly Example[]): boolean => {
    const verdict = judge(target, session, args);
    if (verdict.kind !== 'broken' || verdict.sort !== first.sort) return false;
    message = verdict.message;
    return true;
  };
  const args = simplestArguments(given, breaks, { left: shrinkingLimit });
  return { message, steps: [stepOf(target, args, first.sort)] };
}

/** Goes to a simpler argument as long as `breaks` says yes. */
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

function stepOf(target: PropertyTarget, args: readonly Example[], sort: string): string {
  const program = target.program(args.map(exampleText));
  if (sort !== 'false') return program;
  // What stands before the expression brings names along.
  const [, before = '', expression = program] = /^(\(use [^)]*\) )?(.*)$/s.exec(program) ?? [];
  return `${before}(expect ${stringText(target.name)} true ${expression})`;
}

export const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
