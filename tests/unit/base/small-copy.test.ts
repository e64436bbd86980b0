import { expect, test } from 'vitest';
import { smallCopy } from '../../../src/base/bytes.ts';

const bytes = Uint8Array.from({ length: 3000 }, (_, at) => (at * 7 + (at >> 8)) & 0xff);

test.each([0, 1, 63, 64, 65, 66, 255, 511, 512, 513, 2000])('a copy of %i bytes', (length) => {
  const copy = smallCopy(bytes, 5, 5 + length);
  expect(Array.from(copy)).toEqual(Array.from(bytes.slice(5, 5 + length)));
});

test('copies do not change, whatever is written to other copies and to the original', () => {
  const source = bytes.slice();
  const lengths = Array.from({ length: 600 }, (_, at) => (at * 37) % 700);
  const copies = lengths.map((length) => smallCopy(source, 1, 1 + length));
  source.fill(0);
  for (const [at, copy] of copies.entries()) if (at % 2 === 0) copy.fill(0xee);
  for (const [at, copy] of copies.entries()) {
    if (at % 2 === 0) continue;
    expect(Array.from(copy)).toEqual(Array.from(bytes.slice(1, 1 + (lengths[at] ?? 0))));
  }
});
