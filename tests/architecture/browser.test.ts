// The library runs in a browser: its bundle needs no Node module, and stays within its budget.
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { root, stands } from '../support/project-files.ts';

/** Compressed; raise it only with a reason in the change that does. */
const budgetKilobytes = 300;

const entries = ['src/index.ts', 'src/repl/index.ts', 'src/testing/index.ts'];

test.each(entries.filter(stands))('%s bundles for a browser', async (entry) => {
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
