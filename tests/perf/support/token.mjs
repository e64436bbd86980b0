// A session with the token of stdlib/ deployed and many accounts, for benchmarks of transfers.
import { language, session, Source } from './language.mjs';

/** `transfer` runs one transaction and returns its milligas. */
export function tokenSession({ makeDatabase, accounts = 1_000 } = {}) {
  const { engine, run } = session({ makeDatabase });
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
  return { transfer: (order) => transfer(engine, order) };
}

/** Runs a transaction, from parsing to the commit. The signature counts as checked. */
function transfer(engine, { from, to, thousandths }) {
  const { machine, meter } = engine;
  const [sender, receiver] = [`account-${from}`, `account-${to}`];
  const code = `(token.transfer "${sender}" "${receiver}" ${(thousandths / 1000).toFixed(3)})`;
  const scope = {
    name: language.parseQualifiedName('token.TRANSFER'),
    args: [sender, receiver, new language.Decimal(BigInt(thousandths), 3)],
  };
  machine.environment.signatures = new Map([['admin', [scope]]]);
  machine.database.begin();
  meter.used = 0;
  engine.run(new Source('transfer.pact', code));
  const milligas = Number(meter.used);
  machine.database.commit();
  engine.endTransaction('committed');
  return milligas;
}

/** Yields senders, receivers and amounts: the same in every run. */
export function* orders(accounts, seed = 20_260_101) {
  let state = seed;
  const below = (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  for (let i = 0; ; i++) {
    const from = 1 + below(accounts);
    const to = 1 + ((from + below(accounts - 2)) % accounts);
    yield { from, to, thousandths: 1 + (i % 1000) };
  }
}
