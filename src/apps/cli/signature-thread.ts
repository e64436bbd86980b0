// The thread of a node that checks signatures.

import { parentPort } from 'node:worker_threads';
import { assert } from '../../base/assert.ts';
import { checkInThread } from '../../node/signatures/signature-batches.ts';

assert(parentPort !== null, 'a thread has a port to the one that started it');
checkInThread(parentPort);
