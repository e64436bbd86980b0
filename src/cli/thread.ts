// The thread that evaluates: its stack holds deep programs, and this one stays free to answer
// Ctrl-C.

import { Worker } from 'node:worker_threads';
import { exitStatus, type ExitStatus } from './exit-status.ts';
import { faultText } from './fault.ts';
import { writeErrorLine } from './output.ts';
import { stackSizeMb } from './stack-size.ts';
import type { Work } from './work.ts';

export function startThread(work: Work): Worker {
  return new Worker(new URL('./worker.cjs', import.meta.url), {
    workerData: work,
    resourceLimits: { stackSizeMb },
  });
}

/** The exit status that the thread answers with. */
export function runInThread(work: Exclude<Work, { kind: 'interactive' }>): Promise<ExitStatus> {
  process.on('SIGINT', () => process.exit(exitStatus.interrupted));
  const thread = startThread(work);
  return new Promise((resolve) => {
    // Such a thread sends its status and nothing else.
    thread.on('message', (status: ExitStatus) => resolve(status));
    thread.on('error', (error) => {
      const { text, status } = endOf(error);
      writeErrorLine(`${text}\nLoad failed`);
      resolve(status);
    });
  });
}

/** What to say of a thread that died, and what to end with. */
export function endOf(error: Error): { readonly text: string; readonly status: ExitStatus } {
  if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return { text: 'pact: the program ran out of memory', status: exitStatus.failure };
  }
  return { text: faultText(error), status: exitStatus.fault };
}
