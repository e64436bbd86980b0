// `npm run test:quick`: the tests for daily work, which take about a minute. `npm test` runs all.
import { existsSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';

/** Tests of several seconds each; CI runs them. */
const slow = [
  'tests/architecture/dead-code.test.ts',
  'tests/architecture/layers.test.ts',
  'tests/architecture/size.test.ts',
  'tests/architecture/types.test.ts',
  'tests/conformance/bad-input-values.test.ts',
  'tests/conformance/bad-input.test.ts',
  'tests/conformance/differential.test.ts',
  'tests/unit/command/answer-size.test.ts',
  'tests/unit/ide/services/every-offset.test.ts',
  'tests/unit/lang/syntax/robustness.test.ts',
  'tests/unit/lang/types/schemes.test.ts',
  'tests/unit/lang/types/too-large.test.ts',
  'tests/unit/testing/fuzz/planted.test.ts',
  'tests/unit/testing/fuzz/sequence-target.test.ts',
];
for (const file of slow) if (!existsSync(file)) throw new Error(`there is no ${file}`);

export default defineConfig({
  test: {
    pool: 'threads',
    maxWorkers: '100%',
    isolate: false,
    include: ['tests/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'tests/e2e/**', 'tests/perf/**', ...slow],
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
