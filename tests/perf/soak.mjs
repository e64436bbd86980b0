// Runs a devnet or a node at half of its load for minutes and checks that its memory and descriptors stay flat. Balance
// reads, polls and transfers come at a steady rate; every ten seconds it reads resident and private memory, heap,
// descriptors and the delay of the thread, and the size of the stored files. Private memory leaves out pages of files, which
// the system can drop. The slope counts after the first three minutes.
//
//   node tests/perf/soak.mjs [--program devnet|node] [--minutes 15] [--reads 700] [--polls 1000] [--sends 300] [--chains 20]
//     [--collect] [--state] [--hold-reader]
//
// `--state`: the devnet keeps its network in a folder; a node always does. `--hold-reader`: another process holds one
// snapshot of the database from the end of the first quarter to that of the third, so that the growth of the files shows
// what such a reader costs, and whether the space is used again afterwards.
// `--program node` runs `pact node`: the development network of 20 chains with mining in the process, a block on every chain
// each --block-seconds (10), with its storage in a temporary folder. `--collect` makes the program collect its garbage
// before each sample, and reports the memory held then: the slope of that does not depend on when the collector runs, and
// shows what a transaction costs. It disturbs the load. Needs a build. Prints one line of JSON every ten seconds, and one at
// the end.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import { Agent, request } from 'node:http';
import { root } from './support/language.mjs';
import { megabytesOf, memoryOf, startProgram } from './support/running-program.mjs';
import { sender, signed, transferOn } from './support/signed-transactions.mjs';

const { values } = parseArgs({
  options: {
    program: { type: 'string', default: 'devnet' },
    collect: { type: 'boolean', default: false },
    state: { type: 'boolean', default: false },
    'hold-reader': { type: 'boolean', default: false },
    'block-seconds': { type: 'string', default: '10' },
    minutes: { type: 'string', default: '15' },
    reads: { type: 'string', default: '700' },
    polls: { type: 'string', default: '1000' },
    sends: { type: 'string', default: '300' },
    chains: { type: 'string', default: '20' },
  },
});
const minutes = Number(values.minutes);
const isNode = values.program === 'node';
// A node of the development network has all 20 chains.
const chains = isNode ? 20 : Number(values.chains);
const folder = mkdtempSync(join(tmpdir(), 'pact-soak-'));
/** Where the program stores its blocks, if it does. */
const data = isNode || values.state || values['hold-reader'] ? join(folder, 'data') : undefined;
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
/** The file to which the program writes what it holds after a collection. */
const held = join(folder, 'held');
writeFileSync(held, '');
const perSecond = {
  local: Number(values.reads),
  poll: Number(values.polls),
  send: Number(values.sends),
};
/** The most open requests of one kind: above it, the load falls behind, which is reported. */
const maxOpen = 100;
const sampleMs = 10_000;
const warmUpMs = Math.min(180_000, (minutes * 60_000) / 3);

const network = 'development';
// An idle connection is closed here before the server closes it: otherwise a request may already be on its way.
const agent = new Agent({ keepAlive: true, maxSockets: 200, timeout: 8_000 });
const counts = { done: 0, errors: 0, behind: 0 };
/** Counts of failures, by the verb with a status or with the code of a connection error. */
const faults = new Map();
const recent = [];
let asked = 0;
let isHeld = false;

const program = await start();
// Transactions are dated by the newest block; the genesis blocks are too old for that.
if (isNode) await after((Number(values['block-seconds']) + 2) * 1000);
const began = performance.now();
const end = began + minutes * 60_000;
const samples = [];
try {
  const load = Object.keys(perSecond).map((verb) => keepAsking(verb));
  const sampling = keepSampling();
  if (values['hold-reader']) load.push(holdReader());
  await Promise.all([...load, sampling]);
  tellEnd();
} finally {
  agent.destroy();
  await program.end('SIGINT');
}

