// Attacks `pact serve` with random requests from a grammar, over many connections, while one honest client sends small
// requests. Prints a summary; the exit status is 1 if the server died, kept the honest client waiting, or used too much
// memory.
//
//   npm run fuzz:serve -- [--minutes 5] [--seed N] [--connections 50] [--memory 2000]
//                         [--config 'gasLimit: 150000']
//
// Needs a build. A seed gives the same requests; their order depends on the answers.
import { cpus } from 'node:os';
import { parseArgs } from '../support/parse-options.mjs';
import { Worker } from 'node:worker_threads';
import { startHonest } from './serve/honest.mjs';
import { isAlive, memoryOf, startServer, stopServer } from './serve/server.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    connections: { type: 'string', default: '50' },
    /** MB. */
    memory: { type: 'string', default: '2000' },
    config: { type: 'string', default: 'gasLimit: 150000' },
  },
});
const seed = Number(values.seed);
/** Milliseconds: the 99th percentile of the honest client's waiting times. */
const slowest = 1000;
/** Milliseconds for the server to settle before its memory is measured for the last time. */
const restMs = 15_000;

console.log(`seed ${seed}, ${values.connections} connections, ${values.minutes} minutes`);
const server = await startServer(`${values.config}\nlistenTimeout: 10\n`);
const honest = startHonest(server);
const workerData = { port: server.port, seed, connections: Number(values.connections) };
const attackers = new Worker(new URL('./serve/attackers.mjs', import.meta.url), { workerData });
const doing = [];
const report = new Promise((resolve) => {
  attackers.on('message', (message) => {
    if (message.report !== undefined) return resolve(message.report);
    doing.push(message.doing);
    if (doing.length > 200) doing.shift();
  });
});

const until = performance.now() + 60_000 * Number(values.minutes);
while (performance.now() < until && isAlive(server)) {
  await new Promise((resolve) => setTimeout(resolve, 500));
}
attackers.postMessage('stop');
const { requests, statuses } = await report;
const answers = await honest.stop();
if (isAlive(server)) await new Promise((resolve) => setTimeout(resolve, restMs));
const finalMB = memoryOf(server);
const alive = isAlive(server);

const faults = [];
if (!alive) faults.push(`the server has ended with ${server.exit}`);
if (answers.p99 > slowest) faults.push(`the honest client waited ${answers.p99} ms (p99)`);
if (server.peak > Number(values.memory)) faults.push(`the server took ${server.peak} MB`);
if (server.output.includes('bug in pact')) faults.push('the server told of a fault');
const memory = { peakMB: server.peak, finalMB };
const figures = { seed, minutes: Number(values.minutes), cores: cpus().length, requests, statuses };
console.log(
  JSON.stringify({ ...figures, honest: answers, ...memory, alive, faults }, undefined, 1),
);
if (faults.length > 0) {
  console.log('the last requests:');
  for (const each of doing.slice(-20)) console.log(`  ${each}`);
  console.log(`what the server wrote:\n${server.output.slice(-4000)}`);
}
await stopServer(server);
process.exit(faults.length === 0 ? 0 : 1);
