import { expect, test } from 'vitest';
import { ByteWriter, maxImageBytes } from '../../../../src/lang/image/bytes.ts';
import { NotKept } from '../../../../src/lang/image/format.ts';

test('contents that would become too large are refused before memory is allocated', () => {
  const writer = new ByteWriter();
  const part = new Uint8Array(maxImageBytes / 4);
  for (let i = 0; i < 4; i++) writer.bytes(part);
  expect(writer.length).toBe(maxImageBytes);
  expect(() => writer.count(1)).toThrow(NotKept);
});
