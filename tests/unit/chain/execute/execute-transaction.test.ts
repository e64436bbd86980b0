import { describe, expect, test } from 'vitest';
import {
  executeTransaction,
  type TransactionContext,
} from '../../../../src/chain/execute/index.ts';
import { initialGas } from '../../../../src/chain/rules/execution/gas.ts';
import { encodeCommandResult } from '../../../../src/chain/command/index.ts';
import type { Database } from '../../../../src/lang/session/store.ts';
import {
  balanceOf,
  bob,
  contextAt,
  gasCap,
  run,
  smallChain,
  transaction,
  transferCap,
  type Written,
} from '../../../support/chain-execution.ts';
import { reported } from '../../../support/send-command.ts';

const transfer: Written = {
  code: '(coin.transfer "alice" "bob" 2.5)',
  clist: `${gasCap},${transferCap('alice', 'bob', '2.5')}`,
};

function faultOf(database: Database, own: Written, gasLeft?: bigint, context = contextAt()) {
  const done = executeTransaction(database, context, transaction(own), { index: 0, gasLeft });
  return done.kind === 'invalid' ? done.fault : done.result;
}

describe('a transaction that succeeds', () => {
  test('pays for what it used: purchase, size and payload together', () => {
    const database = smallChain();
    const result = run(database, transfer);
    expect(reported(result)).toBe('"Write succeeded"');
    // Amounts of gas have twelve decimal places, and rows store them all.
    const fee = result.gas * 100_000_000n;
    const paid = (units: bigint) =>
      `${units / 10n ** 12n}.${String(units % 10n ** 12n).padStart(12, '0')}`;
    expect(balanceOf(database, 'alice')).toBe(paid(97_500_000_000_000n - fee));
    expect(balanceOf(database, 'bob')).toBe('3.5');
    expect(balanceOf(database, 'the-miner')).toBe(paid(fee));
    expect(result.gas).toBe(run(smallChain(), transfer).gas);
  });

  test('takes three transaction ids and reports the second', () => {
    const database = smallChain();
    expect([run(database, transfer).txId, run(database, { code: '1', nonce: 'b' }).txId]).toEqual([
      3n,
      6n,
    ]);
  });

  test('reports the events of the purchase first and those of the redemption last', () => {
    const { events } = run(smallChain(), transfer);
    expect(events.map(({ name }) => name)).toEqual(['TRANSFER', 'TRANSFERRED']);
  });

  test('sees block and sender', () => {
    const code = `[(at 'block-height (chain-data)) (at 'sender (chain-data)) (at 'chain-id (chain-data))
      (at 'gas-limit (chain-data))]`;
    expect(reported(run(smallChain(), { code }))).toBe('[{"int":1},"alice","0",{"int":10000}]');
  });

  test('is stored in the format of blocks', () => {
    const result = run(smallChain(), { code: '(+ 1 2)' });
    expect(encodeCommandResult(result)).toMatch(
      /^\{"gas":\d+,"result":\{"status":"success","data":\{"int":3\}\},"reqKey":"[\w-]{43}","logs":"[\w-]{43}","events":.*,"metaData":null,"continuation":null,"txId":3\}$/,
    );
  });
});

describe('a transaction that fails', () => {
  test('pays its whole limit, writes nothing and has no id', () => {
    const database = smallChain();
    const result = run(database, {
      ...transfer,
      code: '(coin.transfer "alice" "bob" 2.5) (enforce false "no")',
    });
    expect(reported(result)).toBe('TxFailure at <toplevel>:0: no');
    expect([result.gas, result.txId, result.continuation]).toEqual([10_000n, undefined, undefined]);
    expect(balanceOf(database, 'alice')).toBe('99.000000000000');
    expect(balanceOf(database, 'bob')).toBe('1.0');
    expect(balanceOf(database, 'the-miner')).toBe('1.000000000000');
    expect(result.events.map(({ name }) => name)).toEqual(['TRANSFERRED']);
    // The next transaction's id: this one has used two ids.
    expect(run(database, { code: '1' }).txId).toBe(5n);
  });

  test('fails if its gas runs out', () => {
    const result = run(smallChain(), { code: '(enumerate 1 100000)', gasLimit: 700 });
    expect(reported(result)).toMatch(/^EvalError at <toplevel>:0: Gas limit "700"exceeded: \d+$/);
    expect(result.gas).toBe(700n);
  });
});

