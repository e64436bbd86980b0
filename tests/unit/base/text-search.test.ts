import fc from 'fast-check';
import { expect, test } from 'vitest';
import { includesText } from '../../../src/base/text.ts';

/** Few different letters, so that parts of a text match almost everywhere. */
const letters = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', '😀'), maxLength });

test('finds what JavaScript finds', () => {
  fc.assert(
    fc.property(letters(300), letters(60), fc.nat(), (text, part, from) => {
      const piece = text.slice(from % (text.length + 1)) + part.slice(0, from % 2);
      expect(includesText(text, part)).toBe(text.includes(part));
      expect(includesText(text, piece)).toBe(text.includes(piece));
    }),
  );
});

test.each([
  ['at the end', 'aaaab'.repeat(200), 'aaaab'.repeat(10), true],
  ['all of it', 'ab'.repeat(50), 'ab'.repeat(50), true],
  ['more than all of it', 'ab'.repeat(50), `${'ab'.repeat(50)}a`, false],
  ['nothing', '', '', true],
])('%s', (_, text, part, found) => {
  expect(includesText(text, part)).toBe(found);
});

test.each([1_000, 10_000, 100_000])('reads each of %i units only a few times', (size) => {
  // Every offset matches up to the middle of the part.
  const text = new CountingText('x'.repeat(size));
  const part = new CountingText(`${'x'.repeat(size / 4)}y${'x'.repeat(size / 4)}`);
  expect(includesText(text as unknown as string, part as unknown as string)).toBe(false);
  expect(text.reads).toBeLessThanOrEqual(size);
  expect(part.reads).toBeLessThanOrEqual(8 * size);
});

/** The part of the string interface that is needed to count reads. */
class CountingText {
  reads = 0;
  readonly length: number;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
    this.length = text.length;
  }

  charCodeAt(index: number): number {
    this.reads++;
    return this.text.charCodeAt(index);
  }
}
