// The writes of committed transactions to tables, for the builtins of Pact 4 that return them. A history that grows too
// long is dropped completely, because a partial one would give wrong results.

import { Deferred } from '../../base/deferred.ts';
import type { TableName } from '../values/names.ts';
import type { RowChange } from './database.ts';

/** In writes. Scripts that read histories write only a few rows. */
const largestHistory = 100_000;

type Changes = Map<string, RowChange[]>;

export class RowHistory {
  /** Oldest first; they no longer change. */
  private layers: readonly Deferred<Changes>[] = [];
  private recent: Changes = new Map();
  private count = 0;

  /** Returns `undefined` if the history was dropped. */
  of(table: TableName): readonly RowChange[] | undefined {
    if (this.count > largestHistory) return undefined;
    const layers = [...this.layers.map((layer) => layer.value), this.recent];
    return layers.flatMap((layer) => layer.get(table.text) ?? []);
  }

  add(table: string, change: RowChange): void {
    if (this.count > largestHistory) return;
    this.count++;
    if (this.count > largestHistory) return this.giveUp();
    const known = this.recent.get(table);
    if (known === undefined) this.recent.set(table, [change]);
    else known.push(change);
  }

  copy(): RowHistory {
    this.closeLayer();
    const copy = new RowHistory();
    copy.layers = this.layers;
    copy.count = this.count;
    return copy;
  }

  /** Closes the current layer: it never changes again, so it can be stored once. */
  closeLayer(): void {
    if (this.recent.size === 0) return;
    this.layers = [...this.layers, Deferred.of(this.recent)];
    this.recent = new Map();
  }

  private giveUp(): void {
    this.layers = [];
    this.recent = new Map();
  }
}
