// An honest client beside an attack, in a thread of its own, so that the times are those of the program and not of the
// attackers. Each kind of request has its own connection, which stays open. Each message begins a phase, and is answered with
// the figures of the phase before.
import { Agent, request } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { signed, transferOn } from '../support/signed-transactions.mjs';

const network = 'development';
/** A request without an answer counts as answered this late. */
const patienceMs = 30_000;
/** How often each is done, in milliseconds. */
const everyMs = { local: 50, health: 200, transfer: 1_000, work: 1_000 };

const pactPath = (verb) => `/multichain/0.0/${network}/chain/0/pact/api/v1/${verb}`;

/** How long a phase waits for the cut that ends it. */
const cutPatienceMs = 15_000;

/** Starts the client; `phase` begins a phase and resolves with the figures of the one before. */
export function startHonest(address) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { honestAt: address } });
  const phase = () =>
    new Promise((resolve) => {
      worker.once('message', resolve);
      worker.postMessage('phase');
    });
  return { phase, stop: () => worker.terminate() };
}

if (workerData?.honestAt !== undefined) beHonest(workerData.honestAt);

function beHonest(address) {
  let phase = newPhase();
  const ask = asker(address);
  let cut;
  parentPort.on('message', async () => {
    const former = figuresOf(phase);
    phase = newPhase();
    const last = cut;
    cut = await Promise.race([blocksNow(), after(cutPatienceMs)]);
    parentPort.postMessage({ ...former, blocksPerSecond: rateBetween(last, cut) });
  });
  const kinds = {
    local: async () => {
      const body = JSON.stringify(signed(network, 0, { code: '(coin.get-balance "sender00")' }));
      const { status, text } = await ask('local', 'POST', pactPath('local'), body);
      return status === 200 && text.includes('"success"') ? undefined : `${status} ${text}`;
    },
    health: async () => {
      const { status, text } = await ask('health', 'GET', '/health-check');
      return status === 200 ? undefined : `${status} ${text}`;
    },
    work: async () => {
      const key = 'f89ef46927f506c70b6a58fd322450a936311dc6ac91f4ec3d8ef949608dbf1f';
      const miner = { account: 'miner', predicate: 'keys-all', 'public-keys': [key] };
      const path = `/multichain/0.0/${network}/mining/work`;
      const { status, text } = await ask('work', 'GET', path, JSON.stringify(miner));
      return status === 200 ? undefined : `${status} ${text}`;
    },
    transfer: async () => {
      const transfer = transferOn(network, 0);
      const sent = await ask(
        'send',
        'POST',
        pactPath('send'),
        JSON.stringify({ cmds: [transfer] }),
      );
      if (sent.status !== 200) return `send ${sent.status} ${sent.text}`;
      const keys = JSON.stringify({ requestKeys: [transfer.hash] });
      const until = performance.now() + patienceMs;
      while (performance.now() < until) {
        const polled = await ask('poll', 'POST', pactPath('poll'), keys);
        if (polled.status !== 200) return `poll ${polled.status} ${polled.text}`;
        if (polled.text.includes(transfer.hash)) return undefined;
        await after(100);
      }
      return 'never mined';
    },
  };
  /** The number of blocks on all chains, and the moment of the answer. */
  const blocksNow = async () => {
    const { status, text } = await ask('cut', 'GET', `/multichain/0.0/${network}/cut`);
    // The connection may have been closed because it was idle.
    if (status !== 200) return after(100).then(blocksNow);
    const heights = [...text.matchAll(/"height":(\d+),"hash"|"hash":"[^"]*","height":(\d+)/g)];
    const blocks = heights.reduce((sum, [, left, right]) => sum + Number(left ?? right), 0);
    return { blocks, at: performance.now() };
  };
  for (const [kind, run] of Object.entries(kinds)) void keepDoing(kind, run);

  async function keepDoing(kind, run) {
    for (;;) {
      const own = phase;
      const began = performance.now();
      own.open.set(kind, began);
      const wrong = await run();
      own.open.delete(kind);
      own.take(kind, performance.now() - began, wrong);
      await after(Math.max(0, began + everyMs[kind] - performance.now()));
    }
  }
}

/** 0 if the second answer did not come. */
function rateBetween(first, second) {
  if (first === undefined || second === undefined) return 0;
  return Math.round((1e5 * (second.blocks - first.blocks)) / (second.at - first.at)) / 100;
}

function newPhase() {
  const began = performance.now();
  const times = new Map(Object.keys(everyMs).map((kind) => [kind, []]));
  const wrong = new Map();
  return {
    began,
    /** When the present request of a kind began. */
    open: new Map(),
    times,
    wrong,
    take(kind, milliseconds, fault) {
      times.get(kind).push(fault === undefined ? milliseconds : Math.max(milliseconds, 10_000));
      if (fault === undefined) return;
      const text = `${kind}: ${fault.slice(0, 100)}`;
      wrong.set(text, (wrong.get(text) ?? 0) + 1);
    },
  };
}

/** Requests without an answer yet count with the time that they have waited. */
function figuresOf({ began, open, times, wrong }) {
  const now = performance.now();
  const lasted = now - began;
  const kinds = [...times].map(([kind, answered]) => {
    const waiting = open.has(kind) ? [now - open.get(kind)] : [];
    const own = [...answered, ...waiting].sort((left, right) => left - right);
    const at = (part) => Math.round(own[Math.max(0, Math.ceil(part * own.length) - 1)] ?? lasted);
    return [kind, { count: own.length, p50: at(0.5), p99: at(0.99), max: at(1) }];
  });
  return { ...Object.fromEntries(kinds), wrong: Object.fromEntries(wrong) };
}

function asker(address) {
  const agents = new Map();
  return (kind, method, path, body) =>
    new Promise((resolve) => {
      if (!agents.has(kind)) agents.set(kind, new Agent({ keepAlive: true, maxSockets: 1 }));
      const headers = body !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      };
      const url = `${address}${path}`;
      const asked = request(url, { method, agent: agents.get(kind), headers: { ...headers } });
      asked.setTimeout(patienceMs, () => asked.destroy(new Error('no answer in time')));
      asked.on('response', (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString('latin1') }),
        );
        response.on('error', ({ message }) => resolve({ status: 0, text: message }));
      });
      asked.on('error', ({ code, message }) => resolve({ status: 0, text: code ?? message }));
      asked.end(body);
    });
}
