// Makes arguments for a call: values that the function mentions, keys of rows, names from earlier calls, and accounts that
// belong to the guards among the arguments.

import { placesToKeep } from './decimals.ts';
import type { Dictionary, FunctionWords } from './dictionary.ts';
import type { Example } from './example.ts';
import { generate } from './generate.ts';
import { LikelyArguments } from './likely-arguments.ts';
import type { Moments } from './moments.ts';
import type { Random } from './random.ts';
import type { Parameter } from './targets.ts';
import { typeText, type Type } from '../../../lang/session/run.ts';

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
