// Makes arguments for a call that a contract is likely to accept: values that the function mentions, keys of rows, accounts
// that exist or belong to the guards among the arguments, amounts that fit what there is, and times in the future. Random
// ones alone rarely get past the first conditions of real contracts.

import { type Example, exampleText, placesToKeep } from './example.ts';
import type { Dictionary, FunctionWords } from './dictionary.ts';
import { generate } from './generate.ts';
import { type Moments, timeExpression } from './setting.ts';
import type { Random } from './random.ts';
import type { Parameter } from './targets.ts';
import { type Type, typeText } from '../../../lang/session/run.ts';

export type ArgumentSource = {
  readonly dictionary: Dictionary;
  /** The words of the function; `undefined` if unknown. */
  readonly words: FunctionWords | undefined;
  /** Strings from earlier calls, and keys of rows. */
  readonly recent: readonly string[];
  readonly random: Random;
  readonly moments: () => Moments;
  /** One in this number of calls has amounts that rounding changes. */
  readonly unevenOneIn: number;
  /** Earlier arguments by parameter name. */
  readonly earlier?: ReadonlyMap<string, readonly Example[]>;
};

export type Arguments =
  | { readonly kind: 'made'; readonly args: readonly Example[] }
  /** No expression has a value of a parameter's type. */
  | { readonly kind: 'none'; readonly why: string };

export function makeArguments(params: readonly Parameter[], source: ArgumentSource): Arguments {
  const { dictionary, words, random, unevenOneIn } = source;
  const { integers } = own(words, dictionary);
  const shared: Shared = {
    // Mostly one guard for a whole call: a name and a guard often belong to the same account.
    guard: random.pick(dictionary.guards),
    unevenBeyond: random.oneIn(unevenOneIn) ? placesToKeep(integers, random) : undefined,
  };
  const likely = random.oneIn(2) ? new LikelyArguments(params, source) : undefined;
  const args: Example[] = [];
  for (const param of params) {
    const arg =
      likely?.at(args.length) ??
      knownArgument(params, args, source) ??
      newArgument(param.type, shared, source);
    if (arg === undefined) {
      const { name, type } = param;
      const what = type === undefined ? 'it' : typeText(type);
      return {
        kind: 'none',
        why: `no argument can be generated for ${name}: no expression has the type ${what}`,
      };
    }
    args.push(arg);
  }
  return { kind: 'made', args };
}

/** Values shared by the arguments of one call. */
type Shared = { readonly guard: string | undefined; readonly unevenBeyond: number | undefined };

/** In some cases, returns an argument of this call or of an earlier one. */
function knownArgument(
  params: readonly Parameter[],
  args: readonly Example[],
  { random, earlier }: ArgumentSource,
): Example | undefined {
  const { name, type } = params[args.length] as Parameter;
  const twin = random.oneIn(6) ? twinOf(params, args, type, random) : undefined;
  if (twin !== undefined) return twin;
  const before = random.oneIn(3) ? random.pick(earlier?.get(name) ?? []) : undefined;
  return before !== undefined && fits(before, type) ? before : undefined;
}

function newArgument(
  type: Type | undefined,
  { guard, unevenBeyond }: Shared,
  { dictionary, words, recent, random, moments }: ArgumentSource,
): Example | undefined {
  const known = words === undefined || random.oneIn(4) ? dictionary : own(words, dictionary);
  const strings = recent.length > 0 && random.oneIn(2) ? recent : known.strings;
  const guards = guard === undefined || random.oneIn(4) ? dictionary.guards : [guard];
  return generate(type, {
    random,
    moments,
    unevenBeyond,
    dictionary: { ...known, strings, guards },
  });
}

/** Returns an argument of the same call again, since equal arguments are an interesting case. */
function twinOf(
  params: readonly Parameter[],
  args: readonly Example[],
  type: Type | undefined,
  random: Random,
): Example | undefined {
  const same = args.filter((_, at) => {
    const other = params[at]?.type;
    return type === undefined || other === undefined
      ? type === other
      : typeText(type) === typeText(other);
  });
  return random.pick(same);
}

/** Returns the words of the function; for kinds without any, those of the module. */
function own(words: FunctionWords | undefined, dictionary: Dictionary): Dictionary {
  if (words === undefined) return dictionary;
  const { integers, decimals, strings } = words;
  return {
    ...dictionary,
    ...(integers.length > 0 ? { integers } : {}),
    ...(decimals.length > 0 ? { decimals } : {}),
    ...(strings.length > 0 ? { strings } : {}),
  };
}

/** Checks the type: parameters with the same name may have different types. */
function fits({ kind }: Example, type: Type | undefined): boolean {
  return type === undefined || (type.kind === 'primitive' && type.name === kind);
}

