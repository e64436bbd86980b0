// The states on which stored blocks are executed again for the history of balances: in a file of their own, which is removed
// when the history is complete. Nothing of it is needed to read the history.

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BugError } from '../../base/assert.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { ChainState } from '../../chain/state/chain-state.ts';
import { readMark } from '../../chain/state/notes.ts';
import { DiskEntries, entryTables, Environment } from '../../storage/disk/index.ts';
import { statesOn } from '../engine/states.ts';

const fileName = 'coin-history.mdb';

export class FillingStates {
  readonly path: string;
  private environment: Environment | undefined;
  /** Only one chain is in memory at a time. */
  private open: { readonly id: ChainId; readonly state: ChainState } | undefined;

  /** `folder`: that of the node. The file is opened or made when it is needed. */
  constructor(folder: string) {
    this.path = join(folder, fileName);
  }

  get isThere(): boolean {
    return existsSync(this.path);
  }

  /** Bytes that wait for `save`. */
  get pendingBytes(): number {
    return this.environment?.pendingBytes ?? 0;
  }

  /** Returns the block up to which blocks of a chain are executed; `undefined`: none. Throws a `StoreFault`. */
  mark(id: ChainId): ReturnType<typeof readMark> {
    return readMark(new DiskEntries(this.opened(), id));
  }

  /** Returns the state of a chain, with what was not saved yet. Throws a `StoreFault` if the file cannot be used. */
  of(id: ChainId): ChainState {
    if (this.open?.id === id) return this.open.state;
    const entries = new Map([[id, new DiskEntries(this.opened(), id)]]);
    const [state] = statesOn(entries, 1).values();
    if (state === undefined) throw new BugError('a chain has a state');
    this.open = { id, state };
    return state;
  }

  /** Resolves when everything is durable. Rejects with a `StoreFault`. */
  async save(): Promise<void> {
    this.environment?.endStep();
    await this.environment?.durable();
  }

  /** What was not saved is lost. */
  async close(): Promise<void> {
    const { environment } = this;
    this.environment = undefined;
    this.open = undefined;
    await environment?.close();
  }

  /** Removes the file of a run that is over, or did not end. */
  remove(): void {
    for (const path of [this.path, `${this.path}-lock`]) rmSync(path, { force: true });
  }

  private opened(): Environment {
    this.environment ??= new Environment({ path: this.path, tables: entryTables });
    return this.environment;
  }
}
