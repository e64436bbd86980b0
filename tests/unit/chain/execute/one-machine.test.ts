// The transactions of a block run on one machine, one after the other: each must give the same result as on a new machine.

import { describe, expect, test } from 'vitest';
import { decodeUtf8 } from '../../../../src/base/bytes.ts';
import {
  executeTransaction,
  type TransactionContext,
} from '../../../../src/chain/execute/index.ts';
import type { Database } from '../../../../src/lang/session/store.ts';
import { Interrupted } from '../../../../src/lang/session/run.ts';
import {
  contextAt,
  gasCap,
  smallChain,
  transaction,
  transferCap,
  type Written,
} from '../../../support/chain-execution.ts';

const library = `(module lib G (defcap G () true)
  (defcap NOTE (n:integer) @event true)
  (defcap ALLOWED () true)
  (defun twice (n:integer) (* 2 n))
  (defun fail-below (n:integer) (if (= n 0) (enforce false "below") (map (fail-again) [n])))
  (defun fail-again (n:integer) (with-capability (NOTE n) (with-capability (ALLOWED) (enforce false "inside"))))
  (defun note (n:integer) (with-capability (NOTE n) n))
  (defun allowed () (require-capability (ALLOWED)))
  (defpact two (n:integer) (step (yield {"n": n})) (step (resume {"n" := m} (twice m)))))`;

const transfer = (amount: string): Written => ({
  code: `(coin.transfer "alice" "bob" ${amount})`,
  clist: `${gasCap},${transferCap('alice', 'bob', amount)}`,
});

const inTurn: readonly Written[] = [
  transfer('2.5'),
  { code: '(lib.fail-below 1)' },
  { code: '(lib.allowed)' },
  { code: '(lib.fail-below 1)' },
  { code: '(lib.note 1)' },
  transfer('500.0'),
  transfer('1.5'),
  { code: '(lib.two 4)' },
  { code: '(read-msg "x")', data: '{"x":1}' },
  { code: '(read-msg "x")' },
  { code: '(fold (+) 0 (enumerate 1 100000))' },
  { code: '(try 1 (lib.fail-below 1))' },
  { code: '(lib.twice (lib.note 2))' },
  { code: '(module lib2 G (defcap G () true))' },
  { code: "(at 'sender (chain-data))", sender: 'bob', gasLimit: 1000 },
  { code: "[(at 'sender (chain-data)) (tx-hash)]" },
  { code: '(pact-id)' },
];

function outputsOf(contextOf: (context: TransactionContext) => TransactionContext): string[] {
  const database = smallChain(library);
  const context = contextAt();
  return inTurn.map((own, i) =>
    output(database, contextOf(context), { ...own, nonce: `transaction ${i}` }),
  );
}

function output(database: Database, context: TransactionContext, own: Written): string {
  const place = { index: 0, gasLeft: undefined };
  const done = executeTransaction(database, context, transaction(own), place);
  return done.kind === 'invalid' ? done.fault.message : (decodeUtf8(done.output) ?? '');
}

describe('transactions of one block', () => {
  test('give the same results as on separate machines', () => {
    const together = outputsOf((context) => context);
    expect(together).toEqual(outputsOf((context) => ({ ...context })));
    const failed = together.filter((text) => text.includes('"status":"failure"'));
    expect(failed.length).toBeGreaterThan(5);
    expect(together.filter((text) => text.includes('"status":"success"')).length).toBe(
      inTurn.length - failed.length,
    );
  });

  test('run after an interrupted one as before it', () => {
    let calls = Infinity;
    const isInterrupted = (): boolean => --calls < 0;
    const context = contextAt({}, { isInterrupted });
    const database = smallChain(library);
    const before = output(database, context, { code: '(lib.note 7)', nonce: 'before' });
    calls = 0;
    const endless = { code: '(map (lib.twice) (enumerate 1 100000))', gasLimit: 100_000 };
    expect(() => output(database, context, endless)).toThrow(Interrupted);
    database.rollback();
    calls = Infinity;
    const after = output(database, context, { code: '(lib.note 7)', nonce: 'after' });
    const part = (text: string): string => text.slice(0, text.indexOf('"reqKey"'));
    expect(part(after)).toBe(part(before));
    expect(after).toContain('"status":"success"');
  });
});
