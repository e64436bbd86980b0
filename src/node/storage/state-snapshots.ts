// Snapshots of the states of chains, one file per chain: all entries at one position in the blocks. A start reads them,
// and then only the later records.

import { join } from 'node:path';
import { concatBytes, equalBytes, utf8 } from '../../base/bytes.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { type Aside, MemoryEntries } from '../../storage/entries/index.ts';
import { diskFault, readRecord, recordBytes, recordKinds } from '../../storage/file/index.ts';
import type { StorageFiles } from './files.ts';

/** Everything before this position is in the state. */
export type StatePlace = { readonly segment: number; readonly start: number };

export type StoredState = {
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

export function stateBytes(entries: MemoryEntries, at: StatePlace): Uint8Array {
  const place = new Uint8Array(placeBytes);
  const view = new DataView(place.buffer);
  view.setUint32(0, at.segment);
  view.setBigUint64(4, BigInt(at.start));
  const content = concatBytes([place, entries.image()]);
  return concatBytes([head, recordBytes(recordKinds.snapshot, content)]);
}

export async function writeState(
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

export const stateName = (chain: ChainId): string => `chain-${chain}.state`;
