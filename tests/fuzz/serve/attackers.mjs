// The thread of all attackers: so the times of the honest client are not theirs.
import { parentPort, workerData } from 'node:worker_threads';
import { generator } from '../../crash/support.mjs';
import { attack } from './attacker.mjs';

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
