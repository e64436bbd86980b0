// Every builtin has calibration programs, and they run: `node tests/perf/calibrate.mjs` measures them.
import { describe, expect, test } from 'vitest';
import { coreBuiltins } from '../../../src/lang/session/analyse.ts';
import { chargedFlat } from '../../perf/calibration/flat-charges.ts';
import { allCalibrations } from '../../perf/calibration/index.ts';
import { Runner } from '../../perf/calibration/measure.ts';

test('every builtin has calibration programs, and nothing else has', () => {
  const builtins = coreBuiltins.map(({ name }) => name).toSorted();
  expect([...new Set(allCalibrations.map(({ builtin }) => builtin))].toSorted()).toEqual(builtins);
});

test('every input with a flat charge is measured', () => {
  const known = new Set(allCalibrations.map(({ builtin, shape }) => `${builtin}: ${shape}`));
  expect([...chargedFlat].filter((key) => !known.has(key))).toEqual([]);
});

describe('the programs run, metered', () => {
  test.each([...new Set(allCalibrations.map(({ builtin }) => builtin))])('%s', (builtin) => {
    for (const calibration of allCalibrations) {
      if (calibration.builtin !== builtin) continue;
      const runner = new Runner(calibration, calibration.sizes[0] ?? 1);
      const { milligas } = runner.run(1);
      if (!runner.fails) expect(milligas, calibration.shape).toBeGreaterThanOrEqual(100);
    }
  });
});
