// Changes of the coin table for tests: balances as numbers of coins, guards as keysets of one key.
import type { CoinChange, CoinChanges, CoinRow } from '../../src/chain/execute/coin-changes.ts';
import { readDecimal } from '../../src/lang/values/number/decimal.ts';
import { KeySetGuard } from '../../src/lang/values/value.ts';
import type { CoinHistory } from '../../src/node/port.ts';

export function coinRow(balance: string, key = 'k'): CoinRow {
  const read = readDecimal(balance);
  if (read === undefined) throw new Error(`no decimal: ${balance}`);
  return { balance: read, guard: new KeySetGuard([key], { kind: 'keys-all' }) };
}

/** `before` is `undefined` for a new account. */
export function coinChange(account: string, before: string | undefined, after: string): CoinChange {
  return {
    account,
    before: before === undefined ? undefined : coinRow(before),
    after: coinRow(after),
  };
}

/** A transfer of 1 from a to b, whose gas goes to m. */
export const transferChanges: CoinChanges['transactions'][number] = {
  fund: [coinChange('a', '10.0', '9.9')],
  payload: [coinChange('a', '9.9', '8.9'), coinChange('b', undefined, '1.0')],
  redeem: [coinChange('a', '8.9', '8.99'), coinChange('m', '2.0', '2.01')],
};

export const noChanges: CoinChanges = { coinbase: [], upgrades: [], transactions: [] };

/** A history with the same answers for every block. */
export function fakeHistory({
  changes = noChanges,
  rowAt = () => ({ kind: 'absent' }),
}: {
  readonly changes?: CoinChanges | undefined;
  readonly rowAt?: CoinHistory['rowAt'];
}): CoinHistory {
  return { changes: () => changes, rowAt };
}