/** Sends requests at their rate, in portions of 20 ms. */
async function keepAsking(verb) {
  const portion = perSecond[verb] / 50;
  let owed = 0;
  let open = 0;
  for (let next = performance.now(); next < end; next += 20) {
    await after(Math.max(0, next - performance.now()));
    owed += portion;
    for (; owed >= 1; owed--) {
      if (open >= maxOpen) {
        counts.behind++;
        continue;
      }
      open++;
      void ask(verb).then(
        (status) => {
          open--;
          if (status === 200) counts.done++;
          else failed(`${verb} ${status}`);
        },
        (error) => {
          open--;
          failed(`${verb} ${error.code ?? error.message}`);
        },
      );
    }
  }
}

function failed(what) {
  counts.errors++;
  faults.set(what, (faults.get(what) ?? 0) + 1);
}

function ask(verb) {
  const chain = asked++ % chains;
  return post(chain, verb, bodyOf(verb, chain));
}

function bodyOf(verb, chain) {
  switch (verb) {
    case 'local':
      return JSON.stringify(signed(network, chain, { code: '(coin.get-balance "sender00")' }));
    case 'poll':
      return JSON.stringify({ requestKeys: [recent[asked % recent.length] ?? 'A'.repeat(43)] });
    case 'send': {
      const transfer = transferOn(network, chain);
      recent[asked % 1000] = transfer.hash;
      return JSON.stringify({ cmds: [transfer] });
    }
  }
}

async function keepSampling() {
  for (let next = began + sampleMs; next <= end; next += sampleMs) {
    await after(Math.max(0, next - performance.now()));
    const text = await (await fetch(`${program.metrics}/metrics`)).text();
    const figure = (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);
    const sum = (name) =>
      [...text.matchAll(new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'gm'))].reduce(
        (total, [, value]) => total + Number(value),
        0,
      );
    const sample = {
      second: Math.round((performance.now() - began) / 1000),
      residentMb: figure('process_resident_memory_bytes') / 1e6,
      privateMb: memoryOf(program.pid).privateMb,
      ...(data !== undefined && { filesMb: megabytesOf(data), isHeld }),
      heapMb: figure('nodejs_heap_size_used_bytes') / 1e6,
      heapRoomMb: figure('nodejs_heap_size_total_bytes') / 1e6,
      buffersMb: figure('nodejs_external_memory_bytes') / 1e6,
      descriptors: figure('process_open_fds'),
      delayP99Ms: figure('nodejs_eventloop_lag_p99_seconds') * 1000,
      blocks: sum('pact_blocks_total'),
      transactions: sum('pact_transactions_total'),
      waiting: sum('pact_mempool_transactions'),
      ...(values.collect && { heldMb: heldNow() / 1e6 }),
      ...counts,
    };
    samples.push(sample);
    console.log(JSON.stringify(sample));
  }
}

/** Holds a snapshot for half of the time. */
async function holdReader() {
  await after((minutes * 60_000) / 4);
  const script = fileURLToPath(new URL('support/hold-reader.mjs', import.meta.url));
  const reader = spawn(process.execPath, [script, data], { stdio: ['pipe', 'pipe', 'inherit'] });
  reader.stdout.once('data', (count) => {
    isHeld = Number(count) > 0;
    if (!isHeld) console.error('soak: there is no LMDB file to hold');
  });
  await after((minutes * 60_000) / 2);
  isHeld = false;
  reader.stdin.end();
}

/** Returns the heap and buffers of all threads of the program, each after its last collection. */
function heldNow() {
  const byThread = new Map();
  for (const line of readFileSync(held, 'utf8').trim().split('\n')) {
    const [thread, bytes] = line.split(' ');
    byThread.set(thread, Number(bytes));
  }
  return [...byThread.values()].reduce((sum, bytes) => sum + bytes, 0);
}

