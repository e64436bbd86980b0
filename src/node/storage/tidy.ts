// Makes old block files smaller: removes state changes that snapshots contain, and payloads that need not be kept. A
// new file is written beside the old one and replaces it atomically.

import { assert } from '../../base/assert.ts';
import type { Timer } from '../../base/ports/time.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { isStoreFault } from '../../storage/entries/index.ts';
import { diskFault, isSystemError } from '../../storage/file/index.ts';
import type { BlockFiles } from './block-files.ts';
import type { StorageFiles } from './files.ts';
import { decodeItems, encodeItems, type JournalItem } from './journal-items.ts';
import { storageLimits } from '../limits.ts';
import { Segment, entryOf, IndexDraft, type IndexEntry } from './segment.ts';
import type { StatePlace } from './state-snapshots.ts';
import type { StoredBlocks } from './stored-blocks.ts';

type TidyParts = {
  readonly files: StorageFiles;
  readonly blocks: BlockFiles;
  readonly timer: Timer;
  readonly payloadDepth: number | undefined;
  readonly begun: () => StoredBlocks | undefined;
  readonly oldestState: () => StatePlace;
  readonly headHeight: (chain: ChainId) => number;
  readonly onTrouble: (sentence: string) => void;
};

export class Tidying {
  private readonly parts: TidyParts;
  private running: Promise<void> | undefined;
  /** For each file, the highest block of each chain whose payload it contains. */
  private readonly payloads = new Map<number, ReadonlyMap<ChainId, number>>();
  private isPaused = false;

  constructor(parts: TidyParts) {
    this.parts = parts;
  }

  /** Starts with the next file that can be made smaller, if none is in progress. */
  look(): void {
    if (this.running !== undefined || this.isPaused) return;
    const number = this.parts.blocks.sealedNumbers.find((each) => this.isDue(each));
    if (number === undefined) return;
    this.running = this.rewrite(number).then(
      () => {
        this.running = undefined;
        this.look();
      },
      (error: unknown) => {
        this.running = undefined;
        this.isPaused = true;
        if (!isStoreFault(error)) throw error;
        this.parts.onTrouble(error.message);
      },
    );
  }

  async settled(): Promise<void> {
    while (this.running !== undefined) await this.running;
  }

  private isDue(number: number): boolean {
    const { blocks, oldestState, begun } = this.parts;
    if (begun() === undefined || oldestState().segment <= number) return false;
    return blocks.segment(number).kind === 'whole' || this.canBePruned(number);
  }

  /** Returns whether every block of the file is so old that its payload is removed. */
  private canBePruned(number: number): boolean {
    if (this.parts.payloadDepth === undefined) return false;
    let highest = this.payloads.get(number);
    if (highest === undefined) {
      highest = highestOf(this.parts.blocks.indexOf(number) ?? []);
      this.payloads.set(number, highest);
    }
    if (highest.size === 0) return false;
    return [...highest].every(([chainId, height]) => this.isOld({ chainId, height }));
  }

  private isOld({ chainId, height }: Pick<BlockHeader, 'chainId' | 'height'>): boolean {
    const { payloadDepth, headHeight } = this.parts;
    return payloadDepth !== undefined && height < headHeight(chainId) - payloadDepth;
  }

  private async rewrite(number: number): Promise<void> {
    const { blocks } = this.parts;
    const path = `${blocks.pathOf(number)}.new`;
    try {
      const entries = await this.copy(number, path);
      blocks.replace(number, path);
      const store = this.parts.begun();
      for (const { item, place, hasPayload } of entries) {
        if (item.kind !== 'header') continue;
        if (hasPayload) store?.isAt(item.header, { segment: number, place });
        else store?.isPruned(item.header);
      }
      this.payloads.delete(number);
      await blocks.writeIndex(number, IndexDraft.of(entries));
    } catch (error) {
      throw isSystemError(error) ? diskFault('write', path, error) : error;
    }
  }

  /** The content of the new file. */
  private async copy(number: number, path: string): Promise<readonly IndexEntry[]> {
    const { blocks, files } = this.parts;
    const prunes = this.canBePruned(number);
    const target = Segment.begin({ number, path, file: files.open(path) }, 'stripped');
    // A separate handle: other handles may be closed meanwhile.
    const from = blocks.pathOf(number);
    const source = Segment.open({ number, path: from, file: files.open(from) });
    assert(source !== undefined, 'a file of blocks that is not the last has a head');
    const entries: IndexEntry[] = [];
    let written = 0;
    try {
      for (const { content } of source.records({ mayBeCut: false })) {
        const items = (decodeItems(content) ?? []).flatMap((item) => this.kept(item, prunes));
        if (items.length === 0) continue;
        const bytes = encodeItems(items);
        const place = target.append(bytes);
        entries.push(...items.flatMap((item) => entryOf(item, place) ?? []));
        written += bytes.length;
        if (written < storageLimits.tidySlice) continue;
        written = 0;
        await new Promise<void>((resolve) => this.parts.timer.soon(resolve));
      }
      await target.sync();
      return entries;
    } finally {
      source.close();
      target.close();
    }
  }

  private kept(item: JournalItem, prunes: boolean): readonly JournalItem[] {
    if (item.kind === 'change') return [];
    if (item.kind !== 'block' || !prunes || !this.isOld(item.header)) return [item];
    const { header, isHead = false } = item;
    return [{ kind: 'header', header, isHead }];
  }
}

function highestOf(entries: readonly IndexEntry[]): ReadonlyMap<ChainId, number> {
  const highest = new Map<ChainId, number>();
  for (const { item, hasPayload } of entries) {
    if (!hasPayload || item.kind !== 'header') continue;
    const { chainId, height } = item.header;
    highest.set(chainId, Math.max(height, highest.get(chainId) ?? 0));
  }
  return highest;
}
