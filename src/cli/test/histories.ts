// The states that a watched run keeps between its runs, and how much a run may keep at all. What
// comes behind the limit runs without: to drop what an earlier file of the same list has just kept
// would leave nothing for the next run.

import { cacheFolder, largestFolder, shrinkFolder } from '../cache/cache-folder.ts';
import type { StatesAnswer, StatesRequest } from './messages.ts';

export type StatesWish = 'none' | 'on-disk' | 'in-memory';

export class Histories {
  private readonly wish: StatesWish;
  private readonly largest: number;
  /** By file. */
  private readonly kept = new Map<string, Uint8Array<ArrayBuffer>>();
  private readonly sizes = new Map<string, number>();
  private total = 0;
  private isWritten = false;

  /** `largest`: bytes of the states of all files together. */
  constructor(wish: StatesWish, largest = largestFolder) {
    this.wish = wish;
    this.largest = largest;
  }

  /** For a run of the file; its states are the thread's until it gives them back. */
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

  /** After a run of many files. */
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
