// What must hold of the coin history of a chain, compared with the blocks and the state themselves.

import { expect } from 'vitest';
import type { CoinChange, CoinChanges, CoinRow } from '../../src/chain/execute/index.ts';
import { coinTable } from '../../src/chain/execute/index.ts';
import { showDecimal, showValue } from '../../src/lang/session/run.ts';
import { coinRowOf } from '../../src/node/coin-history/coin-bytes.ts';
import type { Engine } from '../../src/node/engine/engine.ts';
import type { CoinHistory, NodePort, RowAtHeight } from '../../src/node/port.ts';

export const rowText = (row: CoinRow | undefined): string =>
  row === undefined ? 'none' : `${showDecimal(row.balance)} ${showValue(row.guard)}`;

export const answerText = (answer: RowAtHeight): string => {
  if (answer.kind === 'row') return rowText(answer.row);
  return answer.kind === 'absent' ? 'none' : `since ${answer.since}`;
};

export function* eachChange(changes: CoinChanges): Generator<CoinChange> {
  for (const each of changes.upgrades) yield* each;
  yield* changes.coinbase;
  for (const { fund, payload, redeem } of changes.transactions) {
    yield* fund;
    yield* payload;
    yield* redeem;
  }
}

export function historyOf(node: NodePort, chain: number): CoinHistory {
  const history = node.chain(chain)?.coinHistory;
  if (history === undefined) throw new Error('the node keeps no history');
  return history;
}

/**
 * Adds the changes of all blocks above a height up: each change begins where the one before it ended, every account has the
 * row that follows at every height, and in the end the rows of the state. Returns the number of changes.
 */
export function checkHistory(engine: Engine, node: NodePort, since = -1): number {
  let count = 0;
  for (const { id, line, state } of engine.chains.values()) {
    const history = historyOf(node, id);
    const rows = new Map<string, string>();
    const wanted: [account: string, height: number, row: string][] = [];
    for (let height = Math.max(since + 1, 0); height <= line.head.height; height++) {
      const changes = history.changes(line.at(height)!);
      expect(changes, `chain ${id}, height ${height}`).toBeDefined();
      for (const { account, before, after } of eachChange(changes!)) {
        const known = rows.get(account);
        if (known !== undefined || since < 0) expect(rowText(before)).toBe(known ?? 'none');
        if (known === undefined) wanted.push([account, height - 1, rowText(before)]);
        expect(rowText(after)).not.toBe(rowText(before));
        rows.set(account, rowText(after));
        count++;
      }
      for (const [account, row] of rows) wanted.push([account, height, row]);
    }
    for (const [account, height, row] of wanted) {
      const where = `${account} on chain ${id} at ${height}`;
      expect(answerText(history.rowAt(account, height)), where).toBe(row);
    }
    for (const account of state.rowKeys(coinTable)) {
      const row = rowText(coinRowOf(state.row(coinTable, account)!));
      expect(answerText(history.rowAt(account, line.head.height))).toBe(row);
      if (since < 0) expect(rows.get(account)).toBe(row);
    }
  }
  return count;
}
