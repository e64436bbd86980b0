// Where the coin history of a node is stored: three tables of its environment. What each block changed, by chain and hash;
// the rows of the line of the cut, by chain, account and height; and for each chain, of which heights they are kept.
//
// Rows below the first height that is kept cannot be read. Above it, an account that a block has changed has a row for that
// block. So the row of an account after a block is that of the newest change up to it, or else what the next change found.

import { utf8 } from '../../base/bytes.ts';
import { blake2b256 } from '../../base/crypto/hashes.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import type { DiskTable, Environment } from '../../storage/disk/index.ts';
import { hashKey, heightKey } from '../storage/block-keys.ts';

export const coinTables = ['coin changes', 'coin rows', 'coin heights'] as const;

/** Heights of a chain. */
export type KeptHeights = {
  /** The changes of all blocks of the line above it are kept. */
  readonly base: number;
  /**
   * While the history of earlier blocks is being made: it is kept from above `lowest` up to here, and from above `base` on.
   * Otherwise equal to `base`.
   */
  readonly filled: number;
  /** Nothing can be kept up to here: the height below the first block, unless payloads were pruned. */
  readonly lowest: number;
};

export class HistoryTables {
  private readonly changes: DiskTable;
  private readonly rows: DiskTable;
  private readonly heights: DiskTable;

  constructor(environment: Environment) {
    const [changes, rows, heights] = coinTables;
    this.changes = environment.table(changes);
    this.rows = environment.table(rows);
    this.heights = environment.table(heights);
  }

  /** Whether nothing is kept of any chain. */
  get isEmpty(): boolean {
    return (
      this.heights.lastKey({ from: heightKey(0, 0), to: heightKey(0xffff_ffff, 0) }) === undefined
    );
  }

  /** `undefined`: nothing is kept of the chain. */
  kept(chain: ChainId): KeptHeights | undefined {
    const bytes = this.heights.get(heightKey(chain, 0));
    if (bytes === undefined) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const at = (i: number): number => Number(view.getBigInt64(8 * i));
    return { base: at(0), filled: at(1), lowest: at(2) };
  }

  setKept(chain: ChainId, { base, filled, lowest }: KeptHeights): void {
    const bytes = new Uint8Array(24);
    const view = new DataView(bytes.buffer);
    for (const [i, each] of [base, filled, lowest].entries()) view.setBigInt64(8 * i, BigInt(each));
    this.heights.put(heightKey(chain, 0), bytes);
  }

  /** Returns what a block changed, as `writeChanges` wrote it. */
  changesOf({ chainId, hash }: BlockHeader): Uint8Array | undefined {
    return this.changes.get(hashKey(chainId, hash));
  }

  putChanges({ chainId, hash }: BlockHeader, bytes: Uint8Array): void {
    this.changes.put(hashKey(chainId, hash), bytes);
  }

  removeChanges({ chainId, hash }: BlockHeader): void {
    this.changes.remove(hashKey(chainId, hash));
  }

  putRow(place: RowPlace, bytes: Uint8Array): void {
    this.rows.put(rowKey(place), bytes);
  }

  removeRow(place: RowPlace): void {
    this.rows.remove(rowKey(place));
  }

  row(place: RowPlace): Uint8Array | undefined {
    return this.rows.get(rowKey(place));
  }

  /** Returns the row of the newest change of an account above one height and up to another. */
  newestRow(account: AccountPlace, above: number, height: number): Uint8Array | undefined {
    const from = rowKey({ ...account, height: above + 1 });
    const to = rowKey({ ...account, height: height + 1 });
    for (const { value } of this.rows.range({ from, to, isReverse: true })) return value;
    return undefined;
  }

  /** Returns the height of the first change of an account above another height. */
  nextChange(account: AccountPlace, above: number): number | undefined {
    const from = rowKey({ ...account, height: above + 1 });
    const to = rowKey({ ...account, height: Number.MAX_SAFE_INTEGER });
    for (const { key } of this.rows.range({ from, to })) return heightOf(key);
    return undefined;
  }

  /** Counts the rows of a chain above a height. */
  countRows(chain: ChainId, above: number): number {
    let count = 0;
    const range = { from: heightKey(chain, 0), to: heightKey(chain + 1, 0) };
    for (const key of this.rows.keys(range)) if (heightOf(key) > above) count++;
    return count;
  }
}

export type AccountPlace = { readonly chain: ChainId; readonly account: string };
type RowPlace = AccountPlace & { readonly height: number };

const heightAt = 36;

/** A chain (4), the hash of an account (32) and a height (8): accounts are strings of any length. */
function rowKey({ chain, account, height }: RowPlace): Uint8Array {
  const key = new Uint8Array(heightAt + 8);
  const view = new DataView(key.buffer);
  view.setUint32(0, chain);
  key.set(blake2b256(utf8(account)), 4);
  view.setBigUint64(heightAt, BigInt(Math.max(0, height)));
  return key;
}

function heightOf(key: Uint8Array): number {
  return Number(new DataView(key.buffer, key.byteOffset, key.length).getBigUint64(heightAt));
}
