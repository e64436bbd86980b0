// Tests run in worker threads, each file with modules of its own: no test can see what another one left behind.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    pool: 'threads',
    // All cores: one is left out otherwise, which is half of two.
    maxWorkers: '100%',
    coverage: { include: ['src/**', 'grammar/**'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'in process',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', 'tests/perf/**'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'command',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: 'tests/e2e/build.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
