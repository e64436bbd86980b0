// Runs one piece of work in its own thread, which ends when the work is finished, when it takes too long or too much
// memory, or when its starter cancels it. For tools: a user's program can neither block nor outlive them.

import { Worker } from 'node:worker_threads';

export type BoundedWork<Message> = {
  /** The script of the thread. It sends messages, the last one being `{ kind: 'done' }`. */
  readonly program: string | URL;
  readonly work: unknown;
  readonly limits: ThreadLimits;
  /** Ends the thread. */
  readonly signal?: AbortSignal | undefined;
  readonly take: (message: Message) => void;
  /** Returns whether the time limit starts again with this message. */
  readonly startsAnew?: (message: Message) => boolean;
};

export type ThreadLimits = {
  readonly milliseconds: number;
  /** The limit of the thread's heap. */
  readonly heapMegabytes: number;
  readonly stackMegabytes: number;
};

export type BoundedEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'too-slow' }
  | { readonly kind: 'memory' }
  /** An internal fault. */
  | { readonly kind: 'fault'; readonly error: unknown };

/** Resolves after the thread has ended. */
export async function runBounded<Message extends { readonly kind: string }>({
  program,
  work,
  limits,
  signal,
  take,
  startsAnew = () => false,
}: BoundedWork<Message>): Promise<BoundedEnd> {
  if (signal?.aborted === true) return { kind: 'cancelled' };
  const worker = new Worker(program, {
    workerData: work,
    // Output of the thread must not mix with the output of this process.
    stdout: true,
    resourceLimits: {
      stackSizeMb: limits.stackMegabytes,
      maxOldGenerationSizeMb: limits.heapMegabytes,
    },
  });
  worker.stdout.resume();
  let timer: NodeJS.Timeout | undefined;
  let abort = (): void => undefined;
  try {
    return await new Promise<BoundedEnd>((resolve) => {
      // The thread may continue for a moment: its messages are ignored.
      let hasEnded = false;
      const end = (how: BoundedEnd): void => {
        hasEnded = true;
        resolve(how);
      };
      const watch = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => end({ kind: 'too-slow' }), limits.milliseconds);
      };
      abort = () => end({ kind: 'cancelled' });
      signal?.addEventListener('abort', abort);
      worker.on('message', (message: Message | { readonly kind: 'done' }) => {
        if (hasEnded) return;
        if (isDone(message)) return end({ kind: 'done' });
        if (startsAnew(message)) watch();
        take(message);
      });
      // An error can arrive before messages that were sent earlier; all of them have arrived at the exit.
      let failed: Error | undefined;
      worker.on('error', (error) => (failed = error));
      worker.on('exit', (code) =>
        end(endBy(failed ?? new Error(`a thread ended with code ${code}`))),
      );
      watch();
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

const isDone = (message: { readonly kind: string }): message is { readonly kind: 'done' } =>
  message.kind === 'done';

function endBy(error: Error): BoundedEnd {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? { kind: 'memory' } : { kind: 'fault', error };
}