describe('a transaction that cannot be in a block', () => {
  test.each<[string, Written, string, string]>([
    [
      'too big',
      { code: '1', gasLimit: 20 },
      'too-big',
      'Failed to purchas gas: tx too big for gas limit',
    ],
    [
      'poor',
      { code: '1', sender: 'bob', gasPrice: '1.0' },
      'gas-purchase',
      'Failed to buy gas: Insufficient funds',
    ],
    [
      'of an unknown account',
      { code: '1', sender: 'carol' },
      'gas-purchase',
      'Failed to buy gas: ',
    ],
    ['without forms', { code: ' ; nothing' }, 'empty-code', 'no top-level form'],
  ])('is one that is %s', (_, own, code, text) => {
    const database = smallChain();
    const fault = faultOf(database, own);
    expect(fault).toMatchObject({ code, message: expect.stringContaining(text) as string });
    expect(balanceOf(database, 'alice')).toBe('100.0');
  });

  test('has the request key in quotes in its message', () => {
    const own: Written = { code: '1', gasLimit: 20 };
    expect(faultOf(smallChain(), own)).toMatchObject({
      message: `"${transaction(own).hash}" Failed to purchas gas: tx too big for gas limit`,
    });
  });

  test('is one that fails because the block has less gas left than its limit', () => {
    const code = '(enumerate 1 100000)';
    expect(faultOf(smallChain(), { code }, 700n)).toMatchObject({ code: 'block-gas-limit' });
    const lowered = faultOf(smallChain(), { code: "(at 'gas-limit (chain-data))" }, 700n);
    expect(lowered).toMatchObject({ result: { status: 'success', data: 700n } });
  });
});

// chainweb-node #797: names of accounts were once pasted into the code of the chain.
test('names of accounts are never code', () => {
  const evil = 'alice" 0.0) (coin.coinbase "bob';
  expect(faultOf(smallChain(), { code: '1', sender: evil })).toMatchObject({
    code: 'gas-purchase',
  });
  const database = smallChain();
  const context: TransactionContext = {
    ...contextAt(),
    miner: { account: evil, predicate: 'keys-all', publicKeys: [bob.publicKey] },
  };
  run(database, { code: '1' }, context);
  expect(balanceOf(database, evil)).not.toBe('none');
  expect(balanceOf(database, 'bob')).toBe('1.0');
});

// chainweb-node #831: a sender without coins stopped the making of blocks.
test('a sender who has spent everything cannot pay for the next transaction', () => {
  const database = smallChain();
  const all: Written = {
    code: '(coin.transfer "alice" "bob" 98.0)',
    clist: `${gasCap},${transferCap('alice', 'bob', '98.0')}`,
    gasLimit: 10_000,
  };
  run(database, all);
  const next = faultOf(database, { code: '2', gasLimit: 100_000 });
  expect(next).toMatchObject({ code: 'gas-purchase' });
});

// chainweb-node #468: only the first of several updates of a row reached the database.
test('the last of several updates of a row is kept', () => {
  const database = smallChain();
  const code = '(coin.transfer "alice" "bob" 1.0) '.repeat(3);
  run(database, { code, clist: `${gasCap},${transferCap('alice', 'bob', '3.0')}` });
  expect(balanceOf(database, 'bob')).toBe('4.0');
});

