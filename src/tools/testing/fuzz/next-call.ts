// Chooses the next call of a sequence: a function, a defpact, or a step of a running defpact.

import { stringsOf, type Call } from './call.ts';
import type { Dictionary } from './dictionary.ts';
import type { Example } from './example.ts';
import type { FuzzSession } from './fuzz-session.ts';
import { makeArguments } from './make-arguments.ts';
import { momentsOf, type Moments } from './moments.ts';
import type { Random } from './random.ts';
import { makeSetting } from './setting.ts';
import type { CallTarget, SequenceTarget } from './targets.ts';

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
