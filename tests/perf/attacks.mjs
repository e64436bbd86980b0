// Attacks a devnet with cheap requests, one attack after the other, each on a new devnet, with an honest client beside it:
// a `local` of a balance every 50 ms, a health check every 200 ms, a transfer and a request for mining work every second.
// First the client is alone for a while, then the attack begins. Measures how long the client waits, how many blocks are
// made compared with the calm, how much memory the devnet takes, how soon all is well after the attack, and whether the
// devnet is alive. p99 of few requests is the longest.
//
//   node tests/perf/attacks.mjs [FOLDER] [--only locals,depth] [--seconds 10] [--calm 6] [--heap 1024] [--chains 10]
//     [--block-time 1] [--addresses same|one|many] [--state]
//
// FOLDER is another checkout in which `npm ci` and `npm run build` have run: each attack is made on it and on this one in
// turn. `--block-time 0`: blocks on demand. `--addresses`: attackers have the address of the honest client, or share
// another one, or each connection has its own. `--state`: the devnet keeps its network in a folder. Needs a build, and for
// memory Linux. Prints one line of JSON for each attack, then a table; the exit status is 1 if a bar is missed.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import { attacks, excused } from './attacks/attacks.mjs';
import { startHonest } from './attacks/honest.mjs';
import { bundle, bundleVariable, root } from './support/language.mjs';
import { machineMs, memoryOf, processorMsOf, startProgram } from './support/running-program.mjs';

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    calm: { type: 'string', default: '6' },
    heap: { type: 'string', default: '1024' },
    chains: { type: 'string', default: '10' },
    'block-time': { type: 'string', default: '1' },
    addresses: { type: 'string', default: 'same' },
    state: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
/** Milliseconds, the least part of the calm rate of blocks, and megabytes of private memory. */
const bars = { localP99: 500, healthP99: 200, blocks: 0.9, privateMb: 1_600 };
const checkouts = [...positionals.map((folder) => resolve(folder)), root];
const chosen = values.only?.split(',') ?? Object.keys(attacks);
const unknown = chosen.find((name) => !(name in attacks));
if (unknown !== undefined) {
  console.error(`attacks: ${unknown} is none of ${Object.keys(attacks).join(', ')}`);
  process.exit(2);
}
// The client and the attackers use the same bundle.
process.env[bundleVariable] = bundle;

const rows = [];
for (const name of chosen) {
  for (const checkout of checkouts) {
    const figures = await attacked(name, checkout);
    rows.push(figures);
    console.log(JSON.stringify(figures));
    if (!figures.holds) process.exitCode = 1;
  }
}
console.table(rows.map(rowOf));

async function attacked(name, checkout) {
  const folder = mkdtempSync(join(tmpdir(), 'pact-attacks-'));
  const devnet = await startProgram(['devnet', ...devnetWords(folder)], {
    checkout,
    environment: { NODE_OPTIONS: `--max-old-space-size=${values.heap}` },
  });
  const attacker = startAttacker(name, devnet);
  const honest = startHonest(devnet.address);
  const sampling = sampleMemory(devnet);
  try {
    await mineSome(devnet);
    await attacker.started;
    // The first requests of a program run code that is not optimized yet.
    await after(2_000);
    await honest.phase();
    await after(1_000 * Number(values.calm));
    const calm = await honest.phase();
    const calmMemory = sampling.peak();
    const before = usedMs(devnet, attacker);
    await attacker.run();
    const used = shares(before, usedMs(devnet, attacker));
    const attack = await honest.phase();
    const memory = { calm: calmMemory, peak: sampling.peak() };
    const recoveredMs = devnet.hasEnded() ? undefined : await untilCalm(honest);
    return figuresOf({
      name,
      checkout,
      calm,
      attack,
      used,
      seen: attacker.seen,
      memory,
      recoveredMs,
      alive: !devnet.hasEnded(),
      output: devnet.output().split('\n').slice(1).join('\n'),
    });
  } finally {
    sampling.stop();
    await honest.stop();
    attacker.end();
    await devnet.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

function devnetWords(folder) {
  const ports = ['--port', '0', '--control-port', '0', '--metrics-port', '0'];
  const words = [...ports, '--chains', values.chains];
  if (values['block-time'] !== '0') words.push('--block-time', values['block-time']);
  if (values.state) words.push('--state', join(folder, 'state'));
  return words;
}

/** Makes blocks for questions at a depth. */
async function mineSome({ control }) {
  await fetch(`${control}/devnet/mine`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"blocks": 60}',
  });
}

