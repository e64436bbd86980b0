// How the server gets its threads: whoever runs it knows the program that they run.

import type { Worker } from 'node:worker_threads';
import type { ServeThreadWork } from './messages.ts';

export type StartThread = (work: ServeThreadWork) => Worker;
