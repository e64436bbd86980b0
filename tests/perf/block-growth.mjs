// A chain that grows: blocks of a few transfers, one after the other. What a block costs, the memory of the process
// and the time of a rewind after 10^3, 10^4 and 10^5 blocks. The last takes long.
//
//   node --expose-gc tests/perf/block-growth.mjs [--engine memory|sql.js] [--blocks N] [--transfers N]
import { parseArgs } from 'node:util';
import { makeEntries } from './support/chain-entries.mjs';
import { CoinChain, transfers } from './support/coin-chain.mjs';
import { report } from './support/measure.mjs';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sql.js' },
    blocks: { type: 'string', default: '100000' },
    transfers: { type: 'string', default: '2' },
  },
});
const accounts = 1_000;
const inBlock = Number(values.transfers);
const most = Number(values.blocks);

const entries = await makeEntries(values.engine);
const chain = new CoinChain({ entries, accounts, depth: 480 });
let made = 0;
for (const size of [1_000, 10_000, 100_000].filter((each) => each <= most)) {
  const growing = cpu();
  const from = made;
  for (; made < size; made++) extend();
  const blockMs = growing() / (size - from);
  const rewind = rewindMs(100);
  await new Promise((resolve) => setTimeout(resolve, 50));
  global.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  report('block growth', {
    engine: values.engine,
    blocks: size,
    transfers: size * inBlock,
    cpuMsOfBlock: blockMs,
    rewindOf100BlocksMs: rewind,
    megabytes: rss / 1e6,
    heapMegabytes: heapUsed / 1e6,
    ...(entries.bytes !== undefined && { stateMegabytes: entries.bytes / 1e6 }),
  });
}

function extend() {
  const batch = transfers(inBlock, accounts, { from: made * inBlock, isSigned: false });
  const read = (bytes) => Object.assign(chain.transactions.read(bytes).value, { isSigned: true });
  chain.build(batch.map(read));
}

/** The blocks are made again after it. */
function rewindMs(count) {
  const { header } = chain;
  const height = header.height - count;
  const rewinding = cpu();
  const mark = chain.state.rewind(height).value;
  const milliseconds = rewinding();
  chain.header = { ...header, height, hash: mark.hash };
  made -= count;
  for (let i = 0; i < count; i++, made++) extend();
  return milliseconds;
}

function cpu() {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}
