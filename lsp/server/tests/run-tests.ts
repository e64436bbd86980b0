// Runs scripts in a thread and sends each result to the editor. A script that takes too long, or too much memory, is
// stopped, and the others continue.

import type { TestEvent } from '../../../src/tools/testing/editor/test-event.ts';
import type { EditorTestWork } from '../../../src/tools/testing/editor/test-work.ts';
import { runBounded, type BoundedEnd } from '../../../src/base/threads/index.ts';
import { limits } from '../limits.ts';

export type RunOptions = {
  /** The script of the thread. */
  readonly program: URL;
  readonly work: Omit<EditorTestWork, 'kind' | 'files'>;
  readonly seconds: number;
  readonly signal: AbortSignal;
  readonly tell: (event: TestEvent) => void;
};

/** Returns whether it finished; otherwise it was cancelled. */
export async function runTests(
  files: readonly string[],
  { program, work, seconds, signal, tell }: RunOptions,
): Promise<boolean> {
  let left = files;
  while (left.length > 0) {
    let running: string | undefined;
    let ended = 0;
    const end = await runBounded<TestEvent>({
      program,
      work: { ...work, kind: 'editor-tests', files: left } satisfies EditorTestWork,
      limits: {
        milliseconds: seconds * 1000,
        heapMegabytes: limits.testMegabytes,
        stackMegabytes: limits.stackMegabytes,
      },
      signal,
      startsAnew: ({ kind }) => kind === 'file-began',
      take: (event) => {
        if (event.kind === 'file-began') running = event.path;
        if (event.kind === 'file-ended') {
          running = undefined;
          ended++;
        }
        tell(event);
      },
    });
    if (end.kind === 'cancelled') return false;
    if (end.kind === 'done') return true;
    const path = running ?? left[ended];
    if (path === undefined) return true;
    if (running === undefined) tell({ kind: 'file-began', path });
    const problem = problemOf(end, seconds);
    tell({ kind: 'file-ended', path, status: 'failed', problem, gas: 0, ms: 0 });
    left = left.slice(ended + 1);
  }
  return true;
}

function problemOf(end: BoundedEnd, seconds: number): string {
  switch (end.kind) {
    case 'too-slow':
      return `took longer than ${seconds} s and was stopped`;
    case 'memory':
      return `took more than ${limits.testMegabytes} MB of memory and was stopped`;
    case 'fault':
      return `its thread failed: ${end.error instanceof Error ? end.error.message : 'unknown reason'}`;
    case 'done':
    case 'cancelled':
      return '';
  }
}
