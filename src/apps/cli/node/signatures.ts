// Checks signatures for a node or a devnet in separate threads.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { BackgroundSignatures } from '../../../node/signatures/background-signatures.ts';
import { SignatureBatches } from '../../../node/signatures/signature-batches.ts';
import { systemClock, systemTimer } from '../../../base/platform/system.ts';

/** More threads would check more signatures than the rest of a node can process. */
const mostThreads = 4;

/** Starts each thread when it is first needed. Without a thread, or after it ended, Node's thread pool does the work. */
export function backgroundSignatures(onFault: (error: unknown) => void): BackgroundSignatures {
  const batches = new SignatureBatches({
    threads: Math.min(mostThreads, Math.max(1, availableParallelism() - 1)),
    startThread,
    ...{ clock: systemClock, timer: systemTimer, onFault },
  });
  return new BackgroundSignatures({ batches });
}

function startThread(): Worker {
  const worker = new Worker(new URL('./signature-thread.js', import.meta.url));
  // It ends with the thread that started it.
  worker.unref();
  return worker;
}
