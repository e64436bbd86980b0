// A devnet at half of its load for minutes: whether its memory and its descriptors stay flat. Reads of a balance, polls
// and transfers come at a steady rate; every ten seconds resident memory, heap, descriptors and the delay of the thread are
// read from its metrics. The slope counts after the first three minutes.
//
//   node tests/perf/soak.mjs [--minutes 15] [--reads 700] [--polls 1000] [--sends 300] [--chains 20]
//
// Needs a build. One line of JSON each ten seconds, and one at the end.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent, request } from 'node:http';
import { root } from './support/language.mjs';
import { signed, transferOn } from './support/signed-transactions.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    reads: { type: 'string', default: '700' },
    polls: { type: 'string', default: '1000' },
    sends: { type: 'string', default: '300' },
    chains: { type: 'string', default: '20' },
  },
});
const minutes = Number(values.minutes);
const chains = Number(values.chains);
const perSecond = {
  local: Number(values.reads),
  poll: Number(values.polls),
  send: Number(values.sends),
};
/** Requests of one kind that may be open: beyond, the load falls behind and says so. */
const mostOpen = 100;
const sampleMs = 10_000;
const warmUpMs = Math.min(180_000, (minutes * 60_000) / 3);

const network = 'development';
const agent = new Agent({ keepAlive: true, maxSockets: 200 });
const counts = { done: 0, errors: 0, behind: 0 };
/** How often each came: the verb with a status, or with the code of an error of the connection. */
const faults = new Map();
const recent = [];
let asked = 0;

const devnet = await start();
const began = performance.now();
const end = began + minutes * 60_000;
const samples = [];
try {
  const load = Object.keys(perSecond).map((verb) => keepAsking(verb));
  const sampling = keepSampling();
  await Promise.all([...load, sampling]);
  tellEnd();
} finally {
  agent.destroy();
  devnet.kill('SIGINT');
}

/** At its rate, in portions of 20 ms. */
async function keepAsking(verb) {
  const portion = perSecond[verb] / 50;
  let owed = 0;
  let open = 0;
  for (let next = performance.now(); next < end; next += 20) {
    await after(Math.max(0, next - performance.now()));
    owed += portion;
    for (; owed >= 1; owed--) {
      if (open >= mostOpen) {
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
    const text = await (await fetch(`${devnet.metrics}/metrics`)).text();
    const figure = (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);
    const sum = (name) =>
      [...text.matchAll(new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'gm'))].reduce(
        (total, [, value]) => total + Number(value),
        0,
      );
    const sample = {
      second: Math.round((performance.now() - began) / 1000),
      residentMb: figure('process_resident_memory_bytes') / 1e6,
      heapMb: figure('nodejs_heap_size_used_bytes') / 1e6,
      descriptors: figure('process_open_fds'),
      delayP99Ms: figure('nodejs_eventloop_lag_p99_seconds') * 1000,
      transactions: sum('pact_transactions_total'),
      waiting: sum('pact_mempool_transactions'),
      ...counts,
    };
    samples.push(sample);
    console.log(JSON.stringify(sample));
  }
}

function tellEnd() {
  const late = samples.filter(({ second }) => second * 1000 > warmUpMs);
  const of = (name) => late.map((sample) => [sample.second / 60, sample[name]]);
  const descriptors = late.map((sample) => sample.descriptors);
  const moved = (samples.at(-1)?.transactions ?? 0) - (late[0]?.transactions ?? 0);
  const residentMbPerMinute = slope(of('residentMb'));
  const minutesLate = ((late.at(-1)?.second ?? 0) - (late[0]?.second ?? 0)) / 60;
  console.log(
    JSON.stringify({
      benchmark: 'devnet: soak',
      ...{ minutes, chains, perSecond, residentMbPerMinute },
      heapMbPerMinute: slope(of('heapMb')),
      // Blocks are kept: a part of the growth is what the chain has grown by.
      residentBytesPerTransaction: (residentMbPerMinute * minutesLate * 1e6) / moved,
      descriptors: [Math.min(...descriptors), Math.max(...descriptors)],
      ...counts,
      faults: Object.fromEntries(faults),
    }),
  );
}

/** Of the line through the points that fits best. */
function slope(points) {
  const mean = (of) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(([left]) => left), mean(([, right]) => right)];
  const over = points.reduce((sum, [left, right]) => sum + (left - x) * (right - y), 0);
  return over / points.reduce((sum, [left]) => sum + (left - x) ** 2, 0);
}

function post(chain, verb, body) {
  return new Promise((resolve, reject) => {
    const url = `${devnet.address}/multichain/0.0/development/chain/${chain}/pact/${verb}`;
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
  const options = ['--port', '0', '--control-port', '0', '--metrics-port', '0', '--json'];
  const arguments_ = [join(root, 'dist/cli.js'), 'devnet', ...options, '--chains', String(chains)];
  const child = spawn(process.execPath, arguments_);
  child.stderr.pipe(process.stderr);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the devnet ended with ${code}`)));
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
      const line = output.split('\n').find((each) => each.startsWith('{"kind":"ready"'));
      if (line?.endsWith('}')) {
        const { address, metrics } = JSON.parse(line);
        resolve({ address, metrics, kill: (signal) => child.kill(signal) });
      }
    });
  });
}
