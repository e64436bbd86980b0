// Tests run in worker threads and share the modules of their thread, which saves half of their time: modules keep no state that
// a test could leave behind (`npx vitest run --sequence.shuffle.files` tries another order).
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes longest begins first, so that all cores end together. Vitest knows times only of earlier runs, and has the
 * tests of the command run before all others.
 */
const longest = [
  'tests/architecture/lint.test.ts',
  'tests/conformance/bad-input-values.test.ts',
  'tests/conformance/bad-input.test.ts',
  'tests/architecture/dead-code.test.ts',
  'tests/unit/lang/types/schemes.test.ts',
  'tests/unit/lang/syntax/robustness.test.ts',
];
for (const file of longest) if (!existsSync(file)) throw new Error(`there is no ${file}`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification): number => {
      const at = longest.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'));
      return at === -1 ? longest.length : at;
    };
    return sorted.sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    pool: 'threads',
    // All cores: one is left out otherwise, which is half of two.
    maxWorkers: '100%',
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
