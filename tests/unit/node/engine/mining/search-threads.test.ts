// Threads that search together: each has its own nonces, and only the first answer to the current work counts.
import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import {
  type SearchOrder,
  SearchThreads,
} from '../../../../../src/node/engine/mining/search-threads.ts';

class Thread extends EventEmitter {
  readonly orders: SearchOrder[] = [];
  isEnded = false;

  postMessage(order: SearchOrder): void {
    this.orders.push(order);
  }

  terminate(): Promise<number> {
    this.isEnded = true;
    return Promise.resolve(0);
  }
}

function searching(count: number) {
  const threads: Thread[] = [];
  const found: (readonly [string, bigint])[] = [];
  const faults: Error[] = [];
  const searchers = new SearchThreads({
    count,
    startThread() {
      const thread = new Thread();
      threads.push(thread);
      return thread as unknown as Worker;
    },
    onFound: ({ header }, nonce) => found.push([header.join(), nonce]),
    onFault: (error) => faults.push(error),
  });
  const search = (byte: number, from = 0n) =>
    searchers.search({ header: Uint8Array.of(byte), target: Uint8Array.of(9) }, from);
  const lastOf = (thread: Thread) => thread.orders.at(-1);
  return { searchers, threads, found, faults, search, lastOf };
}

test('each thread begins at its part of the nonces, which wrap around at the end', () => {
  const { threads, search, lastOf } = searching(4);
  search(1, 2n ** 63n + 5n);
  expect(threads.map(lastOf)).toMatchObject([
    { kind: 'search', work: 1, from: 2n ** 63n + 5n },
    { from: 3n * 2n ** 62n + 5n },
    { from: 5n },
    { from: 2n ** 62n + 5n },
  ]);
});

test('the first answer ends the search, and later ones do not count', () => {
  const { threads, found, search, lastOf } = searching(2);
  search(1);
  threads[1]!.emit('message', { work: 1, nonce: 7n });
  expect(found).toEqual([['1', 7n]]);
  expect(threads.map(lastOf)).toEqual([{ kind: 'rest' }, { kind: 'rest' }]);
  threads[0]!.emit('message', { work: 1, nonce: 8n });
  expect(found).toHaveLength(1);
  search(2);
  threads[0]!.emit('message', { work: 1, nonce: 9n });
  expect(found).toHaveLength(1);
  threads[0]!.emit('message', { work: 2, nonce: 10n });
  expect(found.at(-1)).toEqual(['2', 10n]);
});

test('resting or stopped threads find nothing, and faults are reported', () => {
  const { searchers, threads, found, faults, search } = searching(1);
  const [thread] = threads;
  search(1);
  searchers.rest();
  thread!.emit('message', { work: 1, nonce: 1n });
  search(2);
  searchers.stop();
  thread!.emit('message', { work: 2, nonce: 2n });
  expect(found).toEqual([]);
  expect(thread!.isEnded).toBe(true);
  thread!.emit('error', new Error('out of memory'));
  expect(faults.map(({ message }) => message)).toEqual(['out of memory']);
});
