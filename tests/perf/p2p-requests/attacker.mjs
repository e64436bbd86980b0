// A process that sends the requests of one attack (`attacks.mjs`), with a lower priority than the node and its honest peer: a real
// attacker has a machine of its own. Started by `tests/perf/p2p-requests.mjs`; sends what it saw as a message.
import { Agent, request } from 'node:https';
import { setPriority } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import { connect } from 'node:tls';
import { attacks } from './attacks.mjs';

const [name, text, seconds] = process.argv.slice(2);
const given = JSON.parse(text);
const { port } = given;
const { make, raw, connections = 2 } = attacks[name];
const statuses = new Map();
const localAddress = '127.66.0.66';
/** A connection that was refused tries again after this time. */
const pauseMs = 20;

setPriority(10);
const place = {
  ...given,
  height: () => given.top,
  head: () => given.topHash,
  cutId: () => given.id,
};
await new Promise((resolve) => process.once('message', resolve));
const until = performance.now() + 1000 * Number(seconds);
await Promise.race([
  Promise.all(Array.from({ length: connections }, attack)),
  after(1000 * Number(seconds) + 2000),
]);
process.send(Object.fromEntries(statuses), () => process.exit());

function count(status) {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

async function attack() {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 1,
    localAddress,
    rejectUnauthorized: false,
  });
  while (performance.now() < until) {
    const status = await (raw === undefined ? ask(agent, make(place)) : say(raw(place)));
    count(status);
    if (status === 'closed' || status === 429) await after(pauseMs);
  }
  agent.destroy();
}

function ask(agent, { method, path, body, headers = {} }) {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = { agent, host: '127.0.0.1', port, method, path, timeout: 5000 };
    const asked = request({ ...options, headers: { ...headers, ...length } }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
      answer.on('error', () => resolve('closed'));
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve('closed'));
    asked.end(body);
  });
}

function say(words) {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, localAddress, rejectUnauthorized: false };
    const socket = connect(options, () => socket.write(words));
    let heard = '';
    socket.on('data', (data) => {
      heard += data;
      socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.setTimeout(5000, () => socket.destroy());
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1]) || 'closed'));
  });
}
