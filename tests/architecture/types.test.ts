// The whole project typechecks, tests included.
import { expect, test } from 'vitest';
import { runTool } from './run-tool.ts';

test('tsc finds no error', { timeout: 480_000 }, async () => {
  const { status, output } = await runTool('typescript/bin/tsc', [
    ...['--noEmit', '-p', '.'],
    // So that the second run on a machine looks only at what changed.
    ...['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'],
  ]);
  expect(status, output).toBe(0);
});
