// Measures a devnet whose chains have many accounts: how long it starts, its private memory under transfers, transfers
// through blocks compared with a small network in the same run (both are large and small in turn), a rewind of 20 blocks,
// `local` at a depth of 20, and by how much its folder grows with each block.
//
//   node tests/perf/large-network.mjs [--accounts 500000] [--chains 20] [--transfers 10000] [--rounds 3]
//     [--folder FOLDER] [--heap MEGABYTES] [--cold] [--check]
//
// First makes the network, which takes minutes at full size: in FOLDER, where it stays and is used again, or in a temporary
// one. `--cold` (needs root) empties the system's cache of files before each start. `--check` compares the sum of each
// state with that of all its rows. Needs a build, and Linux. Prints lines of JSON; the exit status is 1 if a bar is missed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generator } from '../crash/support.mjs';
import { parseArgs } from '../support/parse-options.mjs';
import { accountName } from './large-network/accounts.mjs';
import { median, report } from './support/measure.mjs';
import { megabytesOf, memoryOf, processorMsOf, startProgram } from './support/running-program.mjs';
import { signed } from './support/signed-transactions.mjs';
import { poster, throughBlocks } from './support/through-blocks.mjs';

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '500000' },
    chains: { type: 'string', default: '20' },
    transfers: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    folder: { type: 'string' },
    heap: { type: 'string' },
    cold: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
});
const network = 'development';
const chains = Number(values.chains);
const accounts = Number(values.accounts);
const transfers = Number(values.transfers);
const rounds = Number(values.rounds);
const smallAccounts = 1_000;
const depth = 20;
/** Milliseconds, megabytes, and parts of the small network's rate. */
const bars = { readyMs: 2_000, privateMb: 700, rate: 0.5, rewindMs: 100, localMs: 100 };

const below = generator(1);

const passing = mkdtempSync(join(tmpdir(), 'pact-large-'));
process.on('exit', () => rmSync(passing, { recursive: true, force: true }));
const folder = values.folder ?? passing;
const large = made('large', accounts);
const small = made('small', Math.min(accounts, smallAccounts));

await readyTimes();
const figures = await inTurn();
await rewinds();
const passed = ['rate', 'privateMb', 'rewindMs', 'localMs', 'readyMs'].filter((name) =>
  name === 'rate' ? figures.rate >= bars.rate : figures[name] <= bars[name],
);
if (passed.length < Object.keys(bars).length) process.exitCode = 1;
report('large network', {
  chains,
  accounts,
  rows: chains * accounts,
  ...figures,
  passed: passed.join(' '),
});

/** Makes a network, or finds the one that an earlier run made. A small one that was used is made again. */
function made(kind, count) {
  const path = join(folder, `${kind}-${chains}-${count}`);
  const complete = join(folder, `${kind}-${chains}-${count}.json`);
  if (existsSync(complete)) return { kind, path, count };
  rmSync(path, { recursive: true, force: true });
  const script = fileURLToPath(new URL('large-network/fill.mjs', import.meta.url));
  const words = ['--folder', path, '--chains', values.chains, '--accounts', `${count}`];
  if (values.check) words.push('--check');
  const options = ['--max-old-space-size=8000', script, ...words];
  const { status, stdout } = spawnSync(process.execPath, options, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) process.exit(2);
  const { seconds } = JSON.parse(stdout);
  report(`large network: make the ${kind} one`, {
    rows: count * chains,
    seconds,
    rowsPerSecond: Math.round((count * chains) / Math.max(1, seconds)),
    megabytes: megabytesOf(path),
    bytesPerRow: (megabytesOf(path) * 1e6) / (count * chains),
  });
  writeFileSync(complete, stdout);
  return { kind, path, count };
}

function start({ path }) {
  if (values.cold) writeFileSync('/proc/sys/vm/drop_caches', '1');
  const ports = ['--port', '0', '--control-port', '0', '--metrics-port', '0'];
  const words = ['devnet', ...ports, '--chains', values.chains, '--state', path];
  const heap = values.heap === undefined ? [] : [`--max-old-space-size=${values.heap}`];
  return startProgram(words, { nodeOptions: heap });
}

async function readyTimes() {
  for (const which of [small, large]) {
    const times = [];
    let privateMb = 0;
    for (let i = 0; i < 3; i++) {
      const devnet = await start(which);
      times.push(devnet.startMs);
      ({ privateMb } = memoryOf(devnet.pid));
      await devnet.end('SIGINT');
    }
    which.readyMs = median(times);
    report(`large network: start of the ${which.kind} one`, {
      readyMs: which.readyMs,
      slowestMs: Math.max(...times),
      privateMb,
    });
  }
}

