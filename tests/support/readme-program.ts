// The program of the README, which is typechecked here; a test compares the two.
import { createSession, Decimal } from '../../src/index.ts';

const session = createSession();
session.run(`
  (module purse GOVERN
    (defcap GOVERN () false)
    (defcap PAID (to:string amount:decimal) @event true)
    (defschema entry balance:decimal)
    (deftable entries:{entry})
    (defun pay (to:string amount:decimal)
      (enforce (> amount 0.0) "nothing to pay")
      (with-capability (PAID to amount)
        (write entries to { "balance": amount }))))
  (create-table entries)`);

session.setGas({ model: 'table', limit: 1000 });
const paid = session.evaluate('(purse.pay "bob" 1.5)');
if (paid.kind === 'value') console.log(paid.text);
const balance = session.rows('purse.entries')?.get('bob')?.get('balance');
if (balance instanceof Decimal) console.log(balance.times(3).toString());
console.log(session.events.map(({ name, params }) => `${name} to ${params[0]}`));
console.log([...(session.rows('purse.entries')?.keys() ?? [])], session.gas.used > 0n);

const refused = session.evaluate('(purse.pay "bob" 0.0)');
if (refused.kind === 'error') console.log(refused.error.code, refused.error.message);
