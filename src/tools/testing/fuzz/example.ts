// Generated values for calls: their text in a program, and simpler values for shrinking.

import { codePoints } from '../../../base/text.ts';

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
