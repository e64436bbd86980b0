// The whole project typechecks, tests included.
import { expect, test } from 'vitest';
import { runTool } from './run-tool.ts';

test('tsc finds no error', { timeout: 120_000 }, async () => {
  const { status, output } = await runTool('typescript/bin/tsc', ['--noEmit', '-p', '.']);
  expect(status, output).toBe(0);
});
