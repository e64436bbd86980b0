// The thread of a node that searches for proofs of work.

import { parentPort } from 'node:worker_threads';
import { assert } from '../../base/assert.ts';
import { searchAsThread } from '../../node/engine/mining/search-threads.ts';

assert(parentPort !== null, 'a thread has a port to the one that started it');
searchAsThread(parentPort);
