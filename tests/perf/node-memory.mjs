// What a node holds in memory for each block that it keeps on the disk: the heap after a collection, before and after.
// Blocks are empty but for their reward, so that payloads (which stay on the disk, but for a cache of limited size) do not
// count.
//
//   node --expose-gc tests/perf/node-memory.mjs [--blocks 10000]
//
// One line of JSON.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '10000' },
  },
});
if (globalThis.gc === undefined) throw new Error('start node with --expose-gc');
const folder = mkdtempSync(join(tmpdir(), 'pact-node-memory-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const outfile = join(folder, 'node.mjs');
await build({
  stdin: {
    contents: `
      export { smallNetwork, startNode, minerKey } from './tests/support/real-nodes.ts';
      export { makeBlock } from './src/node/mining/make-block.ts';
    `,
    resolveDir: fileURLToPath(new URL('../..', import.meta.url)),
    loader: 'ts',
  },
  ...{ bundle: true, format: 'esm', platform: 'node', target: 'node20', outfile },
  // Sources find their files from where they are.
  define: { 'import.meta.url': JSON.stringify(new URL('../support/x.ts', import.meta.url).href) },
  banner: {
    js: `import { createRequire } from 'node:module'; const require = createRequire(${JSON.stringify(import.meta.url)});`,
  },
  logLevel: 'error',
});
const { smallNetwork, startNode, minerKey, makeBlock } = await import(pathToFileURL(outfile).href);

const blocks = Number(values.blocks);
const keys = { data: join(folder, 'data'), 'storage.cacheMegabytes': '1' };
const { running } = startNode(smallNetwork(), keys);
const miner = { account: `k:${minerKey}`, predicate: 'keys-all', publicKeys: [minerKey] };
const warmUp = Math.min(1_000, blocks);
await mine(warmUp);
const before = await heap();
await mine(blocks);
const after = await heap();
console.log(
  JSON.stringify({
    benchmark: 'node: memory of a block',
    ...{ blocks, heapMb: after / 1e6, bytesPerBlock: Math.round((after - before) / blocks) },
  }),
);
await running.stop();

async function mine(count) {
  const { engine, node } = running;
  for (let i = 0; i < count; i++) {
    const making = { engine, pools: node.pools, miner, mostTransactions: 1 };
    const candidate = makeBlock(making, 0);
    if (!candidate.ok) throw new Error(candidate.fault.kind);
    engine.extend(candidate.value, { ...candidate.value.header });
    if (i % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

async function heap() {
  await running.storage.settled();
  globalThis.gc();
  await new Promise((resolve) => setTimeout(resolve, 100));
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