function startAttacker(name, { address }) {
  const script = fileURLToPath(new URL('attacks/attacker.mjs', import.meta.url));
  const child = fork(script, [name, address, values.seconds, values.addresses]);
  const attacker = {
    pid: child.pid,
    started: new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    }),
    seen: undefined,
    async run() {
      child.send('begin');
      attacker.seen = await new Promise((resolve) => {
        child.once('message', resolve);
        child.once('exit', (status) => resolve({ ended: status }));
      });
    },
    end: () => child.kill('SIGKILL'),
  };
  return attacker;
}

/** Returns how long the client still waits too long after an attack, in milliseconds, at most half a minute. */
async function untilCalm(honest) {
  const began = performance.now();
  while (performance.now() - began < 30_000) {
    const now = performance.now();
    await after(500);
    const { local, health } = await honest.phase();
    if (local.count > 0 && local.max < bars.localP99 && health.max < bars.healthP99) {
      return Math.round(now - began);
    }
  }
  return 30_000;
}

/** Samples memory twice a second, and the heap of the main thread from the metrics. */
function sampleMemory({ pid, metrics }) {
  let peak = { residentMb: 0, privateMb: 0, heapMb: 0 };
  const take = (sample) => {
    for (const [name, value] of Object.entries(sample)) peak[name] = Math.max(peak[name], value);
  };
  const heap = async () => {
    const answer = await fetch(`${metrics}/metrics`, { signal: AbortSignal.timeout(5_000) });
    const [, bytes] = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(await answer.text()) ?? [];
    take({ heapMb: Math.round(Number(bytes ?? 0) / 1e6) });
  };
  const timer = setInterval(() => {
    take(memoryOf(pid));
    heap().catch(() => undefined);
  }, 500);
  return {
    /** Returns the peak since the last call. */
    peak() {
      take(memoryOf(pid));
      const reached = peak;
      peak = { residentMb: 0, privateMb: 0, heapMb: 0 };
      return reached;
    },
    stop: () => clearInterval(timer),
  };
}

function usedMs(devnet, attacker) {
  const { user, system } = process.cpuUsage();
  return {
    at: performance.now(),
    devnet: processorMsOf(devnet.pid),
    attacker: processorMsOf(attacker.pid),
    honest: (user + system) / 1_000,
    machine: machineMs(),
  };
}

/** Returns how many cores each used, and other programs of the machine, which disturb the measurement. */
function shares(before, now) {
  const cores = (name) =>
    Math.round(((now[name] - before[name]) / (now.at - before.at)) * 100) / 100;
  const own = ['devnet', 'attacker', 'honest'];
  const shared = Object.fromEntries(own.map((name) => [name, cores(name)]));
  const known = own.reduce((sum, name) => sum + shared[name], 0);
  return { ...shared, others: Math.max(0, Math.round((cores('machine') - known) * 100) / 100) };
}

function figuresOf({ name, checkout, calm, attack, memory, ...others }) {
  const part = Math.round((100 * attack.blocksPerSecond) / calm.blocksPerSecond) / 100;
  const holds = {
    local: attack.local.p99 <= bars.localP99,
    health: attack.health.p99 <= bars.healthP99,
    blocks: part >= bars.blocks,
    memory: memory.peak.privateMb <= bars.privateMb,
    alive: others.alive,
    answers: Object.keys(attack.wrong).length === 0,
  };
  const missed = Object.keys(holds).filter(
    (each) => !holds[each] && excused[name]?.includes(each) !== true,
  );
  return {
    attack: name,
    checkout: checkout === root ? 'this' : checkout,
    calm,
    attacked: attack,
    blocksPart: part,
    recoveredMs: others.recoveredMs,
    memory,
    cores: others.used,
    attacker: others.seen,
    alive: others.alive,
    ...(others.output.trim() !== '' && { output: others.output.slice(-1_000) }),
    missed,
    holds: missed.length === 0,
  };
}

function rowOf({
  attack,
  checkout,
  calm,
  attacked: { local, health, transfer, work, wrong },
  ...more
}) {
  const shown = ({ p50, p99, max }) => `${p50} ${p99} ${max}`;
  const wrongs = Object.values(wrong).reduce((sum, count) => sum + count, 0);
  return {
    attack,
    ...(checkouts.length > 1 && { checkout }),
    'local calm': shown(calm.local),
    'local p50 p99 max': shown(local),
    health: shown(health),
    transfer: shown(transfer),
    work: shown(work),
    wrong: wrongs,
    blocks: more.blocksPart,
    'calm after ms': more.recoveredMs,
    'private MB': more.memory.peak.privateMb,
    others: more.cores.others,
    missed: more.missed.join(' '),
  };
}
