// `npm run test:quick`: the tests for daily work, which take about 45 seconds on 2 cores. `npm test` runs all.
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst, longerThan } from './tests/support/durations.ts';

/** The tests of processes need a build. */
const processes = ['tests/e2e/', 'tests/perf/'];

/** Seconds of one core for the tests of all files; imports take about as long, and files that are not listed half of it. */
const budget = 30;
const slow = longerThan(budget, (path) => !processes.some((folder) => path.startsWith(folder)));

export default defineConfig({
  test: {
    pool: 'threads',
    maxWorkers: '100%',
    isolate: false,
    sequence: { sequencer: LongestFirst },
    include: ['tests/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...processes.map((folder) => `${folder}**`), ...slow],
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
