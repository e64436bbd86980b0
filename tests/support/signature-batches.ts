// Batches of signatures whose threads are in this one: the thread's side answers at the other end of a channel.

import { EventEmitter } from 'node:events';
import { MessageChannel, type Worker } from 'node:worker_threads';
import { SignatureBatches } from '../../src/command/node/signature-batches.ts';
import { checkInThread } from '../../src/command/node/signature-thread.ts';
import { systemClock, systemTimer } from '../../src/platform/system-time.ts';

export type TestBatches = {
  readonly batches: SignatureBatches;
  /** Bytes of each question, in the order in which they came. */
  readonly asked: number[];
  readonly faults: unknown[];
  /** The threads, as they were started. */
  readonly threads: EventEmitter[];
};

/** `isSilent`: threads that are ready and never answer. */
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
    // What a link uses of a worker.
    return worker as unknown as Worker;
  };
  const batches = new SignatureBatches({
    threads,
    startThread,
    ...{ clock: systemClock, timer },
    onFault: (error) => faults.push(error),
  });
  return { batches, asked, faults, threads: started };
}
