// Converts YAML to JSON as the reference's library does, which differs from YAML 1.2: `yes` and `off` are booleans,
// `0o17` and `1.` are numbers. Also finds the place of each value.
// Source: Data.Yaml.Internal (textToValue, textToScientific).

import { JsonNumber, jsonNull, type JsonValue } from '../json.ts';
import type { Located, Scalar } from './located.ts';

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

/** Returns a whole number that a float can hold exactly. */
export function numberIn(located: Located): number | undefined {
  if (located.kind !== 'scalar' || !located.isPlain) return undefined;
  const number = numberOf(located.text);
  const value = number === undefined ? NaN : Number(number.text);
  return Number.isSafeInteger(value) ? value : undefined;
}

function fieldOf(located: Located, name: string): Located | undefined {
  if (located.kind !== 'map') return undefined;
  return located.entries.findLast(({ key }) => key === name)?.value;
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
