// The coin history of one chain as it is read, in whatever thread: balances at a height without executing or scanning
// anything.

import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { coinTable, type CoinChanges, type CoinRow } from '../../chain/execute/index.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import type { ChainState } from '../../chain/state/chain-state.ts';
import type { LineView } from '../engine/blocks.ts';
import type { CoinHistory, RowAtHeight } from '../port.ts';
import { accountsIn, coinRowOf, readChanges, readRowBytes } from './coin-bytes.ts';
import type { HistoryTables } from './history-tables.ts';

/** The chain at one moment. */
type SeenChain = {
  readonly line: Pick<LineView, 'at' | 'head' | 'lowest'>;
  readonly state: Pick<ChainState, 'row'>;
};

type StoredHistoryParts = {
  readonly chain: ChainId;
  readonly tables: HistoryTables;
  /** Everything that is read before the caller waits for something belongs to one moment. */
  readonly view: () => SeenChain;
};

export class StoredHistory implements CoinHistory {
  private readonly parts: StoredHistoryParts;

  constructor(parts: StoredHistoryParts) {
    this.parts = parts;
  }

  /** Throws a `StoreFault` if what is stored is damaged. */
  changes(block: BlockHeader): CoinChanges | undefined {
    this.parts.view();
    const bytes = this.parts.tables.changesOf(block);
    return bytes && readChanges(bytes);
  }

  /** Throws a `StoreFault` if what is stored is damaged. */
  rowAt(account: string, height: number): RowAtHeight {
    const { chain, tables, view } = this.parts;
    const seen = view();
    const { lowest } = seen.line;
    if (height < lowest) return { kind: 'absent' };
    const base = tables.kept(chain)?.base ?? seen.line.head.height;
    if (height < base) return { kind: 'not-kept', since: base };
    const bytes = tables.newestRow({ chain, account }, base, height);
    if (bytes !== undefined) return { kind: 'row', row: readRowBytes(account, bytes) };
    const row = base < lowest ? undefined : this.rowBeforeNext(seen, account, height);
    return row === undefined ? { kind: 'absent' } : { kind: 'row', row };
  }

  /** The account was not changed from the first height that is kept up to this one. */
  private rowBeforeNext(
    { line, state }: SeenChain,
    account: string,
    height: number,
  ): CoinRow | undefined {
    const { chain, tables } = this.parts;
    const next = tables.nextChange({ chain, account }, height);
    const header = next === undefined ? undefined : line.at(next);
    const bytes = header && tables.changesOf(header);
    if (bytes !== undefined) return accountsIn(bytes).get(account);
    const document = state.row(coinTable, account);
    return document && coinRowOf(document);
  }
}
