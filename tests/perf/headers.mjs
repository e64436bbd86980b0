// Block headers per second on one core: decoded and validated with all checks, and only hashed. The headers extend a web of
// twenty chains without mining, but their proof-of-work hash is computed and compared. Measures processor time, since the
// machine may be busy with other work.
//
//   node tests/perf/headers.mjs
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { report } from './support/measure.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const chain = await load();
const rows = 500;
const rounds = 15;
/** The least rate of a core. */
const bar = 15_000;

const network = { ...chain.development, isPowDisabled: false };
const headers = web(rows);
const bytes = headers.map(chain.encodeHeader);
const now = 2n ** 62n;

const validated = best(() => {
  const known = new Map(firsts().map((header) => [keyOf(header.hash), header]));
  const lookup = {
    networkOf: () => network,
    find: (_, hash) => known.get(keyOf(hash)),
  };
  for (const each of bytes) {
    const { value: header } = chain.decodeHeader(each);
    const step = chain.findParents(network, header, lookup);
    const failures = chain.validateHeader(step.value, now);
    if (failures.length > 0) throw new Error(failures.join());
    known.set(keyOf(header.hash), header);
  }
});
const hashed = best(() => headers.forEach((header) => chain.blockHash(header)));
const worked = best(() => headers.forEach((header) => chain.powHash(header)));
const read = best(() => bytes.forEach((each) => chain.decodeHeader(each)));

report('headers', {
  count: headers.length,
  validatedPerSecond: validated,
  bar,
  isMet: validated >= bar,
  blockHashesPerSecond: hashed,
  powHashesPerSecond: worked,
  readPerSecond: read,
});

/** Returns the processor time of the best round, including garbage collection. */
function best(run) {
  let least = Infinity;
  for (let i = 0; i < rounds; i++) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, user + system);
  }
  return Math.round((headers.length * 1e6) / least);
}

function keyOf(hash) {
  return Buffer.from(hash.buffer, hash.byteOffset, 32).toString('latin1');
}

function firsts() {
  return chain.chainsOf(network).map((id) => chain.genesisHeader(network, id));
}

/** Makes rows of twenty blocks, all valid: every proof-of-work hash meets the easiest target. */
function web(count) {
  const easiest = 2n ** 256n - 1n;
  network.genesis = { ...network.genesis, target: () => easiest };
  const all = [];
  let row = firsts();
  for (let i = 1; i <= count; i++) {
    row = row.map((parent, id) => {
      const adjacentParents = chain
        .graphAt(network, i - 1)
        .adjacentTo(id)
        .map((each) => row[each]);
      const creationTime = parent.creationTime + 30_000_000n;
      const target = chain.targetAbove(network, { parent, adjacentParents }, creationTime);
      const content = {
        ...parent,
        parent: parent.hash,
        adjacents: adjacentParents.map(({ chainId, hash }) => ({ chainId, hash })),
        target,
        height: parent.height + 1,
        creationTime,
        weight: chain.weightAbove(parent, target),
        epochStart: chain.epochStartAbove(network, parent, creationTime),
      };
      for (let nonce = 0n; ; nonce++) {
        const tried = { ...content, nonce };
        if (chain.word256Of(chain.powHash(tried)) > target) continue;
        return { ...tried, hash: chain.blockHash(tried) };
      }
    });
    all.push(...row);
  }
  return all;
}

async function load() {
  const folder = join(root, 'node_modules/.cache', `headers-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, 'chain.mjs');
  const parts = [
    'model/header',
    'model/block-hash',
    'model/binary',
    'rules/network',
    'rules/networks/development',
    'rules/difficulty',
    'rules/validate-header',
  ];
  await build({
    stdin: {
      contents: parts.map((part) => `export * from './src/chain/${part}.ts';`).join('\n'),
      resolveDir: root,
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    logLevel: 'error',
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
