// Sends hostile requests to the port for other nodes, one kind after the other, over real sockets, with honest peers beside: the
// miner of the network, and a stranger who asks for the cut every 100 ms. Measures how long the stranger waits, whether the node
// follows its network all the time, and how much memory it takes; looks that no address is connected to that no peer has, that
// the pins of peers do not change, and that answers have the statuses that they should. `p2p-attacks.mjs` attacks with connections.
//
//   node tests/perf/p2p-requests.mjs [--only cuts,deep] [--seconds 5] [--port 31848]
//
// Needs a build, and Linux: attackers have other addresses of 127.0.0.0/8. Prints a table; the exit status is 1 if a bar is
// missed.
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import { newNetwork } from './p2p/new-network.mjs';
import { attacks } from './p2p-requests/attacks.mjs';
import { memoryOf, startProgram } from './support/running-program.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    port: { type: 'string', default: '31848' },
  },
});
const network = 'attacked';
const B = `/chainweb/0.0/${network}`;
const C = `${B}/chain/0`;
const p2pPort = Number(values.port) + 10;
/** Milliseconds that the honest stranger waits, and megabytes of memory that all attacks together may add. */
const bars = { p99: 250, growthMb: 96 };
const chosen = values.only?.split(',') ?? Object.keys(attacks);
const unknown = chosen.find((name) => !(name in attacks));
if (unknown !== undefined) {
  console.error(`p2p-requests: ${unknown} is none of ${Object.keys(attacks).join(', ')}`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'pact-p2p-requests-'));
newNetwork(folder, {
  nodes: 2,
  name: network,
  'block-time': 1,
  port: values.port,
  'p2p-port': p2pPort,
});
// The attacked node listens to strangers, too.
const file = join(folder, 'node-2/node.yaml');
const configuration = readFileSync(file, 'utf8');
writeFileSync(file, configuration.replace('private: true', 'private: false'));
/** The miner, as other nodes know it. */
const [, minerId] = /'(.{43})@127/.exec(configuration);
const origin = { id: minerId, address: { hostname: '127.0.0.1', port: p2pPort } };
const nodes = await Promise.all(
  [1, 2].map((i) => startProgram(['node', '--config', join(folder, `node-${i}/node.yaml`)])),
);
const [, attacked] = nodes;
const port = p2pPort + 1;
// An address that no peer has: nobody may connect to it.
let reached = 0;
const listener = createServer(() => reached++).listen(0, '127.0.0.77');
const stranger = new Agent({
  keepAlive: true,
  maxSockets: 1,
  localAddress: '127.33.0.5',
  rejectUnauthorized: false,
});
const rows = [];
try {
  await until(async () => (await cut()).height > 6, 'no blocks are made');
  const before = memoryOf(attacked.pid).privateMb;
  for (const name of chosen) {
    rows.push(await under(name));
    console.log(JSON.stringify(rows.at(-1)));
  }
  await after(3000);
  const growth = memoryOf(attacked.pid).privateMb - before;
  const { text } = await ask(`${B}/cut/peer`);
  const isPinned = JSON.parse(text).items.some(({ id }) => id === minerId);
  console.table(
    rows.map(({ statuses, ...row }) => ({ ...row, statuses: JSON.stringify(statuses) })),
  );
  console.log(
    `memory: ${growth} MB more; connections to reserved addresses: ${reached}; the pin of the miner: ${isPinned ? 'kept' : 'lost'}`,
  );
  const holds =
    rows.every((row) => row.holds) && growth <= bars.growthMb && reached === 0 && isPinned;
  if (!holds) process.exitCode = 1;
} finally {
  listener.close();
  stranger.destroy();
  await Promise.all(nodes.map((node) => node.end('SIGTERM')));
  rmSync(folder, { recursive: true });
}

async function under(name) {
  const { height, id, hashes } = await cut();
  const given = {
    B,
    C,
    port,
    network,
    origin,
    own: { host: '127.0.0.1', port },
    listener: listener.address().port,
    top: hashes[0].height,
    topHash: hashes[0].hash,
    id,
  };
  const program = fileURLToPath(new URL('p2p-requests/attacker.mjs', import.meta.url));
  const attacker = fork(program, [name, JSON.stringify(given), values.seconds]);
  const over = new Promise((resolve, reject) => {
    attacker.once('message', resolve);
    attacker.once('exit', (code) => reject(new Error(`the attacker ended: ${code}`)));
  });
  await after(500);
  attacker.send('begin');
  const times = [];
  let isOver = false;
  void over.finally(() => (isOver = true)).catch(() => undefined);
  let failures = 0;
  while (!isOver) {
    const began = performance.now();
    const answer = await ask(`${B}/cut`).catch(() => ({ status: 0 }));
    times.push(performance.now() - began);
    if (answer.status !== 200) failures++;
    await after(100);
  }
  times.sort((left, right) => left - right);
  const p99 = Math.round(times[Math.ceil(times.length * 0.99) - 1] ?? 0);
  const seen = await over;
  const odd = Object.keys(seen).filter(
    (status) => !attacks[name].statuses.map(String).includes(status),
  );
  const added = (await cut()).height - height;
  const lag = await behind();
  const holds = odd.length === 0 && p99 <= bars.p99 && failures === 0 && added > 0 && lag <= 3;
  return {
    name,
    holds,
    medianMs: Math.round(times[times.length >> 1] ?? 0),
    p99,
    failures,
    blocks: added,
    lag,
    statuses: seen,
  };
}

/** Blocks that the miner has and the attacked node has not. */
async function behind() {
  const [miner, own] = await Promise.all([cut(p2pPort), cut()]);
  return miner.height - own.height;
}

async function cut(of = port) {
  const { text } = await ask(`${B}/cut`, of);
  return JSON.parse(text);
}

function ask(path, of = port) {
  return new Promise((resolve, reject) => {
    const asked = request(
      { agent: stranger, host: '127.0.0.1', port: of, path, timeout: 5000 },
      (answer) => {
        let text = '';
        answer.on('data', (data) => (text += data));
        answer.on('end', () => resolve({ status: answer.statusCode, text }));
        answer.on('error', reject);
      },
    );
    asked.on('timeout', () => asked.destroy());
    asked.on('error', reject);
    asked.end();
  });
}

async function until(isDone, what) {
  const end = performance.now() + 30_000;
  while (!(await isDone().catch(() => false))) {
    if (performance.now() > end) throw new Error(`${what} within 30 s`);
    await after(200);
  }
}
