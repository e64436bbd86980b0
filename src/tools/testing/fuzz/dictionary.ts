// The values that a module mentions: its constants and literals, which its conditions use, and other values for the
// arguments of calls.

import {
  Decimal,
  defaultTimeFormat,
  type Def,
  type LoadedModule,
  parseTime,
  TimeValue,
} from '../../../lang/session/run.ts';
import { forEachTermUpwards, type Term, termsOf } from '../../../lang/session/analyse.ts';
import { secondsOf } from './moments.ts';
import type { StateWords } from './state-words.ts';

export type Dictionary = {
  readonly integers: readonly bigint[];
  readonly decimals: readonly { readonly mantissa: bigint; readonly places: number }[];
  readonly strings: readonly string[];
  /** Seconds since 1970. */
  readonly times: readonly bigint[];
  /** Guards as expressions. */
  readonly guards: readonly string[];
  readonly modules: readonly { readonly name: string; readonly implements: readonly string[] }[];
  /** Values from the tables. */
  readonly state: StateWords;
  /** Whether its behaviour depends on the time, and on the names of guards. */
  readonly speaksOfTime: boolean;
  readonly speaksOfPrincipals: boolean;
};

type Words = {
  readonly integers: Set<bigint>;
  readonly decimals: Map<string, { readonly mantissa: bigint; readonly places: number }>;
  readonly strings: Set<string>;
  readonly times: Set<bigint>;
};

export type FunctionWords = Pick<Dictionary, 'integers' | 'decimals' | 'strings' | 'times'>;

/** Longer strings are data, not words. */
const longestWord = 100;
const mostWords = 500;

export function dictionaryOf(
  module: LoadedModule,
  rest: Omit<Dictionary, keyof FunctionWords>,
): Dictionary {
  return { ...wordsOf(module.defs), ...rest };
}

/** Returns the words in the definitions themselves. */
export function wordsOf(defs: readonly Def[]): FunctionWords {
  const words: Words = {
    integers: new Set(),
    decimals: new Map(),
    strings: new Set(),
    times: new Set(),
  };
  for (const def of defs) addWords(def, words);
  return {
    integers: [...words.integers].slice(0, mostWords),
    decimals: [...words.decimals.values()].slice(0, mostWords),
    strings: [...words.strings].slice(0, mostWords),
    times: [...words.times].slice(0, mostWords),
  };
}

function addWords(def: Def, words: Words): void {
  if (def.kind === 'defconst' && def.value.kind === 'evaluated') {
    const { value } = def.value;
    if (typeof value === 'bigint') words.integers.add(value);
    else if (typeof value === 'string') addString(value, words);
    else if (value instanceof Decimal) addDecimal(value, words);
    else if (value instanceof TimeValue) words.times.add(secondsOf(value));
  }
  for (const term of termsOf(def)) forEachTermUpwards(term, (each) => addLiteral(each, words));
}

function addLiteral(term: Term, words: Words): void {
  if (term.kind !== 'literal') return;
  const { literal } = term;
  if (literal.kind === 'integer') words.integers.add(literal.value);
  if (literal.kind === 'string') addString(literal.value, words);
  if (literal.kind === 'decimal') addDecimal(literal, words);
}

function addString(text: string, { strings, times }: Words): void {
  if (text.length <= longestWord) strings.add(text);
  const time = parseTime(defaultTimeFormat, text);
  if (time !== undefined) times.add(secondsOf(time));
}

function addDecimal(
  { mantissa, places }: { readonly mantissa: bigint; readonly places: number },
  { decimals }: Words,
): void {
  decimals.set(`${mantissa}e${places}`, { mantissa, places });
}
