// Tests run in worker threads and share the modules of their thread, which saves half of their time: modules keep no state that
// a test could leave behind (`npx vitest run --sequence.shuffle.files` tries another order).
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/durations.ts';

export default defineConfig({
  test: {
    pool: 'threads',
    // One more than cores: tests of the command wait for processes, in which time a core can run something else.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    coverage: { include: ['src/**/*.ts', 'grammar/**/*.ts', 'lsp/**/*.ts'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'in process',
          isolate: false,
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', 'tests/perf/**'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'command',
          isolate: false,
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: 'tests/e2e/build.ts',
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
