// The thread that evaluates: its stack holds deep programs, and this one stays free to answer
// Ctrl-C.

import { Worker } from 'node:worker_threads';
import { exitStatus, type ExitStatus } from './exit-status.ts';
import { writeErrorLine } from './output.ts';
import { stackSizeMb } from './stack-size.ts';
import { endOf } from './thread-end.ts';
import type { CommandWork, Work } from './work.ts';

export function startThread(work: Work): Worker {
  return start('./worker.cjs', work);
}

/** The exit status that the thread answers with. */
export function runInThread(work: Exclude<Work, { kind: 'interactive' }>): Promise<ExitStatus> {
  return statusOf(startThread(work), '\nLoad failed');
}

/** The same for a command of commands/. */
export function runCommand(work: CommandWork): Promise<ExitStatus> {
  return statusOf(start('./commands.cjs', work), '');
}

function start(program: string, work: Work | CommandWork): Worker {
  return new Worker(new URL(program, import.meta.url), {
    workerData: work,
    resourceLimits: { stackSizeMb },
  });
}

/** `last` is written after what is said of a thread that died. */
function statusOf(thread: Worker, last: string): Promise<ExitStatus> {
  process.on('SIGINT', () => process.exit(exitStatus.interrupted));
  return new Promise((resolve) => {
    // Such a thread sends its status and nothing else.
    thread.on('message', (status: ExitStatus) => resolve(status));
    thread.on('error', (error) => {
      const { text, status } = endOf(error);
      writeErrorLine(`${text}${last}`);
      resolve(status);
    });
  });
}
