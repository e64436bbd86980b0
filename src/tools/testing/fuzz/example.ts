// Generated values for calls: their text in a program, and simpler values for shrinking.

import { codePoints } from '../../../base/text.ts';
import { Decimal, type PactValue, prettyValueText } from '../../../lang/session/run.ts';
import type { Source } from './generate.ts';
import type { Random } from './random.ts';

export type Example =
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'decimal'; readonly mantissa: bigint; readonly places: number }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'list'; readonly items: readonly Example[] }
  | { readonly kind: 'object'; readonly fields: readonly (readonly [string, Example])[] }
  /** An expression that is not simplified. */
  | { readonly kind: 'expression'; readonly text: string };

export function exampleText(example: Example): string {
  switch (example.kind) {
    case 'integer':
      return String(example.value);
    case 'decimal':
      return decimalText(example);
    case 'string':
      return stringText(example.text);
    case 'bool':
      return String(example.value);
    case 'list':
      return `[${example.items.map(exampleText).join(' ')}]`;
    case 'object': {
      const fields = example.fields.map(
        ([name, value]) => `${stringText(name)}: ${exampleText(value)}`,
      );
      return `{${fields.join(', ')}}`;
    }
    case 'expression':
      return example.text;
  }
}

function decimalText({ mantissa, places }: Extract<Example, { kind: 'decimal' }>): string {
  const sign = mantissa < 0n ? '-' : '';
  const digits = String(mantissa < 0n ? -mantissa : mantissa).padStart(places + 1, '0');
  if (places === 0) return `${sign}${digits}.0`;
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

export function stringText(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return `"${escaped}"`;
}

/** Returns simpler values, the simplest first. */
export function simplerExamples(example: Example): readonly Example[] {
  switch (example.kind) {
    case 'integer':
      return simplerIntegers(example.value).map((value) => ({ kind: 'integer', value }));
    case 'decimal':
      return simplerDecimals(example);
    case 'string':
      return simplerTexts(example.text).map((text) => ({ kind: 'string', text }));
    case 'bool':
      return example.value ? [{ kind: 'bool', value: false }] : [];
    case 'list':
      return simplerLists(example.items).map((items) => ({ kind: 'list', items }));
    case 'object':
      return example.fields.flatMap(([name, value], at) =>
        simplerExamples(value).map((simpler) => ({
          kind: 'object' as const,
          fields: example.fields.with(at, [name, simpler]),
        })),
      );
    case 'expression':
      return [];
  }
}

function simplerIntegers(value: bigint): readonly bigint[] {
  if (value === 0n) return [];
  const all = value < 0n ? [0n, -value] : [0n];
  // Shortens long numbers in a few steps.
  const digits = String(value).length;
  if (digits > 3) {
    for (const part of [4, 2]) all.push(value / 10n ** BigInt(digits - Math.ceil(digits / part)));
  }
  for (let less = value / 2n; less !== 0n; less /= 2n) all.push(value - less);
  all.push(value < 0n ? value + 1n : value - 1n);
  return [...new Set(all)].filter((each) => each !== value);
}

function simplerDecimals({
  mantissa,
  places,
}: Extract<Example, { kind: 'decimal' }>): readonly Example[] {
  const whole = mantissa / 10n ** BigInt(places);
  const away = whole + (mantissa < 0n ? -1n : 1n);
  const shorter = places === 0 ? [] : [whole, away].map((each) => ({ mantissa: each, places: 0 }));
  const rounded = places < 2 ? [] : [{ mantissa: mantissa / 10n, places: places - 1 }];
  const smaller = simplerIntegers(mantissa).map((value) => ({ mantissa: value, places }));
  const zero = mantissa === 0n ? [] : [{ mantissa: 0n, places: 0 }];
  const one = places === 0 ? [] : [{ mantissa: mantissa < 0n ? -1n : 1n, places: 0 }];
  return [...zero, ...one, ...shorter, ...rounded, ...smaller].map((each) => ({
    kind: 'decimal',
    ...each,
  }));
}

function simplerTexts(text: string): readonly string[] {
  if (text === '') return [];
  const points = codePoints(text);
  const half = points.slice(0, Math.floor(points.length / 2)).join('');
  const shorter = points.slice(0, 40).map((_, at) => points.toSpliced(at, 1).join(''));
  const plain = points.slice(0, 40).flatMap((point, at) =>
    // Simplifying one plain character to another would never end.
    point === 'a' ? [] : [points.with(at, 'a').join('')],
  );
  return [...new Set(['', half, ...shorter, ...plain])].filter((each) => each !== text);
}

function simplerLists(items: readonly Example[]): readonly (readonly Example[])[] {
  if (items.length === 0) return [];
  return [
    [],
    ...items.map((_, at) => items.toSpliced(at, 1)),
    ...items.flatMap((item, at) => simplerExamples(item).map((simpler) => items.with(at, simpler))),
  ];
}

/** Returns `undefined` for values without an expression: guards, modules, capabilities. */
export function valueExpression(value: PactValue): string | undefined {
  if (typeof value === 'string') return stringText(value);
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value instanceof Decimal) return exampleText(value);
  switch (value.kind) {
    case 'unit':
      return '()';
    case 'time':
      return `(time ${prettyValueText(value)})`;
    case 'list': {
      const items = [...value.items].map(valueExpression);
      return items.includes(undefined) ? undefined : `[${items.join(' ')}]`;
    }
    default:
      return undefined;
  }
}

