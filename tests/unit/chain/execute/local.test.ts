import { describe, expect, test } from 'vitest';
import { printJson } from '../../../../src/base/json.ts';
import { executeLocal, type LocalRequest } from '../../../../src/chain/execute/index.ts';
import {
  balanceOf,
  contextAt,
  genesisSeconds,
  run,
  smallChain,
  written,
  type Written,
} from '../../../support/chain-execution.ts';
import { reported } from '../../../support/send-command.ts';

const settings = { network: 'development', blockGasLimit: 150_000n };

function ask(
  own: Written,
  {
    preflight = false,
    signatures = 'check',
    change = {},
  }: Partial<Omit<LocalRequest, 'command'>> & { readonly change?: object } = {},
) {
  const database = smallChain();
  const command = { ...written(own), ...change };
  const answer = executeLocal(database, contextAt(), { command, preflight, signatures }, settings);
  return { answer, database };
}

function resultOf(...asked: Parameters<typeof ask>) {
  const { answer } = ask(...asked);
  if (answer.kind === 'result' || answer.kind === 'preflight') return answer.result;
  throw new Error(JSON.stringify(answer));
}

describe('a plain question', () => {
  test('buys no gas, pays nothing for its size, and changes nothing', () => {
    const { answer, database } = ask({ code: "(coin.balance 'alice)", gasPrice: '1.0' });
    expect(answer.kind === 'result' && reported(answer.result)).toBe('100');
    expect(balanceOf(database, 'alice')).toBe('100.0');
    expect(run(database, { code: '1' }).txId).toBe(3n);
  });

  test('has the next id, and what it saw of the block', () => {
    const { txId, metaData, gas } = resultOf({ code: '(+ 1 2)' });
    expect([txId, gas]).toEqual([2n, 1n]);
    expect(printJson(metaData!)).toBe(
      `{"publicMeta":{"creationTime":${genesisSeconds},"ttl":3600,"gasLimit":10000,"chainId":"0",` +
        `"gasPrice":1.0e-4,"sender":"alice"},"blockTime":1563388117613832,` +
        `"prevBlockHash":"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE","blockHeight":1}`,
    );
  });

  test('fails if the proof from another chain makes the check itself fail', () => {
    const crash = { kind: 'crash', message: 'not an output' } as const;
    const spv = { verify: () => crash, continuation: () => crash };
    const command = written({ code: '(verify-spv "TXOUT" {})' });
    const request = { command, preflight: false, signatures: 'check' } as const;
    const answer = executeLocal(smallChain(), { ...contextAt(), spv }, request, settings);
    expect(JSON.stringify(answer.kind === 'result' && answer.result.result)).toContain(
      'Unknown exception',
    );
  });

  test('has the gas that the network agreed on for the first transaction of the block', () => {
    const context = contextAt();
    const rules = { ...context.rules, gasOverrides: new Map([[0, 77n]]) };
    for (const preflight of [false, true]) {
      const request = { command: written({ code: '1' }), preflight, signatures: 'check' } as const;
      const answer = executeLocal(smallChain(), { ...context, rules }, request, settings);
      expect('result' in answer && answer.result.gas).toBe(77n);
    }
  });

  test("reads tables without checking their module's guard", () => {
    expect(reported(resultOf({ code: "(at 'balance (read coin.coin-table 'bob))" }))).toBe('1');
    expect(reported(run(smallChain(), { code: "(read coin.coin-table 'bob)" }))).toContain(
      'EvalError',
    );
  });

  test('without code has an empty answer', () => {
    expect(reported(resultOf({ code: ' ' }))).toBe('null');
  });

  test.each([
    ['(enforce false "no")', 'TxFailure at <toplevel>:0: no'],
    ['\n(+ 1', 'SyntaxError at <toplevel>:'],
  ])('%j fails with its whole limit and no metadata', (code, text) => {
    const result = resultOf({ code });
    expect(reported(result)).toContain(text);
    expect([result.gas, result.logs, result.txId, result.metaData]).toEqual([
      10_000n,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('hash and signatures', () => {
  const otherHash = { hash: 'A'.repeat(43) };
  const unsigned = { signatures: [] };
  test.each<[object, LocalRequest['signatures'], string | undefined]>([
    [otherHash, 'check', 'The hash of the payload was invalid.'],
    [unsigned, 'check', 'The number of signers and signatures do not match. '],
    [unsigned, 'skip', undefined],
    [{}, ['bad'], 'The signature at position 0 is invalid: bad.'],
  ])('%j, %j', (change, signatures, text) => {
    const { answer } = ask({ code: '1' }, { signatures, change });
    if (text === undefined) expect(answer.kind).toBe('result');
    else expect(answer).toEqual({ kind: 'refused', failures: [expect.stringContaining(text)] });
  });

  test('without a check of signatures, a wrong hash makes the transaction unreadable', () => {
    const { answer } = ask({ code: '1' }, { signatures: 'skip', change: otherHash });
    const sentence = expect.stringContaining('Hash Mismatch, received AAAA') as string;
    expect(answer).toEqual({ kind: 'unreadable', sentence });
  });
});

describe('preflight', () => {
  test('costs what the block will charge', () => {
    const own: Written = { code: "(coin.balance 'alice)" };
    const { answer } = ask(own, { preflight: true });
    const charged = run(smallChain(), own);
    expect(answer).toMatchObject({ kind: 'preflight', warnings: [], result: { gas: charged.gas } });
    expect(charged.gas).toBeGreaterThan(resultOf(own).gas);
  });

  test('reports all problems with the metadata', () => {
    const own: Written = {
      code: '1',
      chainId: '7',
      gasLimit: 150_001,
      gasPrice: '1.0000000000001e-6',
      networkId: 'elsewhere',
      creationTime: genesisSeconds - 7200n,
    };
    expect(ask(own, { preflight: true }).answer).toEqual({
      kind: 'refused',
      failures: [
        'Chain id mismatch',
        'Transaction Gas limit exceeds block gas limit',
        'Gas price decimal precision too high',
        'Network id mismatch',
        'Tx time outside of valid range',
      ],
    });
  });

  test('reports that gas cannot be bought as an error of the code', () => {
    const result = resultOf({ code: '1', sender: 'bob', gasPrice: '1.0' }, { preflight: true });
    expect(reported(result)).toMatch(/^EvalError at <toplevel>:0: "[\w-]{43}" Failed to buy gas: /);
    expect([result.gas, result.metaData]).toEqual([10_000n, undefined]);
  });

  test('has metadata if the code fails', () => {
    const result = resultOf({ code: '(enforce false "no")' }, { preflight: true });
    expect([reported(result), result.metaData === undefined]).toEqual([
      'TxFailure at <toplevel>:0: no',
      false,
    ]);
  });
});

describe('an answer that is too large', () => {
  const doubling = (levels: number) => `(fold (lambda (a i) [a a]) 1 (enumerate 1 ${levels}))`;
  const text = (own: Written, preflight: boolean) => reported(resultOf(own, { preflight }));

  test.each([20, 25, 1000])('is an error that says so: doubled %i times', (levels) => {
    expect(text({ code: doubling(levels) }, false)).toContain(
      'Value too large: result with events exceeds 8388608',
    );
  });

  test('is what a block that is made here would refuse, for preflight', () => {
    const refusal = /Value too large: result with events exceeds 21\d{5}$/;
    expect(text({ code: doubling(18) }, true)).toMatch(refusal);
    expect(text({ code: doubling(1000) }, true)).toMatch(refusal);
    expect(text({ code: `(length ${doubling(1000)})` }, true)).toBe('{"int":2}');
    // A query may have a larger answer.
    expect(text({ code: doubling(18) }, false).length).toBeGreaterThan(2_000_000);
  });
});