/** Sends transfers to the small and the large network in turn. */
async function inTurn() {
  const running = [];
  for (const which of [small, large])
    running.push({ ...which, rates: [], devnet: await start(which) });
  const [, last] = running;
  const sampling = sampleMemory(last.devnet.pid);
  try {
    for (const each of running) await sendTransfers(each, transfers / 5);
    const bytesBefore = megabytesOf(last.path);
    const blocksBefore = await blocksMade(last.devnet);
    const began = performance.now();
    const before = processorMsOf(last.devnet.pid);
    for (let i = 0; i < rounds; i++) {
      for (const each of running) {
        const count = transfers;
        const took = await timed(() => sendTransfers(each, count));
        each.rates.push(count / (took / 1_000));
      }
    }
    const blocks = (await blocksMade(last.devnet)) - blocksBefore;
    const grown = megabytesOf(last.path) - bytesBefore;
    const local = await localTimes(last);
    const [smallRate, largeRate] = running.map(({ rates }) => median(rates));
    const memory = sampling.peak();
    report('large network: transfers', {
      smallPerSecond: smallRate,
      largePerSecond: largeRate,
      seconds: (performance.now() - began) / 1_000,
      processorMsEach: (processorMsOf(last.devnet.pid) - before) / (rounds * transfers),
      blocks,
      transfersInBlock: (rounds * transfers) / blocks,
      bytesPerBlock: (grown * 1e6) / blocks,
      bytesPerTransfer: (grown * 1e6) / (rounds * transfers),
      ...memory,
      localMedianMs: local.median,
      localSlowestMs: local.slowest,
      localP99Ms: local.p99,
    });
    return {
      readyMs: large.readyMs,
      rate: largeRate / smallRate,
      privateMb: memory.privateMb,
      localMs: local.p99,
      bytesPerBlock: (grown * 1e6) / blocks,
    };
  } finally {
    sampling.stop();
    for (const { devnet } of running) await devnet.end('SIGINT');
  }
}

async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Transfers between random accounts, so that nearly all rows are read for the first time. */
async function sendTransfers({ devnet, count: known }, count) {
  const all = Array.from({ length: count }, (_, i) => {
    const from = below(known);
    return transferBetween(i % chains, from, (from + 1 + below(known - 1)) % known);
  });
  await throughBlocks({ address: devnet.address, network, chains }, all);
}

function transferBetween(chain, from, to) {
  const [sender, receiver] = [accountName(from), accountName(to)];
  return signed(network, chain, {
    code: `(coin.transfer "${sender}" "${receiver}" 0.000001)`,
    clist: [
      { name: 'coin.GAS', args: [] },
      { name: 'coin.TRANSFER', args: [sender, receiver, { decimal: '0.000001' }] },
    ],
  });
}

/** Asks for balances as they were some blocks ago. */
async function localTimes({ devnet, count }) {
  const post = poster({ address: devnet.address, network });
  const verb = `local?preflight=false&signatureVerification=false&rewindDepth=${depth}`;
  await mine(devnet, depth + 1);
  const times = [];
  // The first ones run code that is not optimized yet.
  for (let i = -50; i < 100; i++) {
    const code = `(coin.get-balance "${accountName(below(count))}")`;
    const body = JSON.stringify(signed(network, (i + 50) % chains, { code }));
    const began = performance.now();
    const { result } = await post((i + 50) % chains, verb, body);
    if (i >= 0) times.push(performance.now() - began);
    if (result.status !== 'success') throw new Error(JSON.stringify(result));
  }
  times.sort((left, right) => left - right);
  return { median: median(times), p99: times[98], slowest: times[99] };
}

/** Returns to a snapshot 20 blocks ago, which takes back blocks with transfers on every chain. */
async function rewinds() {
  const all = [];
  for (const which of [small, large]) {
    const devnet = await start(which);
    const times = [];
    for (let i = 0; i < 5; i++) {
      await control(devnet, 'snapshot', {});
      for (let made = 0; made < depth; made += 5) {
        await sendTransfers({ devnet, count: which.count }, 20 * chains);
        await mine(devnet, 4);
      }
      times.push(await timed(() => control(devnet, 'revert', {})));
    }
    await devnet.end('SIGINT');
    const each = median(times) / chains;
    all.push(each);
    report(`large network: rewind of ${depth} blocks or more of the ${which.kind} one`, {
      allChainsMs: median(times),
      eachChainMs: each,
    });
  }
  figures.rewindMs = all[1];
}

function mine(devnet, blocks) {
  return control(devnet, 'mine', { blocks });
}

async function control(devnet, verb, members) {
  const answer = await fetch(`${devnet.control}/devnet/${verb}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(members),
  });
  if (!answer.ok) throw new Error(`${verb}: ${await answer.text()}`);
  return answer.json();
}

async function blocksMade({ address }) {
  const answer = await fetch(`${address}/multichain/0.0/${network}/cut`);
  const { hashes } = await answer.json();
  return Object.values(hashes).reduce((sum, { height }) => sum + height, 0);
}

function sampleMemory(pid) {
  const peak = { privateMb: 0, residentMb: 0 };
  const take = () => {
    for (const [name, value] of Object.entries(memoryOf(pid)))
      peak[name] = Math.max(peak[name], value);
  };
  const timer = setInterval(take, 250);
  return {
    peak: () => (take(), peak),
    stop: () => clearInterval(timer),
  };
}
