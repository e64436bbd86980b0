// Load on a devnet: reads, polls and transfers per second with the time of the slowest percent, the time from sending a
// transfer to its result, and the rate of transfers that get into blocks. The load comes from this process, on the same
// cores.
//
//   node tests/perf/devnet.mjs [--seconds 10] [--connections 200] [--transfers 20000] [--chains 20]
//     [--only round-trips,local,poll,send,blocks] [--block-time SECONDS] [--profile FOLDER] [--state FOLDER]
//     [--checkout FOLDER]
//
// Needs a build. Prints one line of JSON for each measurement. With `--block-time` the devnet makes its blocks at that
// interval, as a public network does, and not when transfers arrive; the line of `send` then has the actual and the expected
// number of blocks. `--profile` writes a CPU profile of the devnet into the folder; with `--state` it keeps its network in one.
// `--checkout` measures another checkout: `devnet-in-turn.mjs` does that in turn with this one.
import autocannon from 'autocannon';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from '../support/parse-options.mjs';
import { median, report } from './support/measure.mjs';
import { startProgram } from './support/running-program.mjs';
import { signed, transferOn } from './support/signed-transactions.mjs';
import { poster, sendAll, throughBlocks } from './support/through-blocks.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '200' },
    transfers: { type: 'string', default: '20000' },
    chains: { type: 'string', default: '20' },
    only: { type: 'string', default: 'round-trips,local,poll,send,blocks' },
    'block-time': { type: 'string' },
    profile: { type: 'string' },
    checkout: { type: 'string' },
    state: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const transfers = Number(values.transfers);
const chains = Number(values.chains);
const only = new Set(values.only.split(','));
const blockTime = values['block-time'];

/**
 * Node accepts one connection in each turn of its event loop, and under load a turn takes some milliseconds: the last
 * connections wait until all others are accepted.
 */
const connectingMs = 2_000;
const network = 'development';
const cores = availableParallelism();

const devnet = await start();
const post = poster({ address: devnet.address, network });
const pathOf = (chain, verb) => `/multichain/0.0/development/chain/${chain}/pact/api/v1/${verb}`;
const headers = { 'content-type': 'application/json' };

try {
  if (only.has('round-trips')) await roundTrips();
  if (only.has('local')) await localReads();
  if (only.has('poll')) await polls();
  if (only.has('send')) await sentUnderLoad();
  if (only.has('blocks')) await endToEnd();
} finally {
  await devnet.end('SIGINT');
}

/** Measures the milliseconds from sending a transfer until its result is available. */
async function roundTrips() {
  const times = [];
  for (let i = 0; i < 50; i++) {
    const transfer = transferOn(network, i % chains);
    const body = JSON.stringify({ cmds: [transfer] });
    const began = performance.now();
    await post(i % chains, 'send', body);
    const keys = JSON.stringify({ requestKeys: [transfer.hash] });
    for (;;) {
      const results = await post(i % chains, 'poll', keys);
      if (results[transfer.hash] !== undefined) break;
    }
    times.push(performance.now() - began);
  }
  const slowest = Math.max(...times);
  report('devnet: submit and poll', { cores, medianMs: median(times), slowestMs: slowest });
}

/** Reads a balance with signed transactions that all differ, as wallets do. */
async function localReads() {
  const code = '(coin.get-balance "sender00")';
  const bodies = Array.from({ length: 5000 }, () => JSON.stringify(signed(network, 0, { code })));
  await loaded(
    'devnet: local',
    bodies.map((body) => ({ path: pathOf(0, 'local'), body })),
  );
}

async function polls() {
  const [done] = await sendAll({ post, chains }, [transferOn(network, 0)]);
  const body = JSON.stringify({ requestKeys: [done] });
  const request = { path: pathOf(0, 'poll'), body };
  await loaded(
    'devnet: poll',
    Array.from({ length: connections }, () => request),
  );
}

/** Each connection sends its share of the requests repeatedly; the first seconds are not measured. */
async function loaded(name, requests) {
  await underLoad(requests, { duration: 3 });
  const before = processorMs();
  reportLoad(name, await underLoad(requests, { duration: seconds }), before);
}

/**
 * The requests are made beforehand and divided among the connections: making them during the measurement costs the load
 * generator more than most of them cost the devnet.
 */
async function underLoad(requests, howLong) {
  const each = Math.ceil(requests.length / connections);
  let dealt = 0;
  const later = [];
  const began = performance.now();
  const load = autocannon({
    url: devnet.address,
    connections,
    ...howLong,
    setupClient(client) {
      const own = requests.slice(dealt, dealt + each);
      dealt += each;
      client.setRequests(own.map((request) => ({ method: 'POST', headers, ...request })));
    },
  });
  load.on('response', (client, status, bytes, milliseconds) => {
    if (performance.now() - began > connectingMs) later.push(milliseconds);
  });
  const result = await load;
  later.sort((left, right) => left - right);
  return { ...result, p99Connected: Math.round(later[Math.floor(later.length * 0.99)] ?? 0) };
}

