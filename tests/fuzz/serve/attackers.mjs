// The thread of all attackers: so the times of the honest client are not theirs. They would be on other
// machines: where the system allows it, this thread takes the processor from nobody.
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { generator } from '../../crash/support.mjs';
import { attack } from './attacker.mjs';

try {
  const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'));
  setPriority(Number(thread), 10);
} catch {
  // Only Linux has priorities of threads.
}

const { port, seed, connections } = workerData;
const keys = [];
const statuses = {};
let requests = 0;
let isOver = false;
parentPort.on('message', () => (isOver = true));

const saw = (status) => {
  requests++;
  statuses[status] = (statuses[status] ?? 0) + 1;
};
const attackers = Array.from({ length: connections }, (_, i) =>
  attack({
    port,
    random: generator(seed * 1000 + i),
    keys,
    isOver: () => isOver,
    saw,
    doing: (what) => parentPort.postMessage({ doing: `${i}: ${what}` }),
  }),
);
await Promise.all(attackers);
parentPort.postMessage({ report: { requests, statuses } });
parentPort.close();
