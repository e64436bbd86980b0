// There are no unused files, exports or dependencies.
import { expect, test } from 'vitest';
import { runTool } from './run-tool.ts';

test('knip finds nothing unused', async () => {
  const { status, output } = await runTool('knip/bin/knip.js', ['--no-progress']);
  expect(status, output).toBe(0);
});
