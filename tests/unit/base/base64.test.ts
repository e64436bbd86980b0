import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64, toBase64 } from '../../../src/base/base64url.ts';

test("bytes survive the round trip, and the text equals Node's", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const text = toBase64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      expect(fromBase64(text)).toEqual(bytes);
    }),
  );
});

test.each([
  'A',
  'AA',
  'AAA',
  'AA=',
  'A===',
  '====',
  'AB==',
  'AAB=',
  '-_==',
  'AA==AA==',
  'AA= =',
  'é==',
])('%j is refused', (text) => {
  expect(fromBase64(text)).toBeUndefined();
});