export type LikelySource = {
  readonly dictionary: Dictionary;
  readonly random: Random;
  readonly moments: () => Moments;
};

/** Chooses the values that belong together once for each call. */
export class LikelyArguments {
  private readonly source: LikelySource;
  private readonly params: readonly Parameter[];
  /** The account and guard of each pair of parameters, by their positions. */
  private readonly pairs = new Map<number, Example>();
  private readonly taken = new Set<string>();

  constructor(params: readonly Parameter[], source: LikelySource) {
    this.params = params;
    this.source = source;
    for (const [at, { type }] of params.entries()) {
      if (nameOf(type) !== 'guard') continue;
      const account = accountOf(params, at);
      const { name, guard } = this.pair();
      this.pairs.set(at, guard);
      if (account !== undefined) this.pairs.set(account, name);
    }
  }

  /** Returns `undefined` if nothing is likelier than a random value. */
  at(position: number): Example | undefined {
    const { random, dictionary, moments } = this.source;
    const paired = this.pairs.get(position);
    if (paired !== undefined) return paired;
    switch (nameOf(this.params[position]?.type)) {
      case 'string':
        return this.account();
      case 'decimal':
        return likelyAmount(dictionary, random);
      case 'integer':
        return random.oneIn(2)
          ? { kind: 'integer', value: BigInt(1 + random.below(10)) }
          : undefined;
      case 'time':
        return futureTime(moments(), random);
      default:
        return undefined;
    }
  }

  /** Returns an account that exists, mostly another one than those before. */
  private account(): Example | undefined {
    const { random, dictionary } = this.source;
    const { keys, owned } = dictionary.state;
    const fresh = keys.filter((key) => !this.taken.has(key));
    const own = owned.map(({ key }) => key).filter((key) => !this.taken.has(key));
    const known = random.oneIn(2) && own.length > 0 ? own : fresh.length > 0 ? fresh : keys;
    const text = random.oneIn(6) ? undefined : random.pick(known);
    if (text === undefined) return undefined;
    this.taken.add(text);
    return { kind: 'string', text };
  }

  /** Returns an account with its guard: one that exists, or a new one. */
  private pair(): { readonly name: Example; readonly guard: Example } {
    const { random, dictionary } = this.source;
    const existing = random.oneIn(2) ? random.pick(dictionary.state.owned) : undefined;
    if (existing !== undefined) {
      this.taken.add(existing.key);
      return {
        name: { kind: 'string', text: existing.key },
        guard: { kind: 'expression', text: existing.guard },
      };
    }
    const text = random.pick(dictionary.guards) ?? '(sig-keyset)';
    const guard: Example = { kind: 'expression', text };
    const name: Example = dictionary.speaksOfPrincipals
      ? { kind: 'expression', text: `(create-principal ${exampleText(guard)})` }
      : { kind: 'string', text: random.pick(newNames) ?? 'dave' };
    return { name, guard };
  }
}

const newNames = ['dave', 'erin', 'frank', 'grace'];

const nameOf = (type: Type | undefined): string | undefined =>
  type?.kind === 'primitive' ? type.name : undefined;

/** Returns the position of the account that a guard belongs to: `receiver` for `receiver-guard`, or the string before it. */
function accountOf(params: readonly Parameter[], guard: number): number | undefined {
  const name = params[guard]?.name ?? '';
  const strings = [...params.entries()].filter(([, { type }]) => nameOf(type) === 'string');
  const named = strings.find(([, each]) => name !== each.name && name.startsWith(each.name));
  const before = strings.filter(([at]) => at < guard).at(-1);
  return (named ?? before ?? strings[0])?.[0];
}

/** Returns an amount that exists, a part of it, or a usual one; never below zero. */
function likelyAmount({ state }: Dictionary, random: Random): Example {
  const found = random.oneIn(2) ? random.pick(state.decimals) : undefined;
  if (found === undefined || found.mantissa <= 0n) {
    return { kind: 'decimal', mantissa: BigInt(1 + random.below(100)), places: random.below(2) };
  }
  const part = random.oneIn(2) ? 1n : BigInt(2 + random.below(9));
  return { kind: 'decimal', mantissa: found.mantissa / part || 1n, places: found.places };
}

function futureTime({ now, times, spans }: Moments, random: Random): Example {
  const later = times.filter((time) => time > now);
  const known = random.oneIn(3) ? random.pick(later) : undefined;
  const span = (random.oneIn(2) ? random.pick(spans) : undefined) ?? 86_400n;
  return { kind: 'expression', text: timeExpression(known ?? now + span) };
}
