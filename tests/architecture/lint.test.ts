// ESLint and Prettier, as `npm run check` runs them: decision 0103.
import { expect, test } from 'vitest';
import { runTool } from './run-tool.ts';

// So that the next run on a machine looks only at what changed: by content, since a checkout has new times.
const cacheIn = (name: string): readonly string[] => [
  ...['--cache', '--cache-strategy', 'content'],
  ...['--cache-location', `node_modules/.cache/lint/${name}`],
];

test('ESLint finds no error', { timeout: 720_000 }, async () => {
  const { status, output } = await runTool('eslint/bin/eslint.js', [
    ...['--quiet', 'src', 'grammar', 'lsp', 'tests'],
    ...cacheIn('eslint'),
  ]);
  expect(status, output).toBe(0);
});

test('Prettier would change nothing', { timeout: 720_000 }, async () => {
  const { status, output } = await runTool('prettier/bin/prettier.cjs', [
    ...['--check', '--log-level', 'warn', '.'],
    ...cacheIn('prettier'),
  ]);
  expect(status, output).toBe(0);
});
