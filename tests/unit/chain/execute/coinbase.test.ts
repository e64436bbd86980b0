import { describe, expect, test } from 'vitest';
import { utf8 } from '../../../../src/base/bytes.ts';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { executeCoinbase } from '../../../../src/chain/execute/index.ts';
import { encodeCommand } from '../../../../src/chain/command/index.ts';
import { mainnet01 } from '../../../../src/chain/rules/networks/mainnet01.ts';
import type { UpgradeChange } from '../../../../src/chain/rules/execution/settings.ts';
import { KeySetName } from '../../../../src/lang/session/store.ts';
import {
  balanceOf,
  chainDatabase,
  contextAt,
  run,
  smallChain,
  written,
} from '../../../support/chain-execution.ts';
import { reported } from '../../../support/send-command.ts';

function withUpgrades(...upgrades: readonly UpgradeChange[]) {
  const context = contextAt();
  return { ...context, rules: { ...context.rules, upgrades } };
}

const upgrade = (code: string): UpgradeChange => ({
  kind: 'transactions',
  transactions: [utf8(encodeCommand(written({ code })))],
});

test('pays the reward of the height, under the hash of the parent', () => {
  const database = smallChain();
  const context = contextAt();
  const done = executeCoinbase(database, context);
  if (done.kind === 'invalid') throw new Error(done.message);
  expect(balanceOf(database, 'the-miner')).toBe('1.1522615');
  const { requestKey, txId, gas } = done.result;
  expect([requestKey, txId, gas]).toEqual([toBase64Url(utf8(context.parent.hash)), 2n, 0n]);
});

test('cannot be requested by a user', () => {
  const code = `(coin.coinbase "bob" (read-keyset 'k) 1.0)`;
  expect(reported(run(smallChain(), { code, data: '{"k":[]}' }))).toContain(
    'has not been granted: coin.COINBASE',
  );
});

describe('makes the block invalid', () => {
  test('if it fails', () => {
    expect(executeCoinbase(chainDatabase(), contextAt())).toMatchObject({
      kind: 'invalid',
      code: 'coinbase',
    });
  });

  test('in the time of Pact 4', () => {
    const context = contextAt({ network: mainnet01, height: 100 });
    expect(executeCoinbase(smallChain(), context)).toMatchObject({ code: 'pact-4' });
    const old = withUpgrades({ kind: 'pact-4', name: 'coin-v3', isEarly: true });
    expect(executeCoinbase(smallChain(), old)).toMatchObject({ code: 'pact-4' });
  });

  test('if an upgrade fails', () => {
    expect(
      executeCoinbase(smallChain(), withUpgrades(upgrade('(enforce false "no")'))),
    ).toMatchObject({ code: 'upgrade', message: 'upgrade transaction 0: no' });
  });
});

test('upgrades of the coin contract run before it, although its governance refuses everyone', () => {
  const database = smallChain();
  const code = `(module coin GOVERNANCE (defcap GOVERNANCE () (enforce false ""))
    (defcap COINBASE () true)
    (defun coinbase (account:string guard:guard amount:decimal)
      (require-capability (COINBASE)) "upgraded"))`;
  const done = executeCoinbase(database, withUpgrades(upgrade(code)));
  expect(done).toMatchObject({ result: { txId: 3n, result: { data: 'upgraded' } } });
});

test('whoever asks is told what each upgrade and the reward wrote, in their order', () => {
  const database = smallChain();
  const told: [string, readonly string[]][] = [];
  const done = executeCoinbase(database, withUpgrades(upgrade('(+ 1 2)')), (stage, log) =>
    told.push([stage, log.map(({ domain }) => domain)]),
  );
  expect(done.kind).toBe('executed');
  expect(told.map(([stage]) => stage)).toEqual(['upgrade', 'coinbase']);
  expect(told[0]).toEqual(['upgrade', []]);
});

test('keysets that a fork replaces are in no log', () => {
  const keyset = { keys: ['b'.repeat(64), 'a'.repeat(64)], predicate: 'user.pred.keys-3' };
  const [plain, changed] = [smallChain(), smallChain()];
  const before = executeCoinbase(plain, contextAt());
  const names = ['PS_C0', 'ns-admin-keyset'];
  const after = executeCoinbase(changed, withUpgrades({ kind: 'keysets', names, keyset }));
  expect(after).toEqual(before);
  expect(changed.readKeySet(new KeySetName('PS_C0'))).toMatchObject({
    keys: ['a'.repeat(64), 'b'.repeat(64)],
    predicate: { kind: 'qualified' },
  });
  expect(plain.readKeySet(new KeySetName('PS_C0'))).toBeUndefined();
});
