// The words for arguments of calls: values that a module or function mentions, since its conditions use them, and current
// values in tables.

import {
  Decimal,
  type Def,
  KeySetGuard,
  KeySetRefGuard,
  ListValue,
  type LoadedModule,
  ObjectValue,
  type PactValue,
  type TableName,
  TimeValue,
  defName,
  defaultTimeFormat,
  parseTime,
} from '../../../lang/session/run.ts';
import { type Term, forEachTermUpwards, termsOf } from '../../../lang/session/analyse.ts';
import { secondsOf } from './setting.ts';
import { isRefusal } from '../../../lang/session/store.ts';
import { stringText } from './example.ts';
import type { FuzzSession } from './fuzz-session.ts';

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

export type FunctionWords = Pick<Dictionary, 'integers' | 'decimals' | 'strings' | 'times'>;

/** Longer strings are data, not words. */
const maxStringLength = 100;
const maxWords = 500;

class Words {
  readonly integers = new Set<bigint>();
  readonly decimals = new Map<string, { readonly mantissa: bigint; readonly places: number }>();
  readonly strings = new Set<string>();
  readonly times = new Set<bigint>();

  add(value: PactValue): void {
    if (typeof value === 'string') {
      if (value.length <= maxStringLength) this.strings.add(value);
    } else if (typeof value === 'bigint') this.integers.add(value);
    else if (value instanceof Decimal) this.addDecimal(value);
    else if (value instanceof TimeValue) this.times.add(secondsOf(value));
    else if (value instanceof ListValue) for (const item of value.items) this.add(item);
    else if (value instanceof ObjectValue) for (const item of value.fields.values()) this.add(item);
  }

  addDecimal({ mantissa, places }: { readonly mantissa: bigint; readonly places: number }): void {
    this.decimals.set(`${mantissa}e${places}`, { mantissa, places });
  }

  /** Adds a string of a program, which may be a time. */
  addWritten(text: string): void {
    this.add(text);
    const time = parseTime(defaultTimeFormat, text);
    if (time !== undefined) this.add(time);
  }
}

export function dictionaryOf(
  module: LoadedModule,
  rest: Omit<Dictionary, keyof FunctionWords>,
): Dictionary {
  return { ...wordsOf(module.defs), ...rest };
}

/** Returns the words in the definitions themselves. */
export function wordsOf(defs: readonly Def[]): FunctionWords {
  const words = new Words();
  for (const def of defs) addWords(def, words);
  return {
    integers: [...words.integers].slice(0, maxWords),
    decimals: [...words.decimals.values()].slice(0, maxWords),
    strings: [...words.strings].slice(0, maxWords),
    times: [...words.times].slice(0, maxWords),
  };
}

function addWords(def: Def, words: Words): void {
  if (def.kind === 'defconst' && def.value.kind === 'evaluated') {
    const { value } = def.value;
    if (typeof value === 'string') words.addWritten(value);
    else if (!(value instanceof ListValue || value instanceof ObjectValue)) words.add(value);
  }
  for (const term of termsOf(def)) forEachTermUpwards(term, (each) => addLiteral(each, words));
}

function addLiteral(term: Term, words: Words): void {
  if (term.kind !== 'literal') return;
  const { literal } = term;
  if (literal.kind === 'integer') words.integers.add(literal.value);
  if (literal.kind === 'string') words.addWritten(literal.value);
  if (literal.kind === 'decimal') words.addDecimal(literal);
}

/** Finds the words in a function and in all code of its module that it uses, because its conditions involve them. */
export function reachedWords(name: string, module: LoadedModule): FunctionWords {
  const byName = new Map(module.defs.map((def) => [defName(def), def]));
  const reached = new Set<Def>();
  const left = [name];
  const messages = new Set<string>();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const def = byName.get(next);
    if (def === undefined || reached.has(def)) continue;
    reached.add(def);
    for (const term of termsOf(def)) {
      forEachTermUpwards(term, (each) => {
        const message = messageOf(each);
        if (message !== undefined) messages.add(message);
        if (each.kind !== 'var' || each.name.kind === 'local') return;
        if (each.name.kind === 'top' && each.name.module.text === module.name.text) {
          left.push(each.name.text.slice(each.name.text.lastIndexOf('.') + 1));
        }
      });
    }
  }
  const words = wordsOf([...reached]);
  const strings = words.strings.filter((text) => !messages.has(text));
  return { ...words, strings };
}

/** Returns the failure message of a condition, which is useless as an argument. */
function messageOf(term: Term): string | undefined {
  if (term.kind !== 'form' || term.form !== 'enforce') return undefined;
  const [, message] = term.terms;
  const isText = message?.kind === 'literal' && message.literal.kind === 'string';
  return isText ? message.literal.value : undefined;
}

export type StateWords = {
  readonly keys: readonly string[];
  /** Rows with a guard that an expression can make. */
  readonly owned: readonly { readonly key: string; readonly guard: string }[];
  /** Strings, with keys of rows first. */
  readonly strings: readonly string[];
  readonly integers: readonly bigint[];
  readonly decimals: readonly { readonly mantissa: bigint; readonly places: number }[];
  readonly times: readonly bigint[];
};

const maxRowsOfTable = 12;

export function stateWordsOf(tables: readonly TableName[], session: FuzzSession): StateWords {
  const words = new Words();
  const keys = new Set<string>();
  const owned = new Map<string, string>();
  for (const table of tables) {
    const all = session.tables.rowKeys(table);
    if (isRefusal(all)) continue;
    for (const key of all.slice(0, maxRowsOfTable)) {
      keys.add(key);
      const row = session.tables.readRow(table, key);
      if (row === undefined || isRefusal(row)) continue;
      for (const value of row.values()) {
        words.add(value);
        const guard = guardExpression(value, session.signers);
        if (guard !== undefined) owned.set(key, guard);
      }
    }
  }
  return {
    keys: [...keys],
    owned: [...owned].map(([key, guard]) => ({ key, guard })),
    strings: [...new Set([...keys, ...words.strings])],
    integers: [...words.integers],
    decimals: [...words.decimals.values()],
    times: [...words.times],
  };
}

/** The signers' own keyset, or a defined one; other guards have no expression. */
function guardExpression(value: PactValue, signers: readonly string[]): string | undefined {
  if (value instanceof KeySetRefGuard) return `(keyset-ref-guard ${stringText(value.name.text)})`;
  if (!(value instanceof KeySetGuard) || value.predicate.kind !== 'keys-all') return undefined;
  const isOwn = value.keys.every((key) => signers.includes(key));
  return isOwn && value.keys.length === signers.length ? '(sig-keyset)' : undefined;
}
