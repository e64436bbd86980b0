// Writes the states of chains as snapshots, one after the other: when a chain has many new blocks or changes since its
// last snapshot.

import type { Timer } from '../../base/ports/time.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { isStoreFault, type MemoryEntries } from '../../storage/entries/index.ts';
import type { StorageFiles } from './files.ts';
import { storageLimits } from './limits.ts';
import type { KnownState } from './read-folder.ts';
import { isBefore, stateBytes, writeState, type StatePlace } from './state-snapshots.ts';

export type StateWriterParts = {
  readonly folder: string;
  readonly files: StorageFiles;
  readonly timer: Timer;
  readonly snapshotBlocks: number;
  readonly entries: ReadonlyMap<ChainId, MemoryEntries>;
  readonly known: ReadonlyMap<ChainId, KnownState>;
  /** Returns the position of the next record. */
  readonly end: () => StatePlace;
  /** Resolves when everything written is durable. */
  readonly durable: () => Promise<void>;
  readonly onWritten: () => void;
  readonly onTrouble: (sentence: string) => void;
};

type Since = { changes: number; bytes: number };

export class StateWriter {
  private readonly parts: StateWriterParts;
  private readonly known: Map<ChainId, KnownState>;
  private readonly since = new Map<ChainId, Since>();
  private writing: Promise<void> | undefined;

  constructor(parts: StateWriterParts) {
    this.parts = parts;
    this.known = new Map(parts.known);
  }

  /** The states of all chains include everything before this position. */
  oldest(): StatePlace {
    let oldest: StatePlace | undefined;
    for (const chain of this.parts.entries.keys()) {
      const at = this.known.get(chain)?.at ?? { segment: 0, start: 0 };
      if (oldest === undefined || isBefore(at, oldest)) oldest = at;
    }
    return oldest ?? { segment: 0, start: 0 };
  }

  changed(chain: ChainId, bytes: number): void {
    const since = this.since.get(chain) ?? { changes: 0, bytes: 0 };
    since.changes++;
    since.bytes += bytes;
    this.since.set(chain, since);
  }

  /** Starts with the next chain that is due, if none is being written. */
  look(): void {
    if (this.writing !== undefined) return;
    const due = [...this.since.keys()].find((chain) => this.isDue(chain));
    if (due === undefined) return;
    this.writing = new Promise((resolve) => {
      // This runs between two steps of the node.
      this.parts.timer.soon(() => {
        void this.write(due).then(() => {
          this.writing = undefined;
          resolve();
          this.look();
        });
      });
    });
  }

  /** Resolves when nothing is being written. */
  async settled(): Promise<void> {
    while (this.writing !== undefined) await this.writing;
  }

  private isDue(chain: ChainId): boolean {
    const since = this.since.get(chain);
    if (since === undefined) return false;
    const size = this.known.get(chain)?.size ?? 0;
    const bytes = Math.max(storageLimits.changeBytes, size);
    return since.changes >= this.parts.snapshotBlocks || since.bytes >= bytes;
  }

  private async write(chain: ChainId): Promise<void> {
    const { files, folder, entries, end, durable, onWritten, onTrouble } = this.parts;
    const own = entries.get(chain);
    this.since.delete(chain);
    if (own === undefined) return;
    const at = end();
    const bytes = stateBytes(own, at);
    try {
      // A snapshot must not be ahead of the durable blocks.
      await durable();
      await writeState(files, folder, chain, bytes);
    } catch (error) {
      if (!isStoreFault(error)) throw error;
      onTrouble(error.message);
      return;
    }
    this.known.set(chain, { at, size: bytes.length });
    onWritten();
  }
}
