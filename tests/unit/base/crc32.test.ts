import { crc32 as ofNode } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32 } from '../../../src/base/bytes.ts';

test('equals the checksum of zlib', () => {
  for (const text of ['', 'a', '123456789', 'pact '.repeat(1000), '\u00ff\u0000\u20ac']) {
    const bytes = new TextEncoder().encode(text);
    expect(crc32(bytes)).toBe(ofNode(bytes));
  }
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});
