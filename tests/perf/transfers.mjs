// Transfers of the token of stdlib/, each in its own transaction: the code is parsed, the module looked up, the capability
// acquired and managed, both rows read and written, the event emitted, the transaction committed.
//
//   node tests/perf/transfers.mjs [--engine memory|sql.js]
import { engineOf } from './support/engines.mjs';
import { gasFigures, report, time } from './support/measure.mjs';
import { orders, tokenSession } from './support/token.mjs';

const accounts = 1_000;
const perRound = 50;
const bars = { memory: 0.15, 'sql.js': 0.25 };

const { name: engine, makeDatabase } = await engineOf(process.argv.slice(2));
const { transfer } = tokenSession({ makeDatabase, accounts });
const queue = orders(accounts);

let milligas = 0;
const times = time(round, { rounds: 401, warmUp: 100 });
report(
  'transfers',
  {
    engine,
    perSecond: (perRound * 1000) / times.median,
    microseconds: (times.median * 1000) / perRound,
    ...gasFigures(times, milligas),
    gas: milligas / perRound / 1000,
  },
  { bar: { gasRatio: bars[engine] } },
);

function round() {
  milligas = 0;
  for (let i = 0; i < perRound; i++) milligas += transfer(queue.next().value);
}
