// Random programs give the reference's results, line for line. This is a sample of those in `../shared`; `npm run differ`
// runs all of them.

import { expect, test } from 'vitest';
import { firstDifference, recordedPrograms } from '../support/recorded-programs.ts';
import { skipped } from '../support/skipped.ts';

const sampled = 5;

const sample = [
  ...recordedPrograms('natives'),
  ...recordedPrograms('programs').filter((_, i) => i % sampled === 0),
].map((program) => [program.name, program] as const);

test.runIf(sample.length > 0).each(sample)('%s', (_, program) => {
  expect(firstDifference(program)).toBeUndefined();
});

test.runIf(sample.length === 0)(
  `programs that the reference has answered (${skipped(true, 280)})`,
  ({ skip }) => {
    console.warn(
      'Skipped: ../shared/vectors/differential has no programs that the reference has answered.',
    );
    skip();
  },
);
