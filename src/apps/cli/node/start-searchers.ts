// Starts the threads of a node that search for proofs of work.

import { Worker } from 'node:worker_threads';
import { SearchThreads, type StartSearchers } from '../../../node/real/index.ts';

export const startSearchers: StartSearchers = (count, onFound) =>
  new SearchThreads({
    count,
    onFound,
    startThread: () => new Worker(new URL('./solver-thread.js', import.meta.url)),
    onFault: (error) => {
      throw error;
    },
  });
