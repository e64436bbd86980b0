// Five nodes as five processes, all of them mining, with transfers all the time, through everything that happens to networks:
// a split 3/2, a cut in one direction, an isolated miner, restarts one after the other, kills, a clock that is five minutes
// ahead. After each of them all cuts must be equal within 30 seconds. At the end every acknowledged transaction is in a block
// (but those that only the mempool of an ended node had), no coin was made or lost, and executing all blocks again gives the same states.
//
//   node tests/perf/p2p-five.mjs [--chains 3] [--seconds 15] [--only split,kills] [--ports 21000]
//
// `--seconds` is how long each fault lasts. Needs a build, and Linux. Prints lines of JSON; the exit status is 1 if something
// was lost, or took too long.
import { spawnSync } from 'node:child_process';
import { setTimeout as after } from 'node:timers/promises';
import { generator } from '../crash/support.mjs';
import { parseArgs } from '../support/parse-options.mjs';
import { supplyFaults } from './p2p/coins-of-chain.mjs';
import { networkName, OwnNetwork } from './p2p/own-network.mjs';
import { commandOf } from './support/running-program.mjs';
import { transferOn } from './support/signed-transactions.mjs';

const { values } = parseArgs({
  options: {
    chains: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '15' },
    only: { type: 'string' },
    'block-time': { type: 'string' },
    ports: { type: 'string', default: '21000' },
    seed: { type: 'string', default: '1' },
  },
});
const chains = Number(values.chains);
const faultMs = Number(values.seconds) * 1000;
const healMs = 30_000;
const clockOffMs = 5 * 60_000;
const below = generator(Number(values.seed));

const network = await OwnNetwork.make({
  nodes: 5,
  chains,
  blockTime: Number(values['block-time'] ?? Math.max(15, 2 * chains)),
  ports: Number(values.ports),
});
/** What nodes have acknowledged: request keys with their chains, and when which node did. */
const acknowledged = new Map();
/** Those that were only in the mempool of a node that was ended before its peers had fetched them. */
const unshared = new Set();
/** Peers fetch new transactions every 15 seconds. */
const sharedMs = 20_000;
let isLoading = true;

const phases = {
  split: async () => {
    network.proxies.split([0, 1, 2], [3, 4]);
    await after(faultMs);
    network.proxies.heal();
  },
  'one-way': async () => {
    for (const other of [1, 2, 3, 4]) network.proxies.block(0, other, 'stall');
    await after(faultMs);
    network.proxies.heal();
  },
  isolated: async () => {
    network.proxies.split([4], [0, 1, 2, 3], 'stall');
    await after(faultMs);
    network.proxies.heal();
  },
  rolling: async () => {
    for (let i = 0; i < network.size; i++) {
      await ended(i);
      await network.start(i);
    }
  },
  kills: async () => {
    for (const pair of [
      [0, 1],
      [2, 3],
      [4, 0],
    ]) {
      await Promise.all(pair.map((i) => ended(i, 'SIGKILL')));
      await after(1_000);
      await Promise.all(pair.map((i) => network.start(i)));
    }
  },
  clock: async () => {
    await ended(2);
    await network.start(2, { clockOffMs });
    await after(faultMs);
    await ended(2);
    await network.start(2);
  },
};

try {
  await network.startAll();
  const began = performance.now();
  const load = sendAll();
  const first = await network.agreementAbove(healMs);
  say({ phase: 'start', seconds: first, isGood: first !== undefined });
  const only = values.only?.split(',');
  for (const [phase, run] of Object.entries(phases)) {
    if (only !== undefined && !only.includes(phase)) continue;
    const before = acknowledged.size;
    await run();
    const seconds = await network.agreementAbove(healMs);
    const heights = await network.lowestHeights();
    const sent = acknowledged.size - before;
    say({ phase, seconds, heights, acknowledged: sent, isGood: seconds !== undefined });
  }
  isLoading = false;
  await load;
  await settle();
  const seconds = (performance.now() - began) / 1000;
  say({ phase: 'transactions', ...(await lostTransactions()), seconds });
  say({ phase: 'supply', ...(await supply()) });
  for (let i = 0; i < network.size; i++) {
    await network.end(i);
    await network.start(i, { options: ['--set', 'mining.enabled=false'] });
  }
  const equal = await network.agreement(healMs);
  say({ phase: 'equal cuts without mining', seconds: equal, isGood: equal !== undefined });
  await network.stop();
  say({ phase: 'states', ...replays() });
} finally {
  await network.stop();
}

function say(figures) {
  console.log(JSON.stringify(figures));
  if (figures.isGood === false) process.exitCode = 1;
}

/** What it has just acknowledged, and its peers do not have yet, ends with its mempool, as on nodes of the reference. */
async function ended(i, signal) {
  await network.end(i, signal);
  for (const [key, { node, at }] of acknowledged) {
    if (node === i && performance.now() - at < sharedMs) unshared.add(key);
  }
}

/** Sends a transfer to a random node, again and again. What it does not acknowledge does not count. */
async function sendAll() {
  while (isLoading) {
    const chain = below(chains);
    const command = transferOn(networkName, chain);
    const node = below(network.size);
    await network
      .pact(node, chain, 'send', { cmds: [command] })
      .then(() => acknowledged.set(command.hash, { chain, node, at: performance.now() }))
      .catch(() => undefined);
    await after(50);
  }
}

/** Waits until all transactions are in blocks, a minute at most. */
async function settle() {
  for (let tries = 0; tries < 60; tries++) {
    if ((await missingOf(0)).every((key) => unshared.has(key))) break;
    await after(1_000);
  }
  await network.agreementAbove(healMs);
}

async function lostTransactions() {
  const missing = await Promise.all(network.nodes.map((_, i) => missingOf(i)));
  const lost = missing.map((keys) => keys.filter((key) => !unshared.has(key)).length);
  const withMempools = missing.map((keys) => keys.filter((key) => unshared.has(key)).length);
  const isGood = lost.every((count) => count === 0);
  return { acknowledged: acknowledged.size, lost, withMempools, isGood };
}

/** Returns the request keys that a node has no result of. */
async function missingOf(i) {
  const missing = [];
  for (let chain = 0; chain < chains; chain++) {
    const keys = [...acknowledged].flatMap(([key, of]) => (of.chain === chain ? [key] : []));
    for (let at = 0; at < keys.length; at += 1_000) {
      const requestKeys = keys.slice(at, at + 1_000);
      const results = await network.pact(i, chain, 'poll', { requestKeys });
      missing.push(...requestKeys.filter((key) => results[key] === undefined));
    }
  }
  return missing;
}

async function supply() {
  const faults = await Promise.all(
    Array.from({ length: chains }, (_, chain) => supplyFaults(network, chain)),
  );
  return { faults: faults.flat(), isGood: faults.flat().length === 0 };
}

/** Executes all blocks of two nodes again, which compares every hash and the states. */
function replays() {
  const answers = [0, 3].map((i) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [commandOf(), 'node', 'replay', '--verify', '--json', '--config', network.nodes[i].config],
      { encoding: 'utf8' },
    );
    if (status !== 0) process.exitCode = 1;
    return status === 0 ? JSON.parse(stdout) : `${stdout}${stderr}`;
  });
  return { replays: answers };
}
