// Transfers of the token of stdlib/, each a transaction of its own: its text is parsed, the module looked up, the
// capability acquired and managed, both rows read and written, the event emitted, the transaction committed.
//
//   node tests/perf/transfers.mjs [--engine memory]
import { language, session, Source } from './support/language.mjs';
import { gasFigures, report, time } from './support/measure.mjs';
import { engineOf } from './support/engines.mjs';

const accounts = 1_000;
const perRound = 50;
const bars = { memory: 0.15, 'sql.js': 0.25 };

const { name: engineName, makeDatabase } = await engineOf(process.argv.slice(2));
const { engine, run } = session({ makeDatabase });
deploy();

const random = seeded(20_260_101);
let milligas = 0;
const times = time(round, { rounds: 201, warmUp: 60 });
report(
  'transfers',
  {
    engine: engineName,
    perSecond: (perRound * 1000) / times.median,
    microseconds: (times.median * 1000) / perRound,
    ...gasFigures(times, milligas),
    gas: milligas / perRound / 1000,
  },
  { bar: { gasRatio: bars[engineName] } },
);

function deploy() {
  run(`
    (env-data { "admin": { "keys": ["admin"], "pred": "keys-all" } })
    (env-keys ["admin"])
    (begin-tx)
    (define-keyset "token-admin" (read-keyset "admin"))
    (define-keyset "token-issuer" (read-keyset "admin"))
    (load "stdlib/fungible-token/fungible-token-v1.pact")
    (load "stdlib/fungible-token/token.pact")
    (commit-tx)
    (begin-tx)
    (use token)
    (map (lambda (n) (mint (format "account-{}" [n]) (read-keyset "admin") 1000000.0))
      (enumerate 1 ${accounts}))
    (commit-tx)`);
}

function round() {
  milligas = 0;
  for (let i = 0; i < perRound; i++) {
    const from = 1 + Math.floor(random() * accounts);
    const to = 1 + ((from + Math.floor(random() * (accounts - 2))) % accounts);
    transfer(`account-${from}`, `account-${to}`, 1 + (i % 1000));
  }
}

function transfer(from, to, thousandths) {
  const { machine, meter } = engine;
  const text = (thousandths / 1000).toFixed(3);
  const code = `(token.transfer "${from}" "${to}" ${text})`;
  machine.environment.signatures = new Map([['admin', [capability(from, to, thousandths)]]]);
  machine.database.begin();
  meter.used = 0;
  engine.run(new Source('transfer.pact', code));
  milligas += Number(meter.used);
  machine.database.commit();
  engine.endTransaction();
}

function capability(from, to, thousandths) {
  const amount = new language.Decimal(BigInt(thousandths), 3);
  return { name: language.parseQualifiedName('token.TRANSFER'), args: [from, to, amount] };
}

/** A linear congruential generator: the same accounts in every run. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
