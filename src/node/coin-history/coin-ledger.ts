// The coin history as the engine writes it: each block that enters the cut, each that leaves it, and those whose payload is
// pruned. All of it belongs to the step that changes the cut.

import { assert } from '../../base/assert.ts';
import type { CoinWrites } from '../../chain/blocks/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { accountsIn, rowBytes, writeChanges } from './coin-bytes.ts';
import type { HistoryTables } from './history-tables.ts';

export class CoinLedger {
  private readonly tables: HistoryTables;

  constructor(tables: HistoryTables) {
    this.tables = tables;
  }

  /** Begins with the present: the history of a chain is kept from above this block on. `first`: the height of its first block. */
  beginAt({ chainId, height }: BlockHeader, first: number): void {
    const { tables } = this;
    const lowest = first - 1;
    if (tables.kept(chainId) === undefined) {
      tables.setKept(chainId, { base: height, filled: lowest, lowest });
    }
  }

  /** A block enters the cut. */
  push(header: BlockHeader, writes: CoinWrites | undefined): void {
    const { tables } = this;
    assert(writes !== undefined, 'blocks are recorded where the history is kept');
    const { chainId: chain, height } = header;
    if (tables.kept(chain) === undefined) {
      const below = height - 1;
      tables.setKept(chain, { base: below, filled: below, lowest: below });
    }
    this.write(header, writes);
  }

  /** A block leaves the cut. What it changed stays known. */
  takeBack(header: BlockHeader): void {
    const { tables } = this;
    const { chainId: chain, height } = header;
    const kept = tables.kept(chain);
    const changes = tables.changesOf(header);
    for (const account of changes === undefined ? [] : accountsIn(changes).keys()) {
      tables.removeRow({ chain, account, height });
    }
    if (kept !== undefined && kept.base >= height) {
      const below = height - 1;
      const filled = Math.min(kept.filled, below);
      const lowest = Math.min(kept.lowest, below);
      tables.setKept(chain, settled({ base: below, filled, lowest }));
    }
  }

  /** Writes a block of the line below the base, the next one above those that were written so. */
  fill(header: BlockHeader, writes: CoinWrites): void {
    const { tables } = this;
    const { chainId: chain, height } = header;
    const kept = tables.kept(chain);
    assert(kept?.filled === height - 1 && height <= kept.base, 'blocks are filled in their order');
    this.write(header, writes);
    tables.setKept(chain, settled({ ...kept, filled: height }));
  }

  /** Gives up to make the history of earlier blocks, whose payloads are not there. */
  endFilling(chain: ChainId): void {
    const kept = this.tables.kept(chain);
    if (kept === undefined) return;
    this.tables.setKept(chain, { ...kept, filled: kept.base, lowest: kept.base });
  }

  /** Removes all blocks of a height, which are given, and what is below it. */
  prune(chain: ChainId, height: number, headers: Iterable<BlockHeader>): void {
    const { tables } = this;
    const kept = tables.kept(chain);
    if (kept === undefined) return;
    for (const header of headers) {
      const changes = tables.changesOf(header);
      if (changes === undefined) continue;
      for (const account of accountsIn(changes).keys())
        tables.removeRow({ chain, account, height });
      tables.removeChanges(header);
    }
    const lowest = Math.max(kept.lowest, height);
    const base = Math.max(kept.base, height);
    // Blocks above the filled ones cannot be executed any more.
    const filled = kept.filled <= height ? base : kept.filled;
    tables.setKept(chain, settled({ base, filled, lowest: filled === base ? base : lowest }));
  }

  private write(header: BlockHeader, writes: CoinWrites): void {
    const { tables } = this;
    const { chainId: chain, height } = header;
    const { bytes, rows } = writeChanges(writes);
    tables.putChanges(header, bytes);
    for (const [account, row] of rows) {
      tables.putRow({ chain, account, height }, rowBytes(account, row));
    }
  }
}

type Kept = Parameters<HistoryTables['setKept']>[1];

/** When the blocks that were filled in meet the base, the history begins where they do. */
function settled(kept: Kept): Kept {
  if (kept.filled < kept.base) return kept;
  return { base: kept.lowest, filled: kept.lowest, lowest: kept.lowest };
}
