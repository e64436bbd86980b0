// The thread that evaluates: its stack holds deep programs, and this one stays free to answer
// Ctrl-C.

import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { exitStatus, type ExitStatus } from './exit-status.ts';
import { faultText } from './fault.ts';
import { tryToSay } from './lost-output.ts';
import { clearLine, isWatched, writeProgress } from './output.ts';
import { stackSizeMb } from './stack-size.ts';
import { endOf } from './thread-end.ts';
import type { CommandWork, CoveredWork, StoredWork, Work } from './work.ts';

export function startThread(work: Work): Worker {
  return start('./worker.cjs', work);
}

/** With the state in a file. */
export function startStoredThread(
  file: string,
  work: StoredWork['work'],
  { takesOver = false }: Partial<Pick<StoredWork, 'takesOver'>> = {},
): Worker {
  const wasm = fileURLToPath(new URL('./sql-wasm.wasm', import.meta.url));
  return start('./commands.cjs', { kind: 'stored', file, wasm, work, takesOver });
}

/** The exit status that the thread answers with. */
export function runStored(
  file: string,
  work: Exclude<StoredWork['work'], { kind: 'interactive' }>,
): Promise<ExitStatus> {
  return statusOf(startStoredThread(file, work), '\nLoad failed');
}

/** The same with the state in memory. */
export function runInThread(work: Exclude<Work, { kind: 'interactive' }>): Promise<ExitStatus> {
  return statusOf(startThread(work), '\nLoad failed');
}

/** The same with coverage. */
export function runCovered(run: CoveredWork['run']): Promise<ExitStatus> {
  return statusOf(start('./commands.cjs', { kind: 'covered', run }), '\nLoad failed');
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
    // Such a thread sends its status and nothing else.
    thread.on('message', (status: ExitStatus) => end(status));
    thread.on('error', (error) => {
      const { text, status } = endOf(error);
      end(status, text);
    });
    // After its last message: a thread may also run out of things to wait for.
    thread.on('exit', () => end(exitStatus.fault, faultText('its thread ended without an answer')));
  });
}

/** Ctrl-C, whoever ends processes, and a terminal that is closed. */
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type EndingSignal = (typeof endingSignals)[number];

/** Milliseconds that the thread is given to stop writing. */
const stopWithin = 1000;

/** The terminal is left with nothing on its last line: a run may have shown there how far it was. */
async function endBy(signal: EndingSignal, thread: Worker): Promise<void> {
  const hasStopped = await Promise.race([
    thread.terminate().then(() => true),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), stopWithin)),
  ]);
  if (isWatched()) writeProgress(clearLine);
  if (hasStopped && signal === 'SIGINT') process.exit(exitStatus.interrupted);
  if (hasStopped && signal === 'SIGTERM') process.exit(exitStatus.terminated);
  // Left to the system: Node fails where it cannot put a terminal back that is gone, and waits for a
  // thread that is stuck, as in a pipe that is full.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
