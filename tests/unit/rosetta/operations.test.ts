// Operations: their order, relations, amounts and guards.
import { expect, test } from 'vitest';
import {
  coinbaseOperations,
  maxRelated,
  operationsText,
  upgradeOperations,
  userOperations,
} from '../../../src/rosetta/operations.ts';
import { unitsOf } from '../../../src/rosetta/network-words.ts';
import { Decimal, KeySetGuard } from '../../../src/lang/values/value.ts';
import { coinChange, coinRow, transferChanges } from '../../support/coin-changes.ts';

const currency = { symbol: 'KDA', decimals: 12 };

test('a transfer has five operations, indexed over all stages', () => {
  const shown = userOperations(transferChanges, currency).map(
    ({ index, type, account, units, related }) => [index, type, account, units, related],
  );
  expect(shown).toEqual([
    [0, 'FundTx', 'a', -100_000_000_000n, []],
    [1, 'TransferOrCreateAcct', 'a', -1_000_000_000_000n, []],
    [2, 'TransferOrCreateAcct', 'b', 1_000_000_000_000n, [1]],
    [3, 'GasPayment', 'a', 90_000_000_000n, [0]],
    [4, 'GasPayment', 'm', 10_000_000_000n, [0, 3]],
  ]);
});

test('an operation as JSON', () => {
  const [operation] = coinbaseOperations([coinChange('m"', '1.5', '2.0')], currency);
  expect(operationsText([operation!], currency)).toBe(
    '[{"operation_identifier":{"index":0},"type":"CoinbaseReward","status":"Successful",' +
      '"account":{"address":"m\\""},' +
      '"amount":{"value":"500000000000","currency":{"symbol":"KDA","decimals":12}},' +
      '"metadata":{"prev-ownership":{"pred":"keys-all","keys":["k"]},' +
      '"curr-ownership":{"pred":"keys-all","keys":["k"]}}}]',
  );
});

test('a rotation is an operation with amount 0 and both guards', () => {
  const change = { account: 'a', before: coinRow('1.0', 'old'), after: coinRow('1.0', 'new') };
  const text = operationsText(upgradeOperations([change], currency), currency);
  expect(JSON.parse(text)).toMatchObject([
    {
      status: 'Remediation',
      amount: { value: '0' },
      metadata: {
        'prev-ownership': { keys: ['old'] },
        'curr-ownership': { keys: ['new'] },
      },
    },
  ]);
});

test('relations are bounded', () => {
  const payload = Array.from({ length: 1000 }, (_, i) => coinChange(`a${i}`, undefined, '1.0'));
  const operations = userOperations({ ...transferChanges, payload }, currency);
  const related = operations.map((each) => each.related);
  expect(Math.max(...related.map(({ length }) => length))).toBe(maxRelated);
  expect(related[1000]).toEqual(
    Array.from({ length: maxRelated }, (_, i) => 1000 - maxRelated + i),
  );
  for (const { index, related: others } of operations) {
    expect(others.every((other, i) => other < index && other > (others[i - 1] ?? -1))).toBe(true);
  }
});

test('guards that are too large together are left out', () => {
  const guard = new KeySetGuard(['k'.repeat(300_000)], { kind: 'keys-all' });
  const row = { ...coinRow('1.0'), guard };
  const changes = ['a', 'b'].map((account) => ({ account, before: row, after: row }));
  const one = operationsText(coinbaseOperations(changes.slice(0, 1), currency), currency);
  expect(one).toContain('prev-ownership');
  const two = operationsText(coinbaseOperations(changes, currency), currency);
  expect(two).not.toContain('ownership');
});

test.each([
  [1n, 0, 1_000_000_000_000n],
  [15n, 1, 1_500_000_000_000n],
  [1n, 12, 1n],
  [19n, 13, 1n],
  [-19n, 13, -2n],
  [-20n, 13, -2n],
])('%d with %d places is %d of the smallest unit', (mantissa, places, units) => {
  expect(unitsOf(new Decimal(mantissa, places), currency)).toBe(units);
});

test('amounts add up to balances, even where balances have more places than amounts', () => {
  const changes = [
    coinChange('a', undefined, '0.00000000000015'),
    coinChange('a', '0.00000000000015', '0.0000000000003'),
  ];
  const total = coinbaseOperations(changes, { ...currency, decimals: 13 }).reduce(
    (sum, { units }) => sum + units,
    0n,
  );
  expect(total).toBe(unitsOf(coinRow('0.0000000000003').balance, { ...currency, decimals: 13 }));
});
