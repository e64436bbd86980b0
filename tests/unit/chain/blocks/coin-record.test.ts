// What a block records of the table of the coin: net changes by stage, each beginning where the one before it ended.

import { expect, test } from 'vitest';
import { utf8, decodeUtf8 } from '../../../../src/base/bytes.ts';
import { CoinRecord } from '../../../../src/chain/blocks/coin-record.ts';
import type { AccountChange } from '../../../../src/chain/execute/index.ts';

const table = 'coin_coin-table';
const log = (...rows: readonly (readonly [account: string, row: string, domain?: string])[]) =>
  rows.map(([key, row, domain = table]) => ({ domain, key, value: utf8(row) }));

const record = (rows: Readonly<Record<string, string>> = {}): CoinRecord =>
  new CoinRecord({
    rowBelow: (name, key) =>
      name === table && Object.hasOwn(rows, key) ? utf8(rows[key]!) : undefined,
  });

const shown = (changes: readonly AccountChange<Uint8Array>[]): readonly string[] =>
  changes.map(({ account, before, after }) => {
    const from = before === undefined ? 'none' : decodeUtf8(before);
    return `${account}: ${from} to ${decodeUtf8(after)}`;
  });

test('stages follow on each other, and a transaction that is not in the block leaves nothing', () => {
  const own = record({ a: '10' });
  own.observe('upgrade', log(['u', '1']));
  own.observe('upgrade', log(['u', '2'], ['a', '9']));
  own.observe('coinbase', log(['m', '5']));
  own.keepBegin();
  own.observe('fund', log(['a', '1']));
  own.observe('payload', log(['a', '0']));
  own.endTransaction(false);
  own.observe('fund', log(['a', '7']));
  own.observe('payload', []);
  own.observe('redeem', log(['m', '6'], ['a', '8']));
  own.endTransaction(true);
  const { upgrades, coinbase, transactions } = own.writes();
  expect(upgrades.map(shown)).toEqual([['u: none to 1'], ['u: 1 to 2', 'a: 10 to 9']]);
  expect(shown(coinbase)).toEqual(['m: none to 5']);
  expect(transactions).toHaveLength(1);
  const [{ fund, payload, redeem }] = transactions as [(typeof transactions)[number]];
  expect([fund, payload, redeem].map(shown)).toEqual([
    ['a: 9 to 7'],
    [],
    ['m: 5 to 6', 'a: 7 to 8'],
  ]);
});

test('an account counts once in a stage, at its first write, and not at all if nothing changes in the end', () => {
  const own = record({ a: '10', b: '1' });
  own.keepBegin();
  own.observe(
    'payload',
    log(['a', '9'], ['b', '2'], ['__proto__', '3'], ['b', '1'], ['a', '4'], ['a', '5', 'other_t']),
  );
  own.endTransaction(true);
  const [only] = own.writes().transactions;
  expect(shown(only!.payload)).toEqual(['a: 10 to 4', '__proto__: none to 3']);
});
