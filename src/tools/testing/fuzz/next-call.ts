// Chooses the next call of a sequence: a function, a defpact, or a step of a running defpact.

import { type Call, stringsOf } from './call.ts';
import type { Dictionary } from './dictionary.ts';
import type { Example } from './example.ts';
import type { FuzzSession } from './fuzz-session.ts';
import { makeArguments } from './arguments.ts';
import { type Moments, makeSetting, momentsOf } from './setting.ts';
import type { Random } from './random.ts';
import type { CallTarget, SequenceTarget } from './targets.ts';
import { isRefusal } from '../../../lang/session/store.ts';
import type { ErrorName, EvalError } from '../../../lang/session/run.ts';

/** The functions to call, and the values for their arguments. */
export type CallSource = {
  readonly target: SequenceTarget;
  readonly session: FuzzSession;
  /** The dictionary of the module with the invariants, with the current values of its tables. */
  readonly dictionary: Dictionary;
  /** The dictionaries of all loaded modules. */
  readonly dictionaries: ReadonlyMap<string, Dictionary>;
  readonly random: Random;
  /** The functions of the target that may be called from outside. */
  readonly calls: readonly CallTarget[];
};

/** The number of strings to remember from earlier calls; the next call mostly uses recent ones. */
const rememberedStrings = 20;

/** One in this number of calls, since contracts refuse most such amounts. */
const unevenOneIn = 4;

/** Returns `undefined` if no arguments can be generated for the chosen function. */
export function nextCall(calls: readonly Call[], source: CallSource): Call | undefined {
  const { session, random, dictionary } = source;
  const moments = (): Moments => momentsOf(dictionary, session);
  const setting = makeSetting(session, dictionary.speaksOfTime ? moments : undefined, random);
  const running = random.oneIn(2) ? runningPacts(calls, session) : [];
  const pact = random.pick(running);
  if (pact !== undefined) return { kind: 'step', setting, pact, rollback: random.oneIn(3) };
  const made = pickCall(source);
  return made === undefined ? undefined : callOf(made, setting, calls, source);
}

/** Preparing calls are considered only once in this number of calls. */
const preparing = 4;

function pickCall({ calls, random }: CallSource): CallTarget | undefined {
  const direct = calls.filter(({ isDirect }) => isDirect);
  const isMixed = direct.length > 0 && direct.length < calls.length;
  return random.pick(isMixed && !random.oneIn(preparing) ? direct : calls);
}

function callOf(
  { name, module, params, words, isDefPact }: CallTarget,
  setting: Call['setting'],
  calls: readonly Call[],
  source: CallSource,
): Call | undefined {
  const { random, dictionary, dictionaries, session } = source;
  const own = { ...(dictionaries.get(module) ?? dictionary), state: dictionary.state };
  const recent = recentStrings(calls, source);
  const made = makeArguments(params, {
    dictionary: own,
    words,
    recent,
    random,
    moments: () => momentsOf(dictionary, session),
    unevenOneIn,
    earlier: earlierArguments(calls, source),
  });
  if (made.kind === 'none') return undefined;
  const pact = isDefPact ? `pact-${pactsOf(calls).length + 1}` : undefined;
  return { kind: 'call', setting, name, args: made.args, pact };
}

function pactsOf(calls: readonly Call[]): readonly string[] {
  return calls.flatMap((call) =>
    call.kind === 'call' && call.pact !== undefined ? [call.pact] : [],
  );
}

function runningPacts(calls: readonly Call[], session: FuzzSession): readonly string[] {
  return pactsOf(calls).filter((pact) => {
    const exec = session.tables.readDefPact(session.pactId(pact));
    return exec !== undefined && exec !== 'completed';
  });
}

function recentStrings(
  calls: readonly Call[],
  { dictionary, session }: CallSource,
): readonly string[] {
  const said = [...stringsOf(calls)].slice(-rememberedStrings);
  const ids = pactsOf(calls).map((pact) => session.pactId(pact));
  return [...new Set([...said, ...dictionary.state.strings, ...ids])];
}

/** Returns earlier arguments by parameter name: the same name often has the same meaning. */
function earlierArguments(
  calls: readonly Call[],
  { target }: CallSource,
): ReadonlyMap<string, readonly Example[]> {
  const byName = new Map<string, Example[]>();
  for (const call of calls) {
    if (call.kind !== 'call') continue;
    const called = target.calls.find(({ name }) => name === call.name);
    for (const [at, arg] of call.args.entries()) {
      const param = called?.params[at]?.name ?? '';
      byName.set(param, [...(byName.get(param) ?? []), arg]);
    }
  }
  return byName;
}

const maxTrails = 60;
/** The most recent trails are the least explored. */
const newest = 4;

/** Sequences of calls that led to something new: a function succeeded for the first time after the previous one. */
export class Trails {
  private readonly longest: number;
  private readonly seen = new Set<string>();
  private readonly all: (readonly Call[])[] = [];

  /** `longest`: sequences of this length fill a run, so nothing can follow them. */
  constructor(longest: number) {
    this.longest = longest;
  }

  /** `labels`: those of the last calls. */
  note(calls: readonly Call[], labels: readonly string[]): void {
    const step = `${labels.at(-2) ?? ''} ${labels.at(-1) ?? ''}`;
    const isFull = calls.length >= this.longest || this.all.length >= maxTrails;
    if (isFull || this.seen.has(step)) return;
    this.seen.add(step);
    this.all.push([...calls]);
  }

  /** Returns calls to continue from; half of the runs start from the beginning. */
  pick(random: Random): readonly Call[] {
    if (random.oneIn(2)) return [];
    const some = random.oneIn(2) ? this.all.slice(-newest) : this.all;
    const trail = random.pick(some) ?? [];
    // The last call may block ways that shorter sequences leave open.
    return random.oneIn(2) ? trail : trail.slice(0, random.below(trail.length + 1));
  }
}

/** If a row does not exist, replaces its key with an existing one. */
export function repaired(
  call: Call,
  error: EvalError,
  { target, session, random }: CallSource,
): Call | undefined {
  if (call.kind !== 'call' || !isNamed(error, 'NoSuchObjectInDb')) return undefined;
  const { table: name, key } = error.data;
  const table = target.tables.find((each) => `${each.module.text}_${each.name}` === name);
  const keys = table === undefined ? [] : session.tables.rowKeys(table);
  const other = isRefusal(keys) ? undefined : random.pick(keys);
  if (other === undefined) return undefined;
  const args = call.args.map((arg): Example =>
    arg.kind === 'string' && arg.text === key ? { kind: 'string', text: other } : arg,
  );
  return { ...call, args };
}

function isNamed<Name extends ErrorName>(error: EvalError, name: Name): error is EvalError<Name> {
  return error.name === name;
}
