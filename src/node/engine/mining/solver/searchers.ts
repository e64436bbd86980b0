// Threads that search for one proof of work together, each in its own range of nonces.

import type { Worker } from 'node:worker_threads';
import type { SearchAnswer, SearchOrder } from './search.ts';

export type Work = { readonly header: Uint8Array; readonly target: Uint8Array };

export interface Searchers {
  /** Replaces the current search. `from`: the first nonce. */
  search(work: Work, from: bigint): void;
  /** Stops until there is work again. */
  rest(): void;
  stop(): void;
}

export type SearchersOptions = {
  readonly count: number;
  /** The script, which calls `searchAsThread`. */
  readonly startThread: () => Worker;
  readonly onFound: (work: Work, nonce: bigint) => void;
  readonly onFault: (error: Error) => void;
};

export class SearchThreads implements Searchers {
  private readonly threads: readonly Worker[];
  private readonly onFound: SearchersOptions['onFound'];
  private present: Work | undefined;
  private number = 0;

  constructor({ count, startThread, onFound, onFault }: SearchersOptions) {
    this.onFound = onFound;
    this.threads = Array.from({ length: count }, () => {
      const thread = startThread();
      thread.on('message', (answer: SearchAnswer) => this.found(answer));
      thread.on('error', onFault);
      return thread;
    });
  }

  search(work: Work, from: bigint): void {
    this.number++;
    this.present = work;
    const part = 2n ** 64n / BigInt(this.threads.length);
    for (const [i, thread] of this.threads.entries()) {
      this.tell(thread, {
        kind: 'search',
        ...{ work: this.number, header: work.header, target: work.target },
        from: BigInt.asUintN(64, from + part * BigInt(i)),
      });
    }
  }

  rest(): void {
    this.present = undefined;
    for (const thread of this.threads) this.tell(thread, { kind: 'rest' });
  }

  stop(): void {
    this.present = undefined;
    for (const thread of this.threads) void thread.terminate();
  }

  private found({ work, nonce }: SearchAnswer): void {
    const { present } = this;
    if (present === undefined || work !== this.number) return;
    this.rest();
    this.onFound(present, nonce);
  }

  private tell(thread: Worker, order: SearchOrder): void {
    thread.postMessage(order);
  }
}
