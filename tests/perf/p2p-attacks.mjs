// Attacks the port for other nodes of a node that mines and has an honest peer, one attack after the other, over real sockets from
// many addresses of this machine (127.X.Y.Z, none of which the node trusts). Beside each attack a stranger asks for the cut over a
// connection that it keeps, and strangers of other networks connect anew. Measures how long they wait, whether the honest peer
// stays in step, how many connections the node has to places that it must not connect to, and its memory.
//
//   node tests/perf/p2p-attacks.mjs [--only flood,silent] [--seconds 8] [--json]
//
// Needs a build, Linux, and the ports 28480 to 28703. The exit status is 1 if a bar is missed.
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import { newNetwork } from './p2p/new-network.mjs';
import { attackNames } from './p2p-attacks/attacks.mjs';
import { ask, connected } from './p2p-attacks/stranger.mjs';
import { memoryOf, startProgram } from './support/running-program.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '8' },
    json: { type: 'boolean', default: false },
  },
});
/** Milliseconds, the least part of strangers that connect, megabytes of growth, heights behind. */
const bars = { keptP99: 250, newcomers: 0.9, growthMb: 64, behind: 4, reserved: 0 };
const ports = { service: 28_480, p2p: 28_700 };
const chosen = values.only?.split(',') ?? attackNames;
const folder = mkdtempSync(join(tmpdir(), 'pact-p2p-attacks-'));
const network = join(folder, 'net');
const nodes = [];
try {
  writeNetwork();
  for (const name of ['node-1', 'node-2']) {
    nodes.push(await startProgram(['node', '--config', join(network, name, 'node.yaml')]));
  }
  await after(6_000);
  const rows = [];
  for (const name of ['calm', ...chosen]) {
    const row = await attacked(name);
    rows.push(row);
    if (values.json) console.log(JSON.stringify(row));
    if (!row.holds) process.exitCode = 1;
    await after(2_000);
  }
  console.table(rows);
} finally {
  for (const node of nodes) await node.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}

function writeNetwork() {
  newNetwork(network, {
    nodes: 2,
    chains: 3,
    'block-time': 1,
    'proof-of-work': true,
    port: ports.service,
    'p2p-port': ports.p2p,
  });
  for (const name of ['node-1', 'node-2']) {
    const file = join(network, name, 'node.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, `${text}log: { level: error }\n`);
  }
}

async function attacked(name) {
  const [victim] = nodes;
  const before = memoryOf(victim.pid).privateMb;
  const attacker = name === 'calm' ? undefined : startAttacker(name);
  await attacker?.started;
  const kept = keepAsking();
  const fresh = connectAnew();
  await after(1_000 * Number(values.seconds));
  const [keptMs, newcomers] = [await kept.end(), await fresh.end()];
  const report = (await attacker?.end()) ?? {};
  const heights = await Promise.all([heightOf(0), heightOf(1)]);
  // What a closed connection held is free only after a while.
  await after(1_000);
  const row = {
    attack: name,
    keptP50: at(keptMs, 0.5),
    keptP99: at(keptMs, 0.99),
    newcomers: newcomers.part,
    newcomerP99: at(newcomers.ms, 0.99),
    behind: heights[0] - heights[1],
    growthMb: Math.round(memoryOf(victim.pid).privateMb - before),
    reserved: report.reserved ?? 0,
    attempts: report.attempts ?? 0,
    answered: JSON.stringify(report.answers ?? {}),
  };
  const holds =
    !victim.hasEnded() &&
    row.keptP99 <= bars.keptP99 &&
    row.newcomers >= bars.newcomers &&
    row.growthMb <= bars.growthMb &&
    row.behind <= bars.behind &&
    row.reserved === 0;
  return { ...row, holds };
}

function startAttacker(name) {
  const child = fork(fileURLToPath(new URL('p2p-attacks/attacks.mjs', import.meta.url)), [
    name,
    String(ports.p2p),
  ]);
  const next = () => new Promise((resolve) => child.once('message', resolve));
  return {
    started: next(),
    async end() {
      const report = next();
      child.send('end');
      const value = await report;
      child.kill('SIGKILL');
      return value;
    },
  };
}

/** A stranger that has its connection from before. */
function keepAsking() {
  const ms = [];
  let isOver = false;
  const done = (async () => {
    const socket = await connected({ from: '127.9.9.9', port: ports.p2p });
    while (!isOver) {
      const began = performance.now();
      const answer = await ask(socket, '/chainweb/0.0/my-network/cut');
      ms.push(answer === 200 ? performance.now() - began : Infinity);
      if (socket.destroyed) break;
      await after(50);
    }
    socket.destroy();
  })().catch(() => ms.push(Infinity));
  return {
    async end() {
      isOver = true;
      await Promise.race([done, after(5_000)]);
      return ms;
    },
  };
}

/** Strangers of networks that were not heard of before, two each second. */
function connectAnew() {
  const ms = [];
  let count = 0;
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      count++;
      const began = performance.now();
      const from = `127.${100 + Math.floor(Math.random() * 100)}.${count % 250}.7`;
      try {
        const socket = await connected({ from, port: ports.p2p });
        if ((await ask(socket, '/chainweb/0.0/my-network/cut')) === 200) {
          ms.push(performance.now() - began);
        }
        socket.destroy();
      } catch {
        // Counted as one that did not connect.
      }
      await after(500);
    }
  })();
  return {
    async end() {
      isOver = true;
      await Promise.race([done, after(5_000)]);
      return { ms, part: Number((ms.length / count).toFixed(2)) };
    },
  };
}

async function heightOf(index) {
  const url = `http://127.0.0.1:${ports.service + index}/chainweb/0.0/my-network/cut`;
  return Math.max(
    ...Object.values((await (await fetch(url)).json()).hashes).map((each) => each.height),
  );
}

function at(all, part) {
  const sorted = [...all].sort((a, b) => a - b);
  return Math.round(
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Infinity,
  );
}
