// Two nodes, of which one mines, behind a plain reverse proxy: requests a second and the 99th percentile of their times, with one
// node, two nodes, and two nodes and a cache; how long until the follower shows a block, and until a transaction that was sent
// to it has a result; what clients notice when a node ends. The proxy is nginx with the configuration of docs/operations.md,
// without its limits for each client.
//
//   node tests/perf/replicas.mjs [--seconds 3] [--connections 16] [--ports 23000]
//
// Needs a build, Linux (clients have several addresses) and nginx. Prints lines of JSON; the exit status is 1 if a request fails
// while a node ends, or if no node answers what it should.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { parseArgs } from '../support/parse-options.mjs';
import { networkName, OwnNetwork } from './p2p/own-network.mjs';
import { root } from './support/language.mjs';
import { signed, transferOn } from './support/signed-transactions.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16' },
    ports: { type: 'string', default: '23000' },
  },
});
const ports = Number(values.ports);
const connections = Number(values.connections);
const proxyPort = ports + 300;
const base = `/multichain/0.0/${networkName}`;
const json = { 'content-type': 'application/json' };

if (spawnSync('nginx', ['-v']).status !== 0) {
  console.log('replicas: skipped, because there is no nginx on this machine');
  process.exit(0);
}

const network = await OwnNetwork.make({ nodes: 2, chains: 3, blockTime: 2, miners: 1, ports });
let proxy;
try {
  await network.startAll();
  if ((await network.agreement(30_000)) === undefined) throw new Error('the nodes do not agree');
  await freshness(20);
  await transactions(5);
  const asked = await questions();
  for (const [what, nodes, isCached] of [
    ['one node', 1, false],
    ['two nodes', 2, false],
    ['two nodes and a cache', 2, true],
  ]) {
    proxy = await startProxy(nodes, isCached);
    for (const [kind, next] of Object.entries(asked)) await load({ what, kind, next });
    await proxy.stop();
  }
  proxy = await startProxy(2, true);
  await stream();
  await ending(asked);
} finally {
  await proxy?.stop();
  await network.stop();
}

function print(line) {
  console.log(JSON.stringify(line));
}

function percentiles(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part) => Math.round(10 * sorted[Math.floor((sorted.length - 1) * part)]) / 10;
  return { median: at(0.5), p99: at(0.99) };
}

