import { expect, test } from 'vitest';
import { countLeading } from '../../../src/base/sorted.ts';

test.each(Array.from({ length: 34 }, (_, length) => length))(
  'every position among %i items is found, and no index outside is read',
  (length) => {
    for (let count = 0; count <= length; count += 1) {
      const asked: number[] = [];
      const found = countLeading(length, (at) => {
        asked.push(at);
        return at < count;
      });
      expect(found).toBe(count);
      expect(asked.every((at) => Number.isInteger(at) && at >= 0 && at < length)).toBe(true);
      expect(asked.length).toBeLessThanOrEqual(Math.ceil(Math.log2(length + 1)));
    }
  },
);
