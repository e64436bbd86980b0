import { describe, expect, test } from 'vitest';
import { executeTransaction } from '../../../../src/chain/execute/index.ts';
import { never } from '../../../../src/chain/rules/forks.ts';
import { development } from '../../../../src/chain/rules/networks/development.ts';
import {
  alice,
  balanceOf,
  bob,
  contextAt,
  run,
  smallChain,
  transaction,
  type Written,
} from '../../../support/chain-execution.ts';
import { reported } from '../../../support/send-command.ts';

/** A gas station that pays for everyone, and stores what it learns about the transaction. */
const station = (composed = '(ALLOW)') => `
(module station G
  (defcap G () true)
  (implements gas-payer)
  (defschema remembered type:string code:[string])
  (deftable table:{remembered})
  (defcap ALLOW () true)
  (defcap GAS_PAYER:bool (user:string limit:integer price:decimal)
    (write table "data" { "type": (read-msg 'tx-type), "code":
      (if (= (read-msg 'tx-type) "exec") (read-msg 'exec-code) []) })
    (compose-capability (ALLOW))
    (compose-capability ${composed}))
  (defun guard () (create-user-guard (allowed)))
  (defun allowed () (require-capability (ALLOW)))
  (defun seen () (read table "data")))
(create-table table)
(coin.fund "station" (guard) 5.0)`;

const payer = '{"name":"station.GAS_PAYER","args":["alice",{"int":1},1.0]}';
const paidFor: Written = { sender: 'station', signers: [{ pair: alice, clist: payer }] };

test('pays with its own coins for code that it sees as it was written', () => {
  const database = smallChain(station());
  const forms = ['(+ 1\n\t2)', '"é😀"', '(station.seen)'];
  const result = run(database, { ...paidFor, code: `${forms.join('\r\n ')}\n` });
  expect(reported(result)).toBe(JSON.stringify({ code: forms, type: 'exec' }));
  expect(balanceOf(database, 'alice')).toBe('100.0');
  expect(balanceOf(database, 'station')).toMatch(/^4\.\d{12}$/);
});

function faultOf(own: Written, code: string, context = contextAt()): unknown {
  const database = smallChain(code);
  const done = executeTransaction(database, context, transaction({ code: '1', ...own }), {
    index: 0,
    gasLeft: undefined,
  });
  return done.kind === 'invalid' ? done.fault : done.kind;
}

describe('is refused', () => {
  test('if two of them are named', () => {
    const both = [
      { pair: alice, clist: payer },
      { pair: bob, clist: payer },
    ];
    expect(faultOf({ ...paidFor, signers: both }, station())).toMatchObject({
      code: 'gas-purchase',
      message: expect.stringMatching(
        /^"[\w-]{43}" Failed to buy gas: Multiple gas payer capabilities$/,
      ) as string,
    });
  });

  test('if its module does not exist', () => {
    expect(faultOf(paidFor, '')).toMatchObject({ code: 'gas-purchase' });
  });

  test('if no key signed for it', () => {
    expect(faultOf({ ...paidFor, signers: [] }, station())).toMatchObject({ code: 'gas-purchase' });
  });
});

// The delta of 3.2, section 3.6: the payment of gas follows 5.4.1 before user code does.
test('no gas payer can compose a capability of another module, whatever users may do', () => {
  const network = { ...development, forks: { ...development.forks, chainweb32: never } };
  const before = contextAt({ network });
  const foreign = '(other.OPEN)';
  const other = '(module other G (defcap G () (enforce false "")) (defcap OPEN () true))';
  const user = `(module user G (defcap G () true)
    (defcap OUTER () (compose-capability ${foreign})) (defun f () (with-capability (OUTER) 1)))`;
  const call: Written = { code: '(user.f)' };
  expect(reported(run(smallChain(`${other} ${user}`), call, before))).toBe('{"int":1}');
  expect(reported(run(smallChain(`${other} ${user}`), call))).toContain(
    'Module admin is necessary',
  );
  expect(faultOf(paidFor, `${other} ${station(foreign)}`, before)).toMatchObject({
    code: 'gas-purchase',
    message: expect.stringContaining('Module admin') as string,
  });
});
