// The current values in tables, as words for the next call: keys, names, amounts, times.

import {
  Decimal,
  KeySetGuard,
  KeySetRefGuard,
  ListValue,
  ObjectValue,
  TimeValue,
  type PactValue,
  type TableName,
} from '../../../lang/session/run.ts';
import { isRefusal } from '../../../lang/session/store.ts';
import { stringText } from './example.ts';
import type { FuzzSession } from './fuzz-session.ts';
import { secondsOf } from './moments.ts';

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

/** The most rows to read of each table. */
const mostRows = 12;
/** Longer ones are data. */
const longestString = 100;

export function stateWordsOf(tables: readonly TableName[], session: FuzzSession): StateWords {
  const words = new Words();
  for (const table of tables) {
    const keys = session.tables.rowKeys(table);
    if (isRefusal(keys)) continue;
    for (const key of keys.slice(0, mostRows)) {
      words.keys.add(key);
      const row = session.tables.readRow(table, key);
      if (row === undefined || isRefusal(row)) continue;
      for (const value of row.values()) {
        words.add(value);
        const guard = guardExpression(value, session.signers);
        if (guard !== undefined) words.owned.set(key, guard);
      }
    }
  }
  const { keys, owned, strings, integers, decimals, times } = words;
  return {
    keys: [...keys],
    owned: [...owned].map(([key, guard]) => ({ key, guard })),
    strings: [...new Set([...keys, ...strings])],
    integers: [...integers],
    decimals: [...decimals.values()],
    times: [...times],
  };
}

/** The signers' own keyset, or a defined one; other guards have no expression. */
function guardExpression(value: PactValue, signers: readonly string[]): string | undefined {
  if (value instanceof KeySetRefGuard) return `(keyset-ref-guard ${stringText(value.name.text)})`;
  if (!(value instanceof KeySetGuard) || value.predicate.kind !== 'keys-all') return undefined;
  const isOwn = value.keys.every((key) => signers.includes(key));
  return isOwn && value.keys.length === signers.length ? '(sig-keyset)' : undefined;
}

class Words {
  readonly keys = new Set<string>();
  readonly owned = new Map<string, string>();
  readonly strings = new Set<string>();
  readonly integers = new Set<bigint>();
  readonly decimals = new Map<string, { readonly mantissa: bigint; readonly places: number }>();
  readonly times = new Set<bigint>();

  add(value: PactValue): void {
    if (typeof value === 'string') {
      if (value.length <= longestString) this.strings.add(value);
    } else if (typeof value === 'bigint') this.integers.add(value);
    else if (value instanceof Decimal) {
      const { mantissa, places } = value;
      this.decimals.set(`${mantissa}e${places}`, { mantissa, places });
    } else if (value instanceof TimeValue) this.times.add(secondsOf(value));
    else if (value instanceof ListValue) for (const item of value.items) this.add(item);
    else if (value instanceof ObjectValue) for (const item of value.fields.values()) this.add(item);
  }
}
