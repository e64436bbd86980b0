// The program that evaluates, for both threads. The main thread calls `tryWork`; in the evaluating thread the work is done as
// soon as this is loaded. Either writes straight to the terminal and answers with the exit status.

import { parentPort, workerData } from 'node:worker_threads';
import { unreachable } from '../base/assert.ts';
import { checkShadowing } from './check-shadowing.ts';
import { exitStatus, type ExitStatus } from './exit-status.ts';
import { serveInteractive } from './interactive-worker.ts';
import { listBuiltins } from './list-builtins.ts';
import { continueAfter, OutputClosed, writtenTexts } from './output.ts';
import { runFiles } from './run-files.ts';
import { runInput } from './run-input.ts';
import { firstTry, inThread, type Stage } from './stage.ts';
import type { ShortWork, Tried, Work } from './work.ts';

/** See stage.ts. */
export function tryWork(work: ShortWork): Tried {
  try {
    return { kind: 'done', status: untilClosed(() => perform(work, firstTry())) };
  } catch {
    return { kind: 'again', work, written: writtenTexts() };
  }
}

if (parentPort !== null) {
  // The main thread sends nothing but work.
  const work = workerData as Work;
  if (work.kind === 'interactive') serveInteractive(parentPort, work.interrupt);
  else parentPort.postMessage(untilClosed(() => performInThread(work)));
}

function performInThread(work: Exclude<Work, { kind: 'interactive' }>): ExitStatus {
  if (work.kind === 'run-input') return runInput(inThread);
  continueAfter(work.written);
  return perform(work.work, inThread);
}

function perform(work: ShortWork, stage: Stage): ExitStatus {
  switch (work.kind) {
    case 'run':
      return runFiles(work, stage);
    case 'builtins':
      return listBuiltins(stage);
    case 'check-shadowing':
      return checkShadowing(work.file, stage);
    default:
      return unreachable(work);
  }
}

function untilClosed(work: () => ExitStatus): ExitStatus {
  try {
    return work();
  } catch (error) {
    if (error instanceof OutputClosed) return exitStatus.outputClosed;
    throw error;
  }
}
