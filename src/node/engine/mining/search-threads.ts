// Threads that search for one proof of work together: each tries nonces from its own range, in batches, until one is
// found or other work arrives.

import type { MessagePort, Worker } from 'node:worker_threads';
import { createNonceSearch, portableNonceSearch } from '../../../base/crypto/nonce-search.ts';

export type SearchOrder =
  | {
      readonly kind: 'search';
      /** The number of the work, to recognise answers to old work. */
      readonly work: number;
      /** The header without its hash; the nonce is its last 8 bytes. */
      readonly header: Uint8Array;
      /** 32 bytes, little-endian. */
      readonly target: Uint8Array;
      readonly from: bigint;
    }
  | { readonly kind: 'rest' };

type SearchAnswer = { readonly work: number; readonly nonce: bigint };

/** Nonces between two checks for messages: about 10 ms. */
const pieceSize = 50_000;

export function searchAsThread(port: MessagePort): void {
  const search = createNonceSearch() ?? portableNonceSearch;
  let order: SearchOrder = { kind: 'rest' };
  let next = 0n;
  let isPlanned = false;
  const plan = (): void => {
    if (isPlanned || order.kind === 'rest') return;
    isPlanned = true;
    setImmediate(step);
  };
  const step = (): void => {
    isPlanned = false;
    if (order.kind === 'rest') return;
    const { work, header: message, target } = order;
    const nonce = search({ message, target, from: next, tries: pieceSize });
    next = BigInt.asUintN(64, next + BigInt(pieceSize));
    if (nonce === undefined) return plan();
    order = { kind: 'rest' };
    port.postMessage({ work, nonce } satisfies SearchAnswer);
  };
  port.on('message', (message: SearchOrder) => {
    order = message;
    if (message.kind === 'search') next = message.from;
    plan();
  });
}

export type Work = { readonly header: Uint8Array; readonly target: Uint8Array };

export interface Searchers {
  /** Replaces the current search. `from`: the first nonce. */
  search(work: Work, from: bigint): void;
  /** Stops until there is work again. */
  rest(): void;
  stop(): void;
}

type SearchersOptions = {
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
        work: this.number,
        header: work.header,
        target: work.target,
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
