// Checks a stored coin history against blocks that are executed again: what each of them changed, the rows by height, and
// that the newest row of every account is that of the state.

import { equalBytes } from '../../base/bytes.ts';
import type { CoinWrites } from '../../chain/blocks/index.ts';
import { coinTable } from '../../chain/execute/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import type { ChainState } from '../../chain/state/chain-state.ts';
import { coinRowOf, rowBytes, writeChanges } from './coin-bytes.ts';
import type { HistoryTables } from './history-tables.ts';

export class HistoryCheck {
  private readonly tables: HistoryTables;
  /** How many rows the blocks of each chain have. */
  private readonly rows = new Map<ChainId, number>();

  constructor(tables: HistoryTables) {
    this.tables = tables;
  }

  /** Checks a block of the line; one below the history is not checked. A fault is a sentence. */
  block(header: BlockHeader, coin: CoinWrites): string | undefined {
    const { tables } = this;
    const { chainId: chain, height } = header;
    const kept = tables.kept(chain);
    if (kept === undefined || height <= kept.base) return undefined;
    const { bytes, rows } = writeChanges(coin);
    const stored = tables.changesOf(header);
    if (stored === undefined || !equalBytes(stored, bytes)) {
      return 'the stored history of balances differs from what it changes';
    }
    for (const [account, row] of rows) {
      const found = tables.row({ chain, account, height });
      if (found === undefined || !equalBytes(found, rowBytes(account, row))) {
        return `the stored history of balances has another row of ${account}`;
      }
    }
    this.rows.set(chain, (this.rows.get(chain) ?? 0) + rows.size);
    return undefined;
  }

  /** Checks a chain when all of its blocks were checked. `state`: that after the newest. A fault is a sentence. */
  chain(chain: ChainId, state: ChainState): string | undefined {
    const { tables } = this;
    const kept = tables.kept(chain);
    if (kept === undefined) return undefined;
    if (tables.countRows(chain, kept.base) !== (this.rows.get(chain) ?? 0)) {
      return 'the stored history of balances has rows that no block has written';
    }
    const height = state.head?.height ?? 0;
    for (const account of state.rowKeys(coinTable)) {
      const newest = tables.newestRow({ chain, account }, kept.base, height);
      const document = state.row(coinTable, account);
      const row = document && coinRowOf(document);
      if (newest === undefined || row === undefined) continue;
      if (equalBytes(newest, rowBytes(account, row))) continue;
      return `the newest row of ${account} in the history of balances is not that of the state`;
    }
    return undefined;
  }
}
