import { expect, test } from 'vitest';
import { sharedAbortController } from '../../../../src/base/http/index.ts';

test('more than ten requests may wait for one signal without a warning', async () => {
  const warnings: string[] = [];
  const note = (warning: Error): void => void warnings.push(warning.name);
  process.on('warning', note);
  const controller = sharedAbortController();
  let heard = 0;
  for (let i = 0; i < 20; i++) controller.signal.addEventListener('abort', () => heard++);
  // Node warns between two turns.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', note);
  controller.abort();
  expect([warnings, heard]).toEqual([[], 20]);
});