function tellEnd() {
  const late = samples.filter(({ second }) => second * 1000 > warmUpMs);
  const of = (name) => late.map((sample) => [sample.second / 60, sample[name]]);
  const descriptors = late.map((sample) => sample.descriptors);
  const first = late[0] ?? samples[0];
  const last = samples.at(-1);
  const grown = (name) => (last?.[name] ?? 0) - (first?.[name] ?? 0);
  const slopeOf = (name) => slope(of(name));
  const minutesLate = grown('second') / 60;
  const perTransaction = (perMinute) => (perMinute * minutesLate * 1e6) / grown('transactions');
  const residentMbPerMinute = slopeOf('residentMb');
  const heldMbPerMinute = values.collect ? slopeOf('heldMb') : undefined;
  console.log(
    JSON.stringify({
      benchmark: `${values.program}: soak`,
      minutes,
      chains,
      perSecond,
      residentMbPerMinute,
      privateMbPerMinute: slopeOf('privateMb'),
      privateMb: [first?.privateMb, last?.privateMb],
      ...(data !== undefined && {
        filesMb: last?.filesMb,
        fileBytesPerBlock: (grown('filesMb') * 1e6) / grown('blocks'),
        filesMbPerMinute: slopeOf('filesMb'),
        ...(values['hold-reader'] && {
          filesMbPerMinuteHeld: slopeWhere(({ isHeld: held }) => held),
        }),
      }),
      heapMbPerMinute: slopeOf('heapMb'),
      buffersMbPerMinute: slopeOf('buffersMb'),
      residentBytesPerTransaction: perTransaction(residentMbPerMinute),
      ...(heldMbPerMinute !== undefined && {
        heldMbPerMinute,
        heldBytesPerTransaction: perTransaction(heldMbPerMinute),
        heldBytesPerBlock: (heldMbPerMinute * minutesLate * 1e6) / grown('blocks'),
        heldBytesPerRequest: (heldMbPerMinute * minutesLate * 1e6) / grown('done'),
      }),
      transactions: grown('transactions'),
      blocks: grown('blocks'),
      descriptors: [Math.min(...descriptors), Math.max(...descriptors)],
      ...counts,
      faults: Object.fromEntries(faults),
    }),
  );
}

/** Returns the slope of the size of the files over the samples of a kind. */
function slopeWhere(isWanted) {
  return slope(samples.filter(isWanted).map(({ second, filesMb }) => [second / 60, filesMb]));
}

/** Returns the slope of the least-squares line through the points. */
function slope(points) {
  const mean = (of) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(([left]) => left), mean(([, right]) => right)];
  const over = points.reduce((sum, [left, right]) => sum + (left - x) * (right - y), 0);
  return over / points.reduce((sum, [left]) => sum + (left - x) ** 2, 0);
}

function post(chain, verb, body) {
  return new Promise((resolve, reject) => {
    const url = `${program.address}/multichain/0.0/development/chain/${chain}/pact/${verb}`;
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const asking = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    asking.on('error', reject);
    asking.end(body);
  });
}

function start() {
  const own = isNode ? nodeWords() : devnetWords();
  const hold = fileURLToPath(new URL('support/tell-held.mjs', import.meta.url));
  return startProgram(own, {
    nodeOptions: values.collect ? ['--expose-gc', '--import', hold] : [],
    environment: { PACT_HELD: held },
  });
}

function devnetWords() {
  const ports = ['--port', '0', '--control-port', '0', '--metrics-port', '0'];
  const stored = data === undefined ? [] : ['--state', data];
  return ['devnet', ...ports, '--chains', String(chains), ...stored];
}

/** The network of a devnet, with a different block interval. */
function nodeWords() {
  const genesis = (ids, name) => ({
    chains: ids,
    target: 'easiest',
    transactions: [join(root, `stdlib/genesis/${name}.json`)],
  });
  const config = {
    network: './network.json',
    data: 'data',
    service: { port: 0, metricsPort: 0, aliases: [] },
    mining: { enabled: true, keys: [sender.publicKey], account: 'miner' },
    log: { level: 'error' },
  };
  const definition = {
    name: network,
    code: 1,
    graphs: 'twenty',
    proofOfWork: false,
    blockDelay: `${values['block-seconds']}s`,
    firstEpochFromBlockOne: true,
    genesis: {
      time: '2026-02-16T08:15:00Z',
      chains: [genesis(0, 'chain-0'), genesis(`1-${chains - 1}`, 'other-chains')],
    },
  };
  writeFileSync(join(folder, 'network.json'), JSON.stringify(definition));
  writeFileSync(join(folder, 'node.json'), JSON.stringify(config));
  return ['node', '--config', join(folder, 'node.json')];
}
