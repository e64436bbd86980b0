// Snapshots of the states of chains, one file per chain: all entries at one position in the blocks. A start reads them,
// and then only the later records. They are written one after the other: when a chain has many new blocks or changes
// since its last snapshot.

import { join } from 'node:path';
import { concatBytes, equalBytes, utf8 } from '../../base/bytes.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { type Aside, MemoryEntries, isStoreFault } from '../../storage/entries/index.ts';
import { diskFault, readRecord, recordBytes, recordKinds } from '../../storage/file/index.ts';
import type { StorageFiles } from './files.ts';
import type { Timer } from '../../base/ports/time.ts';
import { storageLimits } from '../limits.ts';
import type { KnownState } from './read-folder.ts';

/** Everything before this position is in the state. */
export type StatePlace = { readonly segment: number; readonly start: number };

type StoredState = {
  readonly at: StatePlace;
  readonly entries: MemoryEntries;
  /** The size of the file in bytes. */
  readonly size: number;
};

const head = utf8('pact chain state 1\n');
/** The number of the file (4) and the position in it (8). */
const placeBytes = 12;

export function isBefore(left: StatePlace, right: StatePlace): boolean {
  return (
    left.segment - right.segment < 0 || (left.segment === right.segment && left.start < right.start)
  );
}

/** Returns `undefined` if there is none, or it is damaged: the state can be rebuilt from the blocks. */
export function readState(
  {
    files,
    folder,
    aside,
  }: { readonly files: StorageFiles; readonly folder: string; readonly aside: Aside },
  chain: ChainId,
): StoredState | undefined {
  const name = stateName(chain);
  if (!files.list(folder).includes(name)) return undefined;
  const file = files.open(join(folder, name));
  try {
    const size = file.size();
    if (!equalBytes(file.read(0, head.length), head)) return undefined;
    const record = readRecord((start, length) => file.read(start, length), head.length, size);
    if (typeof record === 'string' || record.content.length < placeBytes) return undefined;
    const { content } = record;
    const view = new DataView(content.buffer, content.byteOffset, content.length);
    const entries = MemoryEntries.ofImage(content.subarray(placeBytes), aside);
    if (entries === undefined) return undefined;
    const at = { segment: view.getUint32(0), start: Number(view.getBigUint64(4)) };
    return { at, entries, size };
  } finally {
    file.close();
  }
}

function stateBytes(entries: MemoryEntries, at: StatePlace): Uint8Array {
  const place = new Uint8Array(placeBytes);
  const view = new DataView(place.buffer);
  view.setUint32(0, at.segment);
  view.setBigUint64(4, BigInt(at.start));
  const content = concatBytes([place, entries.image()]);
  return concatBytes([head, recordBytes(recordKinds.snapshot, content)]);
}

async function writeState(
  files: StorageFiles,
  folder: string,
  chain: ChainId,
  bytes: Uint8Array,
): Promise<void> {
  const path = join(folder, stateName(chain));
  try {
    await files.replace(path, bytes);
  } catch (error) {
    throw diskFault('write', path, error);
  }
}

const stateName = (chain: ChainId): string => `chain-${chain}.state`;

type StateWriterParts = {
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
