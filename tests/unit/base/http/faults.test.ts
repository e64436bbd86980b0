import { expect, test } from 'vitest';
import { faultsOf, type FaultTable } from '../../../../src/base/http/index.ts';

const fault = faultsOf({
  'not-found': { status: 404, sentence: (name: string) => `there is no block ${name}` },
  full: { status: 503, sentence: () => 'try again later' },
} as const satisfies FaultTable);

test('a fault has the status and the sentence of its code', () => {
  expect(fault('not-found', 'x')).toEqual({
    kind: 'fault',
    code: 'not-found',
    status: 404,
    sentence: 'there is no block x',
  });
  expect(fault('full')).toMatchObject({ status: 503, sentence: 'try again later' });
});
