// A growing chain: blocks of a few transfers, one after the other. After 10^3, 10^4 and 10^5 blocks it measures: reading,
// building and committing a block; the end of a block (hash of the state and receipts); computing the hash of the whole
// state anew; a rewind; and the memory of the process. The largest size takes long.
//
//   node --expose-gc tests/perf/block-growth.mjs [--engine memory|sql.js] [--blocks N] [--transfers N]
import { parseArgs } from '../support/parse-options.mjs';
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
const max = Number(values.blocks);

const entries = await makeEntries(values.engine);
const chain = new CoinChain({ entries, accounts, depth: 480 });
const spent = { building: 0, finishing: 0 };
let made = 0;
for (const size of [1_000, 10_000, 100_000].filter((each) => each <= max)) {
  const from = made;
  Object.assign(spent, { building: 0, finishing: 0 });
  for (; made < size; made++) extend();
  const perBlock = (milliseconds) => milliseconds / (size - from);
  const { building, finishing } = spent;
  const hashing = cpu();
  chain.state.computeStateHash();
  const wholeHash = hashing();
  const rewind = rewindMs(100);
  await new Promise((resolve) => setTimeout(resolve, 50));
  global.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  report('block growth', {
    engine: values.engine,
    blocks: size,
    transfers: size * inBlock,
    cpuMsOfBlock: perBlock(building),
    cpuMsOfItsEnd: perBlock(finishing),
    wholeStateHashMs: wholeHash,
    rewindOf100BlocksMs: rewind,
    megabytes: rss / 1e6,
    heapMegabytes: heapUsed / 1e6,
    ...(entries.bytes !== undefined && { stateMegabytes: entries.bytes / 1e6 }),
  });
}

/** Does not count the time for making the transfers. */
function extend() {
  const batch = transfers(inBlock, accounts, { from: made * inBlock, isSigned: false });
  const building = cpu();
  const known = batch.map((bytes) =>
    Object.assign(chain.transactions.read(bytes).value, { isSigned: true }),
  );
  chain.build(known, timedEnd);
  spent.building += building();
}

function timedEnd(block) {
  const finish = block.finish.bind(block);
  block.finish = (requestKeys) => {
    const finishing = cpu();
    const finished = finish(requestKeys);
    spent.finishing += finishing();
    return finished;
  };
  return block;
}

/** Measures a rewind, then makes the blocks again. */
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
