import { describe, expect, test } from 'vitest';
import { executeTransaction, noSpv, type SpvPort } from '../../../../src/chain/execute/index.ts';
import { hashOfLog } from '../../../../src/chain/command/index.ts';
import {
  balanceOf,
  contextAt,
  run,
  smallChain,
  transaction,
} from '../../../support/chain-execution.ts';
import { reported } from '../../../support/send-command.ts';
import { recordingLog } from '../../../support/recording-log.ts';

const stepOf = (pactId: string, proof = 'null') =>
  `"pactId":"${pactId}","step":1,"rollback":false,"proof":${proof}`;

test('a defpact continues in a later transaction, and no further', () => {
  const database = smallChain();
  const first = run(database, { code: '(coin.two-steps)' });
  const pactId = first.continuation!.pactId;
  expect([pactId, reported(first)]).toEqual([first.requestKey, '"first"']);
  expect(reported(run(database, { cont: stepOf(pactId) }))).toBe('"second"');
  const again = run(database, { cont: stepOf(pactId), nonce: 'again' });
  expect(reported(again)).toContain('already completed for defpact id');
});

// Nodes store defpacts under a text form of the id, which is part of the hash of the log.
test('the log of a defpact names it as nodes do', () => {
  const { database, log } = recordingLog(smallChain());
  const { logs, requestKey } = run(database, { code: '(coin.two-steps)' });
  const entries = log.map(({ domain, key, value }) =>
    domain === 'SYS:Pacts'
      ? { domain, key: `PactId "${requestKey}"`, value }
      : { domain, key, value },
  );
  expect(entries.filter(({ domain }) => domain === 'SYS:Pacts')).toHaveLength(1);
  expect(logs).toBe(hashOfLog(entries));
});

describe('a proof', () => {
  const proof = '"cHJvb2Y"';
  const withPort = (continuation: SpvPort['continuation']) => ({
    ...contextAt(),
    spv: { ...noSpv, continuation },
  });

  test('that does not hold fails the transaction, which pays', () => {
    const database = smallChain();
    const context = withPort(() => ({ kind: 'failure', message: 'spv verification failed: no' }));
    const result = run(database, { cont: stepOf('x', proof) }, context);
    expect(reported(result)).toBe(
      'EvalError at <toplevel>:0: Continuation error: spv verification failed: no',
    );
    expect(balanceOf(database, 'the-miner')).toBe('1.000000000000');
  });

  test('that makes the reference crash makes the transaction invalid', () => {
    const context = withPort(() => ({ kind: 'crash', message: 'not an output' }));
    const own = transaction({ cont: stepOf('x', proof) });
    const place = { index: 0, gasLeft: undefined };
    expect(executeTransaction(smallChain(), context, own, place)).toEqual({
      kind: 'invalid',
      fault: { code: 'proof', message: 'not an output' },
    });
  });

  test("of another kind is refused with the port's message", () => {
    const spv: SpvPort = {
      ...noSpv,
      verify: (type) => ({ kind: 'crash', message: type }),
    };
    const code = '(verify-spv "TXOUT" {})';
    expect(reported(run(smallChain(), { code }, { ...contextAt(), spv }))).toBe(
      'EvalError at <toplevel>:0: Unknown exception',
    );
    expect(reported(run(smallChain(), { code }))).toContain('SPV verification not supported');
  });
});
