// Types, ESLint and Prettier: decision 0041.
import { expect, test } from 'vitest';
import { runProgram, runTool } from './run-tool.ts';

type Checked = { readonly types: string; readonly lint: string };

let checked: Promise<Checked> | undefined;

/** Runs tsc and ESLint once and returns what both report. */
function checkSources(): Promise<Checked> {
  return (checked ??= runProgram('tests/architecture/check-sources.mjs', []).then(
    ({ status, stdout, output }) => {
      expect(status, output).toBe(0);
      return JSON.parse(stdout) as Checked;
    },
  ));
}

test('the whole project typechecks, tests included', { timeout: 720_000 }, async () => {
  expect((await checkSources()).types).toBe('');
});

test('ESLint finds no error', { timeout: 720_000 }, async () => {
  expect((await checkSources()).lint).toBe('');
});

test('Prettier would change nothing', { timeout: 720_000 }, async () => {
  const { status, output } = await runTool('prettier/bin/prettier.cjs', [
    ...['--check', '--log-level', 'warn', '.'],
    // By content, since a new checkout has new times: the next run on a machine checks only what has changed.
    ...['--cache', '--cache-strategy', 'content'],
    ...['--cache-location', 'node_modules/.cache/lint/prettier'],
  ]);
  expect(status, output).toBe(0);
});
