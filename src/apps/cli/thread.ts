// Starts the evaluating thread: its stack is large enough for deep programs, and the main thread stays free to handle
// Ctrl-C.

import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { startDeepThread } from './deep-thread.ts';
import { endOf, exitStatus, type ExitStatus, faultText, tryToSay } from './exit.ts';
import { clearLine, isWatched, writeProgress } from './output.ts';
import { stackSizeMb } from './stack-size.ts';
import type { CommandWork, CoveredWork, StoredWork, Work } from './work.ts';

export function startThread(work: Work): Worker {
  return start('./worker.cjs', work);
}

/** Starts the thread for sessions with their state in a file. */
export function startStoredThread(
  file: string,
  work: StoredWork['work'],
  { takesOver = false }: Partial<Pick<StoredWork, 'takesOver'>> = {},
): Worker {
  const wasm = fileURLToPath(new URL('./sql-wasm.wasm', import.meta.url));
  return start('./commands.cjs', { kind: 'stored', file, wasm, work, takesOver });
}

/** Runs work in the thread and returns its exit status. */
export function runStored(
  file: string,
  work: Exclude<StoredWork['work'], { kind: 'interactive' }>,
): Promise<ExitStatus> {
  return statusOf(startStoredThread(file, work), '\nLoad failed');
}

/** Runs work with the state in memory. */
export function runInThread(work: Exclude<Work, { kind: 'interactive' }>): Promise<ExitStatus> {
  return statusOf(startThread(work), '\nLoad failed');
}

/** Runs work with coverage. */
export function runCovered(run: CoveredWork['run']): Promise<ExitStatus> {
  return statusOf(start('./commands.cjs', { kind: 'covered', run }), '\nLoad failed');
}

/** Runs a command of commands/. */
export function runCommand(work: CommandWork): Promise<ExitStatus> {
  return statusOf(startDeepThread(new URL('./commands.cjs', import.meta.url), work), '');
}

function start(program: string, work: Work | CommandWork): Worker {
  return new Worker(new URL(program, import.meta.url), {
    workerData: work,
    resourceLimits: { stackSizeMb },
  });
}

/** `last` is written after the message about a thread that died. */
function statusOf(thread: Worker, last: string): Promise<ExitStatus> {
  return new Promise((resolve) => {
    let hasEnded = false;
    for (const signal of endingSignals) {
      process.on(signal, () => {
        hasEnded = true;
        void endBy(signal, thread);
      });
    }
    const end = (status: ExitStatus, text?: string): void => {
      if (hasEnded) return;
      hasEnded = true;
      if (text !== undefined) tryToSay(`${text}${last}`);
      resolve(status);
    };
    // The thread sends only its status.
    thread.on('message', (status: ExitStatus) => end(status));
    thread.on('error', (error) => {
      const { text, status } = endOf(error);
      end(status, text);
    });
    // After its last message: a thread may also end because it has nothing left to wait for.
    thread.on('exit', () => end(exitStatus.fault, faultText('its thread ended without an answer')));
  });
}

/** Ctrl-C, a request to terminate, and a closed terminal. */
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type EndingSignal = (typeof endingSignals)[number];

/** Milliseconds for the thread to stop writing. */
const stopWithin = 1000;

/** Clears the last line of the terminal, where a run may have shown its progress. */
async function endBy(signal: EndingSignal, thread: Worker): Promise<void> {
  const hasStopped = await Promise.race([
    thread.terminate().then(() => true),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), stopWithin)),
  ]);
  if (isWatched()) writeProgress(clearLine);
  if (hasStopped && signal === 'SIGINT') process.exit(exitStatus.interrupted);
  if (hasStopped && signal === 'SIGTERM') process.exit(exitStatus.terminated);
  // Let the system end the process: Node fails to restore a closed terminal, and waits for a blocked thread, for example
  // one writing to a full pipe.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
