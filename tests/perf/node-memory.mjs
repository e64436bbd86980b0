// Measures how much memory a node and a devnet hold for each block, transaction and request: the heap after a collection,
// before and after many of them, in this process and without ports.
//
//   node --expose-gc tests/perf/node-memory.mjs [--program devnet|node] [--chains 1] [--blocks 3000] [--transactions 20000]
//     [--requests 20000] [--snapshot FOLDER]
//
// Prints one line of JSON for each kind. `--snapshot` writes the heap before and after each kind to files for the developer
// tools of a browser, which show the added objects by class.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import { writeHeapSnapshot } from 'node:v8';
import { build } from 'esbuild';
import { signed, transferOn } from './support/signed-transactions.mjs';

const { values } = parseArgs({
  options: {
    program: { type: 'string', default: 'devnet' },
    chains: { type: 'string', default: '1' },
    blocks: { type: 'string', default: '10000' },
    transactions: { type: 'string', default: '20000' },
    requests: { type: 'string', default: '20000' },
    snapshot: { type: 'string' },
  },
});
if (globalThis.gc === undefined) throw new Error('start node with --expose-gc');
if (values.snapshot !== undefined) mkdirSync(values.snapshot, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'pact-node-memory-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const outfile = join(folder, 'node.mjs');
await build({
  stdin: {
    contents: `
      export { smallNetwork, startNode, minerKey } from './tests/support/real-nodes.ts';
      export { makeBlock, startDevnet } from './tests/support/devnets.ts';
      export { systemClock, systemTimer } from './src/base/platform/system.ts';
      export { BackgroundSignatures } from './src/node/signatures/background-signatures.ts';
      export { readCommand } from './src/chain/command/index.ts';
    `,
    resolveDir: fileURLToPath(new URL('../..', import.meta.url)),
    loader: 'ts',
  },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  outfile,
  // The sources find files relative to their own location.
  define: { 'import.meta.url': JSON.stringify(new URL('../support/x.ts', import.meta.url).href) },
  banner: {
    js: `import { createRequire } from 'node:module'; const require = createRequire(${JSON.stringify(import.meta.url)});`,
  },
  logLevel: 'error',
});
const room = await import(pathToFileURL(outfile).href);

const chains = Number(values.chains);
const miner = {
  account: `k:${room.minerKey}`,
  predicate: 'keys-all',
  publicKeys: [room.minerKey],
};
const program = values.program === 'node' ? ownNode() : devnet();
const network = 'development';
const recent = [];
let next = 0;

const kinds = [
  ['block', Number(values.blocks), 3_000, empty],
  ['transaction', Number(values.transactions), 10_000, send],
  ['poll', Number(values.requests), 5_000, poll],
  ['poll of an unknown key', Number(values.requests), 5_000, pollUnknown],
  ['local', Number(values.requests) / 4, 2_500, ask],
];
for (const [kind, count, warmUp, work] of kinds) {
  if (count === 0) continue;
  if (heights() === 0) await empty(chains);
  await work(Math.min(count, warmUp));
  const before = await heap(`${kind} before`);
  const blocks = heights();
  await work(count);
  const after = await heap(`${kind} after`);
  console.log(
    JSON.stringify({
      benchmark: `${values.program}: memory of a ${kind}`,
      chains,
      count,
      blocks: heights() - blocks,
      bytes: Math.round((after.all - before.all) / count),
      heapBytes: Math.round((after.heap - before.heap) / count),
      bufferBytes: Math.round((after.buffers - before.buffers) / count),
      heapMb: after.all / 1e6,
    }),
  );
}
await program.stop();

async function empty(count) {
  for (let i = 0; i < count; i++) {
    mine(i % chains);
    if (i % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Sends batches that fill a block. */
async function send(count) {
  for (let sent = 0; sent < count; sent += 200) {
    const chain = next++ % chains;
    const commands = Array.from({ length: 200 }, () => transferOn(network, chain));
    for (const { hash } of commands) recent.push({ chain, hash });
    recent.splice(0, recent.length - 1_000);
    const read = commands.map((command) => {
      const command_ = room.readCommand(JSON.stringify(command));
      if (!command_.ok) throw new Error(command_.fault.sentence);
      return command_.value;
    });
    const submitted = await program.node.chain(chain).submit(read);
    if (!submitted.ok) throw new Error(JSON.stringify(submitted.fault).slice(0, 300));
    while (program.node.chain(chain).pending() > 0) mine(chain);
  }
}

async function poll(count) {
  for (let i = 0; i < count; i++) {
    const { chain, hash } = recent[i % recent.length];
    const found = await program.node.chain(chain).poll([hash]);
    if (found.size !== 1) throw new Error('a transaction is not found');
  }
}

async function pollUnknown(count) {
  for (let i = 0; i < count; i++) {
    const key = Buffer.alloc(32, String(next++)).toString('base64url');
    await program.node.chain(i % chains).poll([key]);
  }
}

async function ask(count) {
  for (let i = 0; i < count; i++) {
    const chain = i % chains;
    const text = JSON.stringify(signed(network, chain, { code: '(coin.get-balance "sender00")' }));
    const command = room.readCommand(text).value;
    await program.node
      .chain(chain)
      .local({ command, preflight: false, signatures: 'skip', rewindDepth: 0 });
  }
}

function heights() {
  let sum = 0;
  for (const { height } of program.engine.cut.heads.values()) sum += height;
  return sum;
}

function mine(chain) {
  const { engine, node } = program;
  const making = { engine, miner, maxTransactions: 200 };
  const candidate = room.makeBlock(making, chain);
  if (!candidate.ok) throw new Error(candidate.fault.kind);
  engine.extend(candidate.value, { ...candidate.value.header });
}

async function heap(name) {
  await program.settled();
  globalThis.gc();
  await new Promise((resolve) => setTimeout(resolve, 300));
  globalThis.gc();
  if (values.snapshot !== undefined) {
    writeHeapSnapshot(join(values.snapshot, `${name.replaceAll(' ', '-')}.heapsnapshot`));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { all: heapUsed + arrayBuffers, heap: heapUsed, buffers: arrayBuffers };
}

function ownNode() {
  const keys = { data: join(folder, 'data'), 'storage.cacheMegabytes': '1' };
  const { running } = room.startNode(room.smallNetwork({ chains }), keys, {
    signatures: new room.BackgroundSignatures(),
  });
  const { engine, node } = running;
  return {
    engine,
    node,
    settled: () => running.storage.settled(),
    stop: () => running.stop(),
  };
}

function devnet() {
  const started = room.startDevnet({
    chains,
    clock: room.systemClock,
    timer: room.systemTimer,
    cacheBytes: 1e6,
    // An interval that never ends: this script makes the blocks.
    blockTimeMs: 2 ** 30,
    signatures: new room.BackgroundSignatures(),
  });
  const { engine, node } = started.devnet;
  return {
    engine,
    node,
    settled: () => Promise.resolve(),
    stop: () => started.devnet.stop(),
  };
}
