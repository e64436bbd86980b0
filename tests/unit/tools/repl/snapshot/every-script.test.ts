// Runs every script with its state written to bytes after every form and read back: everything observable is the same as in
// an uninterrupted run.

import { expect } from 'vitest';
import { readFile, testEveryScript } from '../../../../support/every-script.ts';
import { runRecorded, runStepwise, runWhole } from '../../../../support/replayed.ts';

testEveryScript(
  (path) => {
    const { seen, states } = runStepwise(path, readFile);
    expect(runRecorded(path, readFile).seen).toEqual(seen);
    expect(seen).toEqual(runWhole(path, readFile));
    expect(states).toBeGreaterThan(0);
  },
  (path) => {
    expect(runStepwise(path, readFile).seen).toEqual(runWhole(path, readFile));
  },
);
