// A script that does not finish is reported, and the others still run.
import { expect, test } from 'vitest';
import { runTests } from '../../../../../lsp/server/tests/tests.ts';
import type { TestEvent } from '../../../../../src/tools/testing/editor/test-event.ts';

/** A stand-in for the thread of `src/apps/cli/test/editor-thread.ts`: the name of a file says what the thread does. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads';
    for (const path of workerData.files) {
      if (path === 'die at once') throw new Error('broken');
      parentPort.postMessage({ kind: 'file-began', path });
      if (path === 'die') throw new Error('broken');
      if (path === 'hang') for (;;);
      parentPort.postMessage({ kind: 'file-ended', path, status: 'passed', gas: 0, ms: 0 });
    }
    parentPort.postMessage({ kind: 'done' });`)}`,
);

async function run(files: readonly string[], signal = new AbortController().signal) {
  const lines: string[] = [];
  const isDone = await runTests(files, {
    program,
    work: { documents: new Map(), coverage: false },
    seconds: 2,
    signal,
    report: (event: TestEvent) => {
      if (event.kind === 'file-ended') {
        lines.push(`${event.path}: ${event.status} ${event.problem ?? ''}`.trim());
      }
    },
  });
  return { lines, isDone };
}

test('files after one that hangs or dies are run', async () => {
  expect(await run(['a', 'hang', 'b', 'die', 'c', 'die at once', 'd'])).toEqual({
    isDone: true,
    lines: [
      'a: passed',
      'hang: failed took longer than 2 s and was stopped',
      'b: passed',
      'die: failed its thread failed: broken',
      'c: passed',
      'die at once: failed its thread failed: broken',
      'd: passed',
    ],
  });
});

test('the last file may be the one that dies', async () => {
  expect(await run(['die'])).toEqual({
    isDone: true,
    lines: ['die: failed its thread failed: broken'],
  });
});

test('nothing runs after a cancellation', async () => {
  expect(await run(['a', 'b'], AbortSignal.abort())).toEqual({ isDone: false, lines: [] });
});
