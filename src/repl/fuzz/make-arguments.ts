// Arguments for a call: what the function itself speaks of, keys of rows and names of earlier calls, and accounts that
// belong to the guards among them.

import type { Dictionary, FunctionWords } from './dictionary.ts';
import type { Example } from './example.ts';
import { generate } from './generate.ts';
import type { Moments } from './moments.ts';
import type { Random } from './random.ts';
import type { Parameter } from './targets.ts';
import { typeText, type Type } from '../../lang/session/index.ts';

export type ArgumentSource = {
  readonly dictionary: Dictionary;
  /** Of the function; `undefined` where nobody knows. */
  readonly words: FunctionWords | undefined;
  /** Strings of earlier calls, and keys of rows. */
  readonly recent: readonly string[];
  readonly random: Random;
  readonly moments: () => Moments;
  /** By the names of parameters. */
  readonly earlier?: ReadonlyMap<string, readonly Example[]>;
};

export type Arguments =
  | { readonly kind: 'made'; readonly args: readonly Example[] }
  /** No expression has a value of such a type. */
  | { readonly kind: 'none'; readonly why: string };

export function makeArguments(params: readonly Parameter[], source: ArgumentSource): Arguments {
  const { dictionary, words, recent, random, moments, earlier } = source;
  // One guard for all of a call, mostly: a name and a guard are often the two halves of an account.
  const guard = random.pick(dictionary.guards);
  const args: Example[] = [];
  for (const { name, type } of params) {
    const before = random.oneIn(3) ? random.pick(earlier?.get(name) ?? []) : undefined;
    if (before !== undefined && fits(before, type)) {
      args.push(before);
      continue;
    }
    const known = words === undefined || random.oneIn(4) ? dictionary : own(words, dictionary);
    const strings = recent.length > 0 && random.oneIn(2) ? recent : known.strings;
    const guards = guard === undefined || random.oneIn(4) ? dictionary.guards : [guard];
    const arg = generate(type, {
      random,
      moments,
      dictionary: { ...known, strings, guards },
    });
    if (arg === undefined) {
      const what = type === undefined ? 'it' : typeText(type);
      return { kind: 'none', why: `nothing can be made up for ${name}: no value of ${what}` };
    }
    args.push(arg);
  }
  return { kind: 'made', args };
}

/** Of the kinds of which it says nothing, what the module says. */
function own(words: FunctionWords, dictionary: Dictionary): Dictionary {
  const { integers, decimals, strings } = words;
  return {
    ...dictionary,
    ...(integers.length > 0 ? { integers } : {}),
    ...(decimals.length > 0 ? { decimals } : {}),
    ...(strings.length > 0 ? { strings } : {}),
  };
}

/** Parameters of the same name may be of different types. */
function fits({ kind }: Example, type: Type | undefined): boolean {
  return type === undefined || (type.kind === 'primitive' && type.name === kind);
}
