// Blocks of 200 signed transfers: built of transactions that a node has checked already, and validated as blocks of
// others, with signatures to check and with transactions that are known.
//
//   node tests/perf/blocks.mjs [--engine memory|sql.js] [--accounts N]
import { parseArgs } from 'node:util';
import { makeEntries } from './support/chain-entries.mjs';
import { CoinChain, signedTransfers } from './support/coin-chain.mjs';
import { median, report } from './support/measure.mjs';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sql.js' },
    accounts: { type: 'string', default: '1000' },
    blocks: { type: 'string', default: '24' },
  },
});
const inBlock = 200;
const warmUp = 8;
const accounts = Number(values.accounts);
const blocks = Number(values.blocks);
const bars = { build: 2_500, 'validate, known': 5_000 };

const make = async () => new CoinChain({ entries: await makeEntries(values.engine), accounts });

const chain = await make();
const batches = Array.from({ length: blocks }, (_, i) =>
  signedTransfers(inBlock, accounts, { from: i * inBlock }),
);
const read = (bytes) => chain.transactions.read(bytes).value;
const built = [];
measure('build, signatures checked here', batches, (batch) =>
  built.push(chain.build(batch.map(read))),
);
for (const { payload } of built) {
  if (payload.transactions.length !== inBlock) throw new Error('a transfer was left out');
  if (!`${Buffer.from(payload.transactions[0].output)}`.includes('success'))
    throw new Error('a transfer failed');
}

const again = await make();
for (const batch of batches)
  for (const each of batch) markSigned(again.transactions.read(each).value);
measure('build', batches, (batch) =>
  again.build(batch.map((each) => again.transactions.read(each).value)),
);

const stranger = await make();
measure('validate, unknown', built, (block) => stranger.accept(block));

const known = await make();
known.transactions = stranger.transactions;
measure('validate, known', built, (block) => known.accept(block));

function markSigned(transaction) {
  transaction.isSigned = true;
}

function measure(benchmark, items, run) {
  const times = [];
  for (const item of items) {
    const start = process.cpuUsage();
    run(item);
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  const counted = times.slice(warmUp);
  const rate = (milliseconds) => (inBlock * 1000) / milliseconds;
  const figures = {
    engine: values.engine,
    accounts,
    cpuMsOfBlock: median(counted),
    perCpuSecond: rate(median(counted)),
    best: rate(Math.min(...counted)),
  };
  report(`blocks: ${benchmark}`, figures);
  if (bars[benchmark] !== undefined && figures.perCpuSecond < bars[benchmark]) {
    console.log(`  bar: ${bars[benchmark]}`);
    process.exitCode = 1;
  }
}