describe('at the gas limits', () => {
  const sizeOf = (own: Written) => initialGas(contextAt().rules.initialGas, transaction(own).sizes);
  test('a limit equal to the size can be bought, and fails', () => {
    const own: Written = { code: '1', gasLimit: 99 };
    const gasLimit = Number(sizeOf(own));
    expect(faultOf(smallChain(), { ...own, gasLimit: gasLimit - 1 })).toMatchObject({
      code: 'too-big',
    });
    const result = run(smallChain(), { ...own, gasLimit });
    expect(reported(result)).toContain(`Gas limit "${gasLimit}"exceeded`);
    expect(result.gas).toBe(BigInt(gasLimit));
  });

  test('a purchase that costs more than the limit of the transaction only fails it', () => {
    const gasLimit = Number(sizeOf({ code: '1', gasLimit: 10 })) + 1;
    const database = smallChain();
    const result = run(database, { code: '1', gasLimit });
    expect(result.result.status).toBe('failure');
    expect(balanceOf(database, 'the-miner')).toBe(`0.${String(gasLimit).padStart(4, '0')}00000000`);
  });
});

test('a result that does not fit in memory makes the transaction invalid', () => {
  const doubled = Array.from({ length: 40 }, (_, i) => `(a${i + 1} [a${i} a${i}])`).join(' ');
  const code = `(let* ((a0 [1]) ${doubled}) a40)`;
  expect(faultOf(smallChain(), { code })).toMatchObject({ code: 'too-large' });
});

describe('a transaction with an output that is too large', () => {
  const doubling = (levels: number) => `(fold (lambda (a i) [a a]) 1 (enumerate 1 ${levels}))`;
  const module = `
    (module m G (defcap G () true)
      (defcap SAID (x) @event true)
      (defun say (x) (emit-event (SAID x)))
      (defpact inner (x) (step 1) (step 2))
      (defpact outer (x) (step (inner x)) (step 2)))`;
  const ends = (code: string, freeBytes: number | undefined): string => {
    const sent = transaction({ code, gasLimit: 150_000, gasPrice: '0.00000001' });
    const place = { index: 0, gasLeft: undefined, freeBytes };
    const done = executeTransaction(smallChain(module), contextAt(), sent, place);
    return done.kind === 'invalid' ? done.fault.code : done.result.result.status;
  };

  test.each([
    ['result', doubling(18)],
    ['result in an error of depth', doubling(40)],
    ['event', `(m.say ${doubling(18)})`],
    [
      'hundred events',
      `(let ((l ${doubling(15)})) (map (lambda (i) (m.say l)) (enumerate 1 100)))`,
    ],
    ['id of a nested defpact', `(m.outer ${doubling(40)})`],
  ])('cannot be in a block that is made here: %s', (_, code) => {
    expect(ends(code, Infinity)).toBe('too-large');
  });

  test('may be in a block from elsewhere', () => {
    expect(ends(doubling(18), undefined)).toBe('success');
    expect(ends(`(m.say ${doubling(18)})`, undefined)).toBe('success');
    expect(ends(`(m.outer ${doubling(40)})`, undefined)).toBe('failure');
    // Nobody could have written this.
    expect(ends(doubling(40), undefined)).toBe('too-large');
  });

  test('may be in one that is made here if there is room, to the byte', () => {
    const database = smallChain();
    const sent = transaction({ code: doubling(14), gasLimit: 1_000 });
    const at = (freeBytes: number) =>
      executeTransaction(smallChain(), contextAt(), sent, {
        index: 0,
        gasLeft: undefined,
        freeBytes,
      });
    const refused = at(0);
    const needed =
      refused.kind === 'invalid' && 'freeBytes' in refused.fault ? refused.fault.freeBytes : 0;
    expect(needed).toBeGreaterThan(100_000);
    expect(at(needed - 1)).toMatchObject({
      kind: 'invalid',
      fault: { code: 'block-output-limit' },
    });
    const done = executeTransaction(database, contextAt(), sent, {
      index: 0,
      gasLeft: undefined,
      freeBytes: needed,
    });
    expect(done.kind === 'executed' && done.output.length - 128 * Number(done.gas)).toBe(needed);
  });
});