const usualPlaces = [0, 1, 1, 2, 8, 12, 12, 13, 18, 24, 255];

export function decimal(source: Source, integer: () => bigint): Example {
  const { random, dictionary, unevenBeyond } = source;
  if (unevenBeyond !== undefined) return unevenDecimal(unevenBeyond, random);
  const near = BigInt(random.below(3) - 1);
  switch (random.below(8)) {
    case 0:
    case 1:
      return ordinaryDecimal(random);
    case 2: {
      const { mantissa, places } = random.pick(dictionary.decimals) ?? { mantissa: 0n, places: 0 };
      return { kind: 'decimal', mantissa: mantissa + near, places };
    }
    case 3:
    case 4:
      return stateDecimal(source) ?? ordinaryDecimal(random);
    default: {
      const places = random.pick(usualPlaces) ?? 1;
      const mantissa = integer();
      // Mostly a usual size: a whole number of units, or a single smallest unit.
      const isWhole = random.oneIn(2);
      return {
        kind: 'decimal',
        mantissa: isWhole ? mantissa * 10n ** BigInt(places) : mantissa,
        places,
      };
    }
  }
}

/** Decimal places that amounts are often rounded to. */
const roundedPlaces = [2, 2, 8, 12, 0];
const maxRoundedPlaces = 30n;

/** The digits after the last kept place: exactly half, just above or below it, or others. */
const tails = [
  { digits: 5n, count: 1 },
  { digits: 4n, count: 1 },
  { digits: 6n, count: 1 },
  { digits: 49n, count: 2 },
  { digits: 51n, count: 2 },
] as const;

/** Returns the decimal places for all amounts of a call: those that the function mentions, if any. */
export function placesToKeep(integers: readonly bigint[], random: Random): number {
  const known = integers.filter((each) => each >= 0n && each <= maxRoundedPlaces).map(Number);
  return (random.oneIn(2) ? random.pick(known) : undefined) ?? random.pick(roundedPlaces) ?? 0;
}

/** Returns an amount that rounding changes. */
function unevenDecimal(kept: number, random: Random): Example {
  const whole = BigInt(random.below(random.oneIn(2) ? 3 : 1000));
  const tail = random.oneIn(3) ? undefined : random.pick(tails);
  const { digits, count } = tail ?? { digits: BigInt(random.bits()) % 10n ** 6n, count: 6 };
  const fraction = BigInt(random.bits()) % 10n ** BigInt(Math.min(kept, 9));
  const mantissa = (whole * 10n ** BigInt(kept) + fraction) * 10n ** BigInt(count) + digits;
  return { kind: 'decimal', mantissa, places: kept + count };
}

/** Returns a usual amount: 12.0, 0.5, 3.75. */
function ordinaryDecimal(random: Random): Example {
  return { kind: 'decimal', mantissa: BigInt(random.below(100)), places: random.below(3) };
}

/** Returns an amount from the tables, slightly more or less, or a part of it. */
function stateDecimal({ random, dictionary: { state } }: Source): Example | undefined {
  const found = random.pick(state.decimals);
  if (found === undefined) return undefined;
  const { mantissa, places } = found;
  const part = random.oneIn(2) ? 1n : BigInt(1 + random.below(4));
  const near = random.oneIn(2) ? 0n : BigInt(random.below(3) - 1);
  return { kind: 'decimal', mantissa: mantissa / part + near, places };
}
