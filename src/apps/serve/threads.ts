// The port through which the server starts its threads. The caller knows which program they run.

import type { Worker } from 'node:worker_threads';
import type { ServeThreadWork } from './messages.ts';

export type StartThread = (work: ServeThreadWork) => Worker;
