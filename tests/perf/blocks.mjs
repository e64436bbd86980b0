// Blocks of 200 signed transfers: built from transactions that a node has already checked, and validated as blocks of other
// nodes, both with signatures to check and with known transactions.
//
//   node tests/perf/blocks.mjs [--engine memory|sql.js] [--accounts N]
import { parseArgs } from '../support/parse-options.mjs';
import { makeEntries } from './support/chain-entries.mjs';
import { CoinChain, transfers } from './support/coin-chain.mjs';
import { median, report } from './support/measure.mjs';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sql.js' },
    accounts: { type: 'string', default: '1000' },
    blocks: { type: 'string', default: '60' },
  },
});
const inBlock = 200;
const warmUp = 12;
const accounts = Number(values.accounts);
const bars = { build: 2_500, 'validate, known': 5_000 };

const make = async () => new CoinChain({ entries: await makeEntries(values.engine), accounts });
const batchesOf = (count, isSigned) =>
  Array.from({ length: count }, (_, i) => {
    const from = (isSigned ? 1e6 : 0) + i * inBlock;
    return transfers(inBlock, accounts, { from, isSigned });
  });

const chain = await make();
const batches = batchesOf(Number(values.blocks), false);
const read = (bytes) => Object.assign(chain.transactions.read(bytes).value, { isSigned: true });
const built = [];
measure(
  'build',
  batches,
  (batch) => built.push(chain.build(batch.map(read))),
  (batch) => batch.forEach(read),
);
for (const { payload } of built) check(payload);

const known = await make();
known.transactions = chain.transactions;
const readAll = ({ payload }) => payload.transactions.forEach(({ input }) => read(input));
measure('validate, known', built, (block) => known.accept(block), readAll);

const signed = batchesOf(warmUp + 6, true);
const more = [];
const unread = (bytes) => chain.transactions.read(bytes).value;
measure('build, signatures to check', signed, (batch) => {
  more.push(chain.build(batch.map(unread)));
});
known.transactions = (await make()).transactions;
measure('validate, signatures to check', more, (block) => known.accept(block));

function check({ transactions }) {
  if (transactions.length !== inBlock) throw new Error('a transfer was left out');
  const output = Buffer.from(transactions[0].output).toString();
  if (!output.includes('success')) throw new Error(output);
}

/** `prepare` is not timed. */
function measure(benchmark, items, run, prepare = () => {}) {
  const times = [];
  for (const item of items) {
    prepare(item);
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
