// Runs every script with and without coverage: output, expectations, errors and gas are the same.

import { expect } from 'vitest';
import { Coverage } from '../../../../../src/lang/eval/coverage.ts';
import { readFile, testEveryScript } from '../../../../support/every-script.ts';
import { runWhole } from '../../../../support/replayed.ts';

testEveryScript((path) => {
  expect(runWhole(path, readFile, new Coverage())).toEqual(runWhole(path, readFile));
});
