import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  codePointLength,
  compareText,
  firstDifference,
  unitsBeforeLast,
  unitsOf,
} from '../../../src/base/text.ts';

/** Includes lone surrogates, each of which counts as a code point. */
const points = fc.array(
  fc.constantFrom('a', 'é', '€', '\ue000', '\uffff', '😀', '\u{10ffff}', '\ud800', '\udc00'),
  { maxLength: 12 },
);
const texts = points.map((all) => all.join(''));

test('counts code points', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(codePointLength(text)).toBe(Array.from(text).length);
    }),
  );
});

test('cuts after a number of code points, from the front and from the end', () => {
  fc.assert(
    fc.property(texts, fc.nat(14), (text, count) => {
      const all = Array.from(text);
      expect(text.slice(0, unitsOf(text, 0, count))).toBe(all.slice(0, count).join(''));
      const last = all.slice(Math.max(0, all.length - count)).join('');
      expect(text.slice(unitsBeforeLast(text, count))).toBe(last);
    }),
  );
});

test('finds where texts differ, after equal beginnings of any length', () => {
  fc.assert(
    fc.property(fc.nat(300_000), fc.nat(200), fc.boolean(), (equal, rest, isEnd) => {
      const front = 'é'.repeat(equal);
      const left = `${front}a${'x'.repeat(rest)}`;
      const right = isEnd ? front : `${front}b${'x'.repeat(rest)}`;
      expect(firstDifference(left, right)).toBe(equal);
      expect(firstDifference(right, left)).toBe(equal);
      expect(compareText(left, right)).toBe(isEnd ? rest + 1 : -1);
    }),
    { numRuns: 30 },
  );
});

test('orders by code points, after equal beginnings of any length', () => {
  const fronts = fc.integer({ min: 0, max: 200 }).map((count) => '😀x'.repeat(count));
  // Strings of the language have no lone surrogates, so their order is irrelevant.
  const wellFormed = texts.map((text) => text.replaceAll(/\p{Surrogate}/gu, ''));
  fc.assert(
    fc.property(fronts, wellFormed, wellFormed, (front, left, right) => {
      const [a, b] = [front + left, front + right];
      expect(Math.sign(compareText(a, b))).toBe(orderOfPoints(a, b));
    }),
  );
});

function orderOfPoints(left: string, right: string): number {
  const [a, b] = [Array.from(left), Array.from(right)];
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const difference = (a[i]?.codePointAt(0) ?? 0) - (b[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(a.length - b.length);
}
