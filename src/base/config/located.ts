// Parsed YAML: maps, lists and scalars with their places in the file. Scalars are uninterpreted: the reader
// decides their types.

import { JsonNumber, jsonNull, type JsonValue } from '../json.ts';

/** Line and column, counted from 1. */
export type LineColumn = { readonly line: number; readonly column: number };

export type Fault = { readonly message: string; readonly place: LineColumn };

export type Located =
  | { readonly kind: 'map'; readonly entries: readonly Entry[]; readonly place: LineColumn }
  | { readonly kind: 'list'; readonly items: readonly Located[]; readonly place: LineColumn }
  | Scalar;

export type Scalar = {
  readonly kind: 'scalar';
  /** Empty if no value is written. */
  readonly text: string;
  /** Whether it is unquoted, so that it may be a number or boolean; a quoted scalar is always a string. */
  readonly isPlain: boolean;
  readonly place: LineColumn;
};

/** A map may have several entries with the same key. */
export type Entry = { readonly key: string; readonly place: LineColumn; readonly value: Located };

// Converts YAML to JSON as the reference's library does, which differs from YAML 1.2: `yes` and `off` are booleans,
// `0o17` and `1.` are numbers. Also finds the place of each value.
// Source: Data.Yaml.Internal (textToValue, textToScientific).

/** Converts YAML to JSON. If a key is repeated, the last one counts. */
export function jsonOf(located: Located): JsonValue {
  switch (located.kind) {
    case 'map':
      return new Map(located.entries.map(({ key, value }) => [key, jsonOf(value)]));
    case 'list':
      return located.items.map(jsonOf);
    case 'scalar':
      return scalarJson(located);
  }
}

/** Checks whether the text would be read as a string without quotes. */
export function isPlainText(text: string): boolean {
  return typeof scalarJson({ text, isPlain: true }) === 'string';
}

/** Returns the value at a path, such as `keyPairs[0].caps`, or its nearest enclosing value. */
export function locatedAt(located: Located, path: string): Located {
  let at = located;
  for (const [, name, index] of path.matchAll(/([^.[\]]+)(?=[.[]|$)|\[(\d+)\]/g)) {
    const next = index === undefined ? fieldOf(at, name ?? '') : itemOf(at, Number(index));
    if (next === undefined) break;
    at = next;
  }
  return at;
}

/** Checks whether a key has no value. */
export function isNothing(located: Located): boolean {
  return located.kind === 'scalar' && located.isPlain && nulls.has(located.text);
}

function itemOf(located: Located, index: number): Located | undefined {
  return located.kind === 'list' ? located.items[index] : undefined;
}

function scalarJson({ text, isPlain }: Pick<Scalar, 'text' | 'isPlain'>): JsonValue {
  if (!isPlain) return text;
  if (nulls.has(text)) return jsonNull;
  return booleans.get(text) ?? numberOf(text) ?? text;
}

const nulls: ReadonlySet<string> = new Set(['null', 'Null', 'NULL', '~', '']);

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...spellings(['y', 'yes', 'on', 'true'], true),
  ...spellings(['n', 'no', 'off', 'false'], false),
]);

function spellings(words: readonly string[], value: boolean): (readonly [string, boolean])[] {
  return words.flatMap((word) => {
    const capital = word.slice(0, 1).toUpperCase() + word.slice(1);
    return [word, word.toUpperCase(), capital].map((each) => [each, value] as const);
  });
}

function numberOf(text: string): JsonNumber | undefined {
  if (/^0x[0-9a-fA-F]+$/.test(text) || /^0o[0-7]+$/.test(text)) {
    return new JsonNumber(String(BigInt(text)));
  }
  const parts = /^([+-]?)0*(\d+)(?:\.(\d*))?([eE][+-]?\d+)?$/.exec(text);
  if (parts === null) return undefined;
  const [, sign, whole, fraction = '', exponent = ''] = parts;
  const point = fraction === '' ? '' : `.${fraction}`;
  return new JsonNumber(`${sign === '-' ? '-' : ''}${whole}${point}${exponent}`);
}

// Reads values of YAML that was checked against a schema; a value that is missing or of another kind is `undefined`.

export function entriesOf(value: Located | undefined): readonly Entry[] {
  return value?.kind === 'map' ? value.entries : [];
}

/** Returns the value of the last entry with this name. */
export function fieldOf(value: Located | undefined, name: string): Located | undefined {
  return entriesOf(value).findLast(({ key }) => key === name)?.value;
}

export function textIn(value: Located | undefined): string | undefined {
  return value?.kind === 'scalar' && !isNothing(value) ? value.text : undefined;
}

/** Returns a whole number that a float can hold exactly. */
export function wholeNumberIn(value: Located | undefined): number | undefined {
  if (value?.kind !== 'scalar' || !value.isPlain) return undefined;
  const number = numberOf(value.text);
  const whole = number === undefined ? NaN : Number(number.text);
  return Number.isSafeInteger(whole) ? whole : undefined;
}
