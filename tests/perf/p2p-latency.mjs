// The latency at the tip over one hop: from the moment a node tells of a block that it made until another node, its only
// peer, tells of it. Both are processes of this machine.
//
//   node tests/perf/p2p-latency.mjs [--blocks 100] [--ports 22000]
//
// First with empty blocks, then with 200 transfers in each. Needs a build. Prints lines of JSON; the exit status is 1 if the
// median is above 30 ms, or the 99th percentile above 100 ms (150 ms with transfers).
import { setTimeout as after } from 'node:timers/promises';
import { parseArgs } from '../support/parse-options.mjs';
import { networkName, OwnNetwork } from './p2p/own-network.mjs';
import { transferOn } from './support/signed-transactions.mjs';

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '100' },
    ports: { type: 'string', default: '22000' },
  },
});
const blocks = Number(values.blocks);
const perBlock = 200;
/** When each node has told of each block, by its hash. */
const seen = [new Map(), new Map()];

const network = await OwnNetwork.make({
  nodes: 2,
  chains: 1,
  blockTime: 1,
  miners: 1,
  ports: Number(values.ports),
});
try {
  await network.startAll();
  if ((await network.agreement(30_000)) === undefined) throw new Error('the nodes do not agree');
  const streams = await Promise.all([0, 1].map(followHeaders));
  await measure('empty', { p99: 100 });
  const load = startLoad();
  await measure('200 transfers', { p99: 150 });
  load.stop();
  for (const stream of streams) stream.stop();
} finally {
  await network.stop();
}

async function measure(what, bar) {
  seen[0].clear();
  seen[1].clear();
  while (seen[1].size < blocks) await after(200);
  const times = [...seen[1]]
    .flatMap(([hash, { ms }]) => {
      const own = seen[0].get(hash);
      return own === undefined ? [] : [ms - own.ms];
    })
    .sort((a, b) => a - b);
  const [median, p99] = [0.5, 0.99].map((part) => times[Math.floor(times.length * part)]);
  const transactions = [...seen[0].values()].map(({ count }) => count);
  const mean = transactions.reduce((a, b) => a + b, 0) / transactions.length;
  const isGood = median <= 30 && p99 <= bar.p99;
  if (!isGood) process.exitCode = 1;
  console.log(
    JSON.stringify({ what, blocks: times.length, transactions: mean, median, p99, isGood }),
  );
}

async function followHeaders(i) {
  const { address } = network.nodes[i].process;
  const stopping = new AbortController();
  const reply = await fetch(`${address}/multichain/0.0/${networkName}/header/updates`, {
    signal: stopping.signal,
  });
  void read(reply.body, seen[i]).catch(() => undefined);
  return { stop: () => stopping.abort() };
}

async function read(body, known) {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    const ms = performance.now();
    text += decoder.decode(chunk, { stream: true });
    const events = text.split('\n\n');
    text = events.pop();
    for (const event of events) {
      const [, data] = /^data: ?(.*)$/m.exec(event) ?? [];
      if (data === undefined) continue;
      const { header, txCount = 0 } = JSON.parse(data);
      known.set(header.hash, { ms, count: txCount });
    }
  }
}

/** Sends so many transfers in each block time. */
function startLoad() {
  let isStopped = false;
  void (async () => {
    while (!isStopped) {
      const cmds = Array.from({ length: perBlock / 4 }, () => transferOn(networkName, 0));
      await network.pact(0, 0, 'send', { cmds }).catch(() => undefined);
      await after(250);
    }
  })();
  return {
    stop: () => {
      isStopped = true;
    },
  };
}