/**
 * Returns the processor time of the devnet so far, in milliseconds, by thread: on a busy machine this says more than elapsed
 * time. Empty if the system does not report it.
 */
function processorMs() {
  const tasks = `/proc/${devnet.pid}/task`;
  if (!existsSync(tasks)) return Object.assign(new Map(), { own: process.cpuUsage() });
  const threads = readdirSync(tasks).map((task) => [task, threadMs(join(tasks, task, 'stat'))]);
  return Object.assign(new Map(threads), { own: process.cpuUsage() });
}

function threadMs(path) {
  try {
    const [user, system] = readFileSync(path, 'utf8').split(') ')[1].split(' ').slice(11, 13);
    return (Number(user) + Number(system)) * 10;
  } catch {
    return 0; // The thread has ended.
  }
}

/**
 * Returns milliseconds per request: of all threads, of each that used a hundredth of a millisecond or more (busiest first),
 * and of this process, which makes the load. All of them share the cores.
 */
function processorMsEach(before, count) {
  const used = [...processorMs()].map(([task, ms]) => (ms - (before.get(task) ?? 0)) / count);
  const threads = used.filter((each) => each >= 0.01).sort((left, right) => right - left);
  const { user, system } = process.cpuUsage(before.own);
  return {
    processorMsEach: rounded(used.reduce((sum, each) => sum + each, 0)),
    threadsMsEach: threads.map(rounded).join(' '),
    loadMsEach: rounded((user + system) / 1000 / count),
  };
}

function rounded(ms) {
  return Math.round(ms * 1000) / 1000;
}

/** Sends distinct transfers, spread over the chains, equally many on each connection; the first are not measured. */
async function sentUnderLoad() {
  const different = (count) =>
    Array.from({ length: Math.ceil(count / connections) * connections }, (_, i) => ({
      path: pathOf(i % chains, 'send'),
      body: JSON.stringify({ cmds: [transferOn(network, i % chains)] }),
    }));
  const first = different(transfers / 5);
  await underLoad(first, { amount: first.length });
  const measured = different(transfers);
  const before = processorMs();
  const [began, blocksBefore] = [performance.now(), await blocksMade()];
  const result = await underLoad(measured, { amount: measured.length });
  const [took, blocks] = [performance.now() - began, (await blocksMade()) - blocksBefore];
  reportLoad('devnet: send', result, before, {
    blocks,
    ...(blockTime !== undefined && {
      blocksByTime: Math.round((chains * took) / 1000 / Number(blockTime)),
    }),
  });
}

/** Returns the number of blocks on all chains so far. */
async function blocksMade() {
  const answer = await fetch(`${devnet.address}/multichain/0.0/${network}/cut`);
  const { hashes } = await answer.json();
  return Object.values(hashes).reduce((sum, { height }) => sum + height, 0);
}

function reportLoad(name, result, before, more = {}) {
  const { requests, duration, latency, errors, timeouts, non2xx } = result;
  report(name, {
    ...more,
    cores,
    connections,
    requestsPerSecond: Math.round(requests.total / duration),
    medianMs: latency.p50,
    p90Ms: latency.p90,
    p99Ms: latency.p99,
    slowestMs: latency.max,
    p99ConnectedMs: result.p99Connected,
    errors: errors + timeouts,
    refused: non2xx,
    ...processorMsEach(before, requests.total),
  });
}

/** Sends batches, as wallets and exchanges do, until the last transfer has a result. The first batches are not measured. */
async function endToEnd() {
  const transfersFor = (count) =>
    Array.from({ length: count }, (_, i) => transferOn(network, i % chains));
  const on = { address: devnet.address, network, chains };
  await throughBlocks(on, transfersFor(transfers / 5));
  const all = transfersFor(transfers);
  const began = performance.now();
  const before = processorMs();
  await throughBlocks(on, all);
  const took = (performance.now() - began) / 1000;
  report('devnet: transfers through blocks', {
    cores,
    perSecond: transfers / took,
    ...processorMsEach(before, transfers),
  });
}

function start() {
  const words = ['devnet', '--port', '0', '--control-port', '0', '--chains', String(chains)];
  if (blockTime !== undefined) words.push('--block-time', blockTime);
  if (values.state !== undefined) words.push('--state', values.state);
  const nodeOptions =
    values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
  return startProgram(words, { checkout: values.checkout, nodeOptions });
}
