// The cached figures of long texts equal freshly computed ones.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf8Length } from '../../../src/base/bytes.ts';
import {
  compareLongTexts,
  cutLongText,
  longTextBytes,
  longTextLength,
  longTextUnits,
  longTextUnitsBeforeLast,
} from '../../../src/base/long-texts.ts';
import { codePointLength, compareText, unitsBeforeLast, unitsOf } from '../../../src/base/text.ts';

const pieces = fc.array(fc.constantFrom('a', 'é', '€', '\uffff', '😀', 'xy😀z'), { maxLength: 8 });
/** Between a hundred and ten thousand code units, made of repeated parts. */
const texts = fc
  .tuple(pieces, fc.integer({ min: 100, max: 400 }), pieces)
  .map(([part, count, end]) => part.join('').repeat(count) + end.join(''));

describe('of any text', () => {
  test('length and bytes', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (let again = 0; again < 2; again++) {
          expect(longTextLength(text)).toBe(codePointLength(text));
          expect(longTextBytes(text)).toBe(utf8Length(text));
        }
      }),
    );
  });

  test('positions of code points, from both ends', () => {
    fc.assert(
      fc.property(texts, fc.nat(10_000), (text, count) => {
        const total = codePointLength(text);
        for (const points of [count, total - 1, total, total + 1].filter((each) => each >= 0)) {
          expect(longTextUnits(text, points)).toBe(unitsOf(text, 0, points));
          expect(longTextUnitsBeforeLast(text, points)).toBe(unitsBeforeLast(text, points));
        }
      }),
    );
  });

  test('parts of parts', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.integer({ min: -3000, max: 3000 })), (text, cuts) => {
        let part = text;
        let expected = text;
        for (const cut of cuts) {
          const unit = cut >= 0 ? longTextUnits(part, cut) : longTextUnitsBeforeLast(part, -cut);
          part = cutLongText(part, unit, part.length);
          const from = cut >= 0 ? unitsOf(expected, 0, cut) : unitsBeforeLast(expected, -cut);
          expected = expected.slice(from);
          expect(part).toBe(expected);
          expect(longTextLength(part)).toBe(codePointLength(expected));
        }
      }),
    );
  });

  test('order', () => {
    fc.assert(
      fc.property(texts, pieces, pieces, (text, left, right) => {
        const [a, b] = [text + left.join(''), text + right.join('')];
        for (let again = 0; again < 2; again++) {
          expect(Math.sign(compareLongTexts(a, b))).toBe(Math.sign(compareText(a, b)));
          expect(Math.sign(compareLongTexts(b, a))).toBe(Math.sign(compareText(b, a)));
        }
      }),
    );
  });
});

test('hundreds of texts of one length that differ anywhere are distinguished', () => {
  const long = '😀'.repeat(2000);
  const all = Array.from({ length: 300 }, (_, i) => {
    const at = 2 * ((i * 977) % 2000);
    return `${long.slice(0, at)}${i % 2 === 0 ? '😁' : `${String(i % 10)}é`}${long.slice(at + 2)}`;
  });
  const lengths = all.map(codePointLength);
  for (let again = 0; again < 3; again++) {
    expect(all.map(longTextLength)).toEqual(lengths);
    expect(all.toSorted(compareLongTexts)).toEqual(all.toSorted(compareText));
  }
});

test('more texts than the cache holds are still counted correctly', () => {
  const large = '€😀'.repeat(1_000_000);
  for (let i = 0; i < 8; i++) expect(longTextLength(`${large}${i}`)).toBe(2_000_001);
  const small = '€😀'.repeat(2000);
  const cuts = Array.from({ length: 40_000 }, (_, i) => [i % 200, Math.floor(i / 200)] as const);
  const parts = cuts.map(([i, j]) => cutLongText(small, 3 * i, small.length - 3 * j));
  const isCounted = (part: string, at: number): boolean => {
    const [i, j] = cuts[at] ?? [0, 0];
    return longTextLength(part) === 4000 - 2 * (i + j);
  };
  expect(parts.every(isCounted)).toBe(true);
});
