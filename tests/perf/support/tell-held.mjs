// Loaded into a program by `--import`: every ten seconds each thread collects its garbage, and appends a line with its
// number and the bytes still held to the file that PACT_HELD names. The program needs `--expose-gc`.
import { appendFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';

const file = process.env['PACT_HELD'];
setInterval(() => {
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  appendFileSync(file, `${threadId} ${heapUsed + arrayBuffers}\n`);
}, 10_000).unref();
