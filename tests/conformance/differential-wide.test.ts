// Random programs of many kinds give the reference's results, line for line: values used many times, defpacts with
// nesting and crossings, edges of numbers, strings and times, gas limits within a form, redeployed modules, curves.

import { expect, test } from 'vitest';
import { firstDifference, recordedPrograms } from '../support/recorded-programs.ts';
import { skipped } from '../support/skipped.ts';

const programs = recordedPrograms('wide').map((program) => [program.name, program] as const);

test.runIf(programs.length > 0).each(programs)('%s', (_, program) => {
  expect(firstDifference(program)).toBeUndefined();
});

test.runIf(programs.length === 0)(
  `programs of many kinds that the reference has answered (${skipped(true, 251)})`,
  ({ skip }) => {
    console.warn('Skipped: ../shared/vectors/differential has no wide.jsonl.gz.');
    skip();
  },
);