/** The proxy with the configuration that the guide shows. */
async function startProxy(nodes, isCached) {
  const folder = join(network.folder, 'nginx');
  mkdirSync(folder, { recursive: true });
  const [, shown] = /```nginx\n(.*?)```/s.exec(
    readFileSync(join(root, 'docs/operations.md'), 'utf8'),
  );
  const text = shown
    .replace(/^.*limit_(req|conn).*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${proxyPort};`)
    .replace('/var/cache/nginx/pact', join(folder, 'cache'))
    .replace('10.0.0.1:1848', `127.0.0.1:${ports}`)
    .replace(/^.*10\.0\.0\.2:1848/m, nodes === 2 ? `server 127.0.0.1:${ports + 1}` : '#')
    .replace(/^.*proxy_cache(_key|_lock)? .*$/gm, isCached ? '$&' : '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((each) => `${each}_temp_path ${join(folder, each)};`)
    .join('\n');
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    // Started by root, nginx works as another user, who cannot read the folders of this test.
    `${process.getuid() === 0 ? 'user root;\n' : ''}daemon off;\npid ${join(folder, 'pid')};\nerror_log ${join(folder, 'error.log')};\n` +
      `events { worker_connections 1024; }\nhttp {\naccess_log off;\n${temporary}\n${text}\n}\n`,
  );
  const child = spawn('nginx', ['-c', file, '-p', folder], { stdio: 'inherit' });
  const ended = new Promise((resolve) => child.on('close', resolve));
  for (let i = 0; i < 50; i++) {
    const reply = await ask({ path: `${base}/cut` }).catch(() => undefined);
    if (reply?.status === 200) break;
    await after(100);
  }
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      proxy = undefined;
    },
  };
}

/** One agent for each client, each with an address of its own: the proxy gives each to one node. */
function ask({ path, body }, { agent, client = 2, port = proxyPort } = {}) {
  return new Promise((resolve, reject) => {
    const asking = request({
      host: '127.0.0.1',
      port,
      path,
      agent,
      localAddress: `127.0.0.${client}`,
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? {} : { ...json, 'content-length': Buffer.byteLength(body) },
    });
    asking.on('error', reject);
    asking.on('response', (reply) => {
      const pieces = [];
      reply.on('data', (piece) => pieces.push(piece));
      reply.on('error', reject);
      reply.on('end', () =>
        resolve({ status: reply.statusCode, text: Buffer.concat(pieces).toString() }),
      );
    });
    asking.end(body);
  });
}

/** The requests of each kind, about blocks and transactions that there are. */
async function questions() {
  const keys = [];
  for (let i = 0; i < 50; i++) {
    const { requestKeys } = await network.pact(0, 0, 'send', {
      cmds: [transferOn(networkName, 0)],
    });
    keys.push(...requestKeys);
  }
  await network.pact(0, 0, 'listen', { listen: keys.at(-1) });
  await network.agreementAbove(30_000);
  const { items } = await network.ask(1, 'chain/0/hash?limit=200');
  const payloads = [];
  for (const hash of items.slice(-10)) {
    const reply = await fetch(`${network.nodes[1].process.address}${base}/chain/0/header/${hash}`, {
      headers: { accept: 'application/json;blockheader-encoding=object' },
    });
    payloads.push((await reply.json()).payloadHash);
  }
  const code = signed(networkName, 0, { code: '(+ 1 2)' });
  const local = JSON.stringify(code);
  const poll = JSON.stringify({ requestKeys: keys.slice(0, 5) });
  return {
    cut: () => ({ path: `${base}/cut` }),
    header: (i) => ({ path: `${base}/chain/0/header/${items[i % items.length]}` }),
    payload: (i) => ({
      path: `${base}/chain/0/payload/${payloads[i % payloads.length]}/outputs`,
    }),
    poll: () => ({ path: `${base}/chain/0/pact/api/v1/poll`, body: poll }),
    local: () => ({ path: `${base}/chain/0/pact/api/v1/local`, body: local }),
  };
}

async function load({ what, kind, next }) {
  const times = [];
  let failed = 0;
  const end = performance.now() + Number(values.seconds) * 1000;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_, client) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let i = client; performance.now() < end; i++) {
        const start = performance.now();
        const reply = await ask(next(i), { agent, client: 2 + client });
        times.push(performance.now() - start);
        if (reply.status !== 200) failed += 1;
      }
      agent.destroy();
    }),
  );
  if (failed > 0) process.exitCode = 1;
  const perSecond = Math.round(times.length / ((performance.now() - began) / 1000));
  print({ what, kind, perSecond, ...percentiles(times), failed });
}

/** How much later than the miner the follower shows a block. */
async function freshness(blocks) {
  const seen = [new Map(), new Map()];
  const stopping = new AbortController();
  for (const [i, known] of seen.entries()) {
    const { address } = network.nodes[i].process;
    const reply = await fetch(`${address}${base}/header/updates`, { signal: stopping.signal });
    void readHashes(reply.body, (hash) => known.set(hash, performance.now())).catch(
      () => undefined,
    );
  }
  while (seen[1].size < blocks) await after(100);
  stopping.abort();
  const times = [...seen[1]].flatMap(([hash, ms]) => {
    const own = seen[0].get(hash);
    return own === undefined ? [] : [ms - own];
  });
  print({ what: 'a block at the follower, after the miner (ms)', ...percentiles(times) });
}

async function readHashes(body, tell) {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const events = text.split('\n\n');
    text = events.pop();
    for (const event of events) {
      const [, data] = /^data: ?(.*)$/m.exec(event) ?? [];
      if (data !== undefined) tell(JSON.parse(data).header.hash);
    }
  }
}

/** Seconds from `send` to the result of `listen` on the other node, each way. */
async function transactions(rounds) {
  for (const [to, heard] of [
    [0, 1],
    [1, 0],
  ]) {
    const times = [];
    for (let i = 0; i < rounds; i++) {
      const began = performance.now();
      const { requestKeys } = await network.pact(to, 1, 'send', {
        cmds: [transferOn(networkName, 1)],
      });
      await network.pact(heard, 1, 'listen', { listen: requestKeys[0] });
      times.push(performance.now() - began);
    }
    const names = ['the miner', 'the follower'];
    print({ what: `sent to ${names[to]}, heard at ${names[heard]} (ms)`, ...percentiles(times) });
  }
}

/** The first event of a stream comes through the proxy with the block, not when a buffer is full. */
async function stream() {
  const stopping = new AbortController();
  const began = performance.now();
  const reply = await fetch(`http://127.0.0.1:${proxyPort}${base}/header/updates`, {
    signal: stopping.signal,
  });
  const first = await new Promise((resolve, reject) => {
    readHashes(reply.body, resolve).catch(reject);
    setTimeout(() => resolve(undefined), 10_000).unref();
  });
  stopping.abort();
  if (first === undefined) process.exitCode = 1;
  const ms = Math.round(performance.now() - began);
  print({ what: 'the first event through the proxy', ms, isThere: first !== undefined });
}

/** One node ends in order while clients ask both: each request has an answer. */
async function ending(asked) {
  let failed = 0;
  let count = 0;
  let isOver = false;
  const clients = Array.from({ length: connections }, async (_, client) => {
    const kinds = Object.values(asked);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = client; !isOver; i++) {
      const reply = await ask(kinds[i % kinds.length](i), { agent, client: 2 + client }).catch(
        () => undefined,
      );
      count += 1;
      if (reply?.status !== 200) failed += 1;
      await after(5);
    }
    agent.destroy();
  });
  await after(500);
  await network.end(1);
  await after(1500);
  isOver = true;
  await Promise.all(clients);
  if (failed > 0) process.exitCode = 1;
  print({ what: 'requests while a node ends', count, failed });
}
