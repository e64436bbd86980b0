// Where a node writes what must survive it. Items are collected during a step of the engine and written together at its
// end. After a fault of the disk nothing is written any more, and nothing new is acknowledged.

import type { JournalItem } from './journal-items.ts';

export interface Journal {
  /** For the record of the present step. */
  add(item: JournalItem): void;
  /** The step is over. */
  flush(): void;
  /** Once everything that was flushed stays, whatever happens. Rejects with a `StoreFault`. */
  durable(): Promise<void>;
  /** Why nothing is written any more. */
  readonly fault: string | undefined;
  close(): void;
}

/** Of networks that are in memory only. */
export const noJournal: Journal = {
  add: () => undefined,
  flush: () => undefined,
  durable: () => Promise.resolve(),
  fault: undefined,
  close: () => undefined,
};

/** Keeps nothing; what stands behind it is closed with it. */
export function silentJournal(behind: Journal): Journal {
  return { ...noJournal, close: () => behind.close() };
}
