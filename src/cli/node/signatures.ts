// How a node and a devnet check signatures: in threads of their own.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { BackgroundSignatures } from '../../command/node/background-signatures.ts';
import { SignatureBatches } from '../../command/node/signature-batches.ts';
import { systemClock, systemTimer } from '../../platform/system-time.ts';

/** More than this many check more than the rest of a node can take in. */
const mostThreads = 4;

/** A thread is started when it is first needed. Without one, or after its end, Node's thread pool does its work. */
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
