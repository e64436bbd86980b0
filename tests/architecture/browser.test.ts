// The library runs in a browser: its bundle needs no Node module, and stays within its size budget.
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { root } from '../support/project-files.ts';

/** Budgets are in compressed bytes; raise one only in a change that gives the reason. */
const entries = [
  // Includes the standard modules that scripts load by name (8 kB), and decimal.js, with which users calculate (12 kB).
  { entry: 'src/index.ts', budgetKilobytes: 310 },
  { entry: 'src/tools/repl/index.ts', budgetKilobytes: 300 },
  // Includes execution of the blocks of chains: decision 0025.
  { entry: 'src/test-entry.ts', budgetKilobytes: 420 },
];

test.each(entries)('$entry bundles for a browser', async ({ entry, budgetKilobytes }) => {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  const bytes = result.outputFiles.map(({ contents }) => gzipSync(contents).length);
  expect(bytes).toHaveLength(1);
  expect((bytes[0] as number) / 1024).toBeLessThan(budgetKilobytes);
});
