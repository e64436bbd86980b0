import { expect, test } from 'vitest';
import { lazily } from '../../../src/base/deferred.ts';

test('computed once, and only when used', () => {
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
