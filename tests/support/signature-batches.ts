// Signature batches whose worker threads run in this thread: the worker's side is at the other end of a channel.

import { EventEmitter } from 'node:events';
import { MessageChannel, type Worker } from 'node:worker_threads';
import { SignatureBatches, checkInThread } from '../../src/node/signatures/signature-batches.ts';
import { systemClock, systemTimer } from '../../src/base/platform/system.ts';

export type TestBatches = {
  readonly batches: SignatureBatches;
  /** The number of bytes of each request, in order. */
  readonly asked: number[];
  readonly faults: unknown[];
  /** The threads, in the order of their start. */
  readonly threads: EventEmitter[];
};

/** `isSilent`: threads report ready but never answer. */
export function signatureBatches({
  threads = 1,
  isSilent = false,
  timer = systemTimer,
} = {}): TestBatches {
  const asked: number[] = [];
  const faults: unknown[] = [];
  const started: EventEmitter[] = [];
  const startThread = (): Worker => {
    const { port1, port2 } = new MessageChannel();
    const worker = Object.assign(new EventEmitter(), {
      postMessage(message: { readonly question: Uint8Array | 'close' }) {
        asked.push(message.question.length);
        if (!isSilent) port1.postMessage(message);
      },
      terminate() {
        port1.close();
        return Promise.resolve(0);
      },
    });
    port1.on('message', (message) => worker.emit('message', message));
    checkInThread(port2);
    for (const port of [port1, port2]) port.unref();
    port1.ref();
    started.push(worker);
    // Has only the members of a worker that a link uses.
    return worker as unknown as Worker;
  };
  const batches = new SignatureBatches({
    threads,
    startThread,
    clock: systemClock,
    timer,
    onFault: (error) => faults.push(error),
  });
  return { batches, asked, faults, threads: started };
}
