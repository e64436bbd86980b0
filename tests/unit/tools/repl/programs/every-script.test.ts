// Runs every script three times: alone, and twice in sessions that share what they know of programs with all earlier
// sessions. Everything observable is the same, including every charge.

import { expect } from 'vitest';
import { readFile, testEveryScript } from '../../../../support/every-script.ts';
import { FrozenPrograms } from '../../../../support/frozen-programs.ts';
import { observe } from '../../../../support/shared-programs.ts';

const programs = new FrozenPrograms();

testEveryScript((path) => {
  const alone = observe(path, readFile);
  expect(observe(path, readFile, { programs })).toEqual(alone);
  expect(observe(path, readFile, { programs })).toEqual(alone);
  expect(programs.sources.size).toBeGreaterThan(0);
});
