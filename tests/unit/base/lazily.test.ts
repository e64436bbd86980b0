import { expect, test } from 'vitest';
import { lazily } from '../../../src/base/lazily.ts';

test('made once, and only when asked for', () => {
  let made = 0;
  const value = lazily(() => {
    made++;
    return undefined;
  });
  expect(made).toBe(0);
  value();
  value();
  expect(made).toBe(1);
});
