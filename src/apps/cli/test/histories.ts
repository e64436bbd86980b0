// The states that a watched run keeps between its runs, with a limit on their size. Files beyond the limit run without
// stored states: dropping the states of an earlier file of the same list would leave none for the next run.

import { cacheFolder, largestFolder, shrinkFolder } from '../cache/cache-folder.ts';
import type { StatesAnswer, StatesRequest } from './messages.ts';

export type StatesWish = 'none' | 'on-disk' | 'in-memory';

export class Histories {
  private readonly wish: StatesWish;
  private readonly largest: number;
  /** States by file. */
  private readonly kept = new Map<string, Uint8Array<ArrayBuffer>>();
  private readonly sizes = new Map<string, number>();
  private total = 0;
  private isWritten = false;

  /** `largest`: the most bytes of the states of all files. */
  constructor(wish: StatesWish, largest = largestFolder) {
    this.wish = wish;
    this.largest = largest;
  }

  /** Returns the request for a run of the file; its states are transferred to the thread until it returns them. */
  requestFor(file: string): StatesRequest {
    if (this.wish === 'none' || this.total - this.sizeOf(file) >= this.largest)
      return { kind: 'none' };
    if (this.wish === 'on-disk') return { kind: 'on-disk' };
    const bytes = this.kept.get(file);
    this.kept.delete(file);
    return { kind: 'in-memory', bytes };
  }

  take(file: string, { size, isWritten, bytes }: StatesAnswer): void {
    this.total += size - this.sizeOf(file);
    this.sizes.set(file, size);
    if (bytes !== undefined) this.kept.set(file, bytes);
    this.isWritten ||= isWritten;
  }

  /** Called after a run of several files. */
  shrinkFolder(): void {
    if (!this.isWritten) return;
    this.isWritten = false;
    const folder = cacheFolder();
    if (folder !== undefined) shrinkFolder(folder);
  }

  private sizeOf(file: string): number {
    return this.sizes.get(file) ?? 0;
  }
}
