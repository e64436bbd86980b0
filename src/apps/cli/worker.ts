// The program that evaluates, for both threads. Each writes directly to the terminal and returns the exit status. Node
// modules that only some runs need are loaded where they are used, because start-up waits for all others.

import type { MessagePort } from 'node:worker_threads';
import { assert, unreachable } from '../../base/assert.ts';
import { checkShadowing, listBuiltins } from './list-names.ts';
import { type ExitStatus, statusOfLostOutput } from './exit.ts';
import { serveInteractive } from './interactive-worker.ts';
import { continueAfter, writtenTexts } from './output.ts';
import { runFiles } from './run-files.ts';
import { runInput } from './run-input.ts';
import { firstTry, inThread, type Stage } from './stage.ts';
import type { ShortWork, Tried, Work } from './work.ts';

/** The entry point for the main thread: see stage.ts. */
export function tryWork(work: ShortWork): Tried {
  try {
    return { kind: 'done', status: untilClosed(() => perform(work, firstTry)) };
  } catch {
    return { kind: 'again', work, written: writtenTexts() };
  }
}

/** The entry point of the evaluating thread. */
export function workInThread(): void {
  const threads = process.getBuiltinModule('node:worker_threads');
  const port = threads.parentPort;
  assert(port !== null, 'a thread has a port to the one that started it');
  // The main thread sends only this type.
  const work = threads.workerData as Work;
  if (work.kind === 'interactive') startConversation(port, work);
  else port.postMessage(untilClosed(() => performInThread(work)));
}

function startConversation(
  port: MessagePort,
  { interrupt, settings }: Extract<Work, { kind: 'interactive' }>,
): void {
  serveInteractive(port, { interrupt, stage: { ...inThread, settings }, end: () => undefined });
}

function performInThread(work: Exclude<Work, { kind: 'interactive' }>): ExitStatus {
  if (work.kind === 'run-input') return runInput({ ...inThread, settings: work.settings });
  continueAfter(work.written);
  return perform(work.work, inThread);
}

function perform(work: ShortWork, stage: Stage): ExitStatus {
  switch (work.kind) {
    case 'run':
      return runFiles(work, stage);
    case 'builtins':
      return listBuiltins();
    case 'check-shadowing':
      return checkShadowing(work.file, { ...stage, settings: work.settings });
    default:
      return unreachable(work);
  }
}

function untilClosed(work: () => ExitStatus): ExitStatus {
  try {
    return work();
  } catch (error) {
    const status = statusOfLostOutput(error);
    if (status === undefined) throw error;
    return status;
  }
}
