// The next call of a sequence: a function, a defpact, or a step of one that is running.

import { stringsOf, type Call } from './call.ts';
import type { Dictionary } from './dictionary.ts';
import type { Example } from './example.ts';
import type { FuzzSession } from './fuzz-session.ts';
import { makeArguments } from './make-arguments.ts';
import { momentsOf, type Moments } from './moments.ts';
import type { Random } from './random.ts';
import { makeSetting } from './setting.ts';
import type { CallTarget, SequenceTarget } from './targets.ts';

/** What of a module is called, and from where. */
export type CallSource = {
  readonly target: SequenceTarget;
  readonly session: FuzzSession;
  /** Of the module that the invariants are of, with what the tables hold now. */
  readonly dictionary: Dictionary;
  /** Of all loaded modules. */
  readonly dictionaries: ReadonlyMap<string, Dictionary>;
  readonly random: Random;
  /** Those of the target that may be called from outside. */
  readonly calls: readonly CallTarget[];
};

/** Of earlier calls; what came last is what the next call is about. */
const rememberedStrings = 20;

/** Contracts refuse most of such amounts. */
const unevenOneIn = 4;

/** `undefined` where nothing can be made up for what chance has chosen. */
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

/** Calls that only prepare come less often. */
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

/** What a parameter of the same name was given: often it means the same. */
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
