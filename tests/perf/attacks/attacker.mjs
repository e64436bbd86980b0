// A process that runs one attack (`attacks.mjs`), with a lower priority than the program and its honest client: a real
// attacker has a machine of its own. Started by `tests/perf/attacks.mjs`; sends what it saw as a message.
import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import { attacks } from './attacks.mjs';

const [name, address, seconds, addresses] = process.argv.slice(2);
const { port } = new URL(address);
/** A connection that was refused tries again after this time. */
const pauseMs = 100;
/** An attacker gives up waiting and connects again. */
const patienceMs = 20_000;

setPriority(10);
await new Promise((resolve) => process.once('message', resolve));
const until = performance.now() + 1_000 * Number(seconds);
const statuses = new Map();
const times = [];
const open = new Set();
const over = setTimeout(
  () => {
    for (const each of open) each.destroy();
  },
  1_000 * Number(seconds),
);
void attacks[name]({ keepAsking, keepDoing, leave, port, from });
await after(until - performance.now());
clearTimeout(over);
times.sort((left, right) => left - right);
const answered = times.length / Number(seconds);
// The script that started this process ends it.
process.send({
  answeredPerSecond: Math.round(answered * 10) / 10,
  medianMs: Math.round(times[times.length >> 1] ?? 0),
  statuses: Object.fromEntries([...statuses].sort(([, left], [, right]) => right - left)),
});

/** Returns the address of a client: that of the honest one, another one for all, or one for each connection. */
function from(i) {
  if (addresses === 'same') return '127.0.0.1';
  return addresses === 'one' ? '127.0.0.2' : `127.0.${1 + (i >> 7)}.${2 + (i & 127)}`;
}

/** Repeats the same kind of request on this number of connections, each waiting for its answers. */
function keepAsking(count, make, { reconnects = false } = {}) {
  return inParallel(count, async (i) => {
    const agent = new Agent({ keepAlive: !reconnects, maxSockets: 1, localAddress: from(i) });
    while (performance.now() < until) {
      const began = performance.now();
      const status = await ask(agent, make(i));
      if (performance.now() >= until) return;
      take(status, performance.now() - began);
      if (status !== 200) await after(pauseMs);
    }
  });
}

function keepDoing(count, work) {
  return inParallel(count, async (i) => {
    while (performance.now() < until) {
      const began = performance.now();
      const { status } = await work(i);
      take(status, performance.now() - began);
      if (status === 0) await after(10 * pauseMs);
    }
  });
}

function take(status, milliseconds) {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  times.push(milliseconds);
}

/** Connections begin one after the other, within half a second. */
async function inParallel(count, work) {
  const all = Array.from({ length: count }, async (_, i) => {
    await after((500 * i) / count);
    await work(i);
  });
  await Promise.all(all);
}

/** Sends a request on a new connection and closes it soon. */
async function leave([method, path, body]) {
  const agent = new Agent({ localAddress: from(0) });
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 30);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const { signal } = controller;
  const asked = request({ host: '127.0.0.1', port, path, method, agent, headers, signal });
  asked.on('error', () => undefined);
  asked.end(body);
  await after(50);
  return { status: 'left' };
}

function ask(agent, [method, path, body]) {
  return new Promise((resolve) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const asked = request({ host: '127.0.0.1', port, path, method, agent, headers });
    open.add(asked);
    const done = (status) => {
      open.delete(asked);
      resolve(status);
    };
    asked.setTimeout(patienceMs, () => asked.destroy(new Error('no answer in time')));
    asked.on('response', (response) => {
      response.resume();
      response.on('end', () => done(response.statusCode));
      response.on('error', ({ code, message }) => done(code ?? message));
    });
    asked.on('error', ({ code, message }) => done(code ?? message));
    asked.end(body);
  });
}
