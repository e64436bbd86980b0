import { expect, test } from 'vitest';
import { noSpan } from '../../../src/base/span.ts';
import { Expectations } from '../../../src/repl/tests.ts';

test('a failure keeps short texts whole', () => {
  const expectations = new Expectations();
  expectations.fail('sum', noSpan, 'it was 3', { expected: '4', received: '3' });
  expect(expectations.failed).toEqual([
    {
      name: 'sum',
      span: noSpan,
      outcome: {
        kind: 'failed',
        message: 'it was 3',
        compared: { expected: '4', received: '3' },
      },
    },
  ]);
});

test('a failure keeps the start of long texts and says how much is missing', () => {
  const expectations = new Expectations();
  const long = 'é'.repeat(20_000);
  expectations.fail('long', noSpan, long, { expected: long, received: 'short' });
  const [failure] = expectations.failed;
  const start = `${'é'.repeat(1 << 14)}... (${20_000 - (1 << 14)} more characters)`;
  expect(failure?.outcome).toEqual({
    kind: 'failed',
    message: start,
    compared: { expected: start, received: 'short' },
  });
});
