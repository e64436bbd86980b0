// Where a node writes data that must survive it. Items are collected during a step of the engine and written together
// at its end. After a disk fault nothing more is written, and nothing new is acknowledged.

import type { JournalItem } from './journal-items.ts';

export interface Journal {
  /** Adds an item to the record of the current step. */
  add(item: JournalItem): void;
  /** Ends the step. */
  flush(): void;
  /** Resolves when everything that was flushed is durable. Rejects with a `StoreFault`. */
  durable(): Promise<void>;
  /** The reason why nothing more is written. */
  readonly fault: string | undefined;
  close(): void;
}

/** For networks that are in memory only. */
export const noJournal: Journal = {
  add: () => undefined,
  flush: () => undefined,
  durable: () => Promise.resolve(),
  fault: undefined,
  close: () => undefined,
};

/** Stores nothing; closes the given resource together with it. */
export function silentJournal(behind: Journal): Journal {
  return { ...noJournal, close: () => behind.close() };
}
