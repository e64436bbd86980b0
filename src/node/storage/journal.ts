// Where a node writes what must survive it. Items are collected during a step of the engine and written together at its
// end. After a fault of the disk nothing is written any more, and nothing new is acknowledged.

import { isStoreFault, StoreFault } from '../../store/index.ts';
import { RecordLog } from '../../store-file/index.ts';
import { decodeItems, encodeItems, type JournalItem } from './journal-items.ts';

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

export class FileJournal implements Journal {
  private readonly log: RecordLog;
  private readonly onFault: (sentence: string) => void;
  private items: JournalItem[] = [];
  private isDurable = true;
  private broken: StoreFault | undefined;

  private constructor(log: RecordLog, onFault: (sentence: string) => void) {
    this.log = log;
    this.onFault = onFault;
  }

  /** `see` is shown what is there, in order. Throws a `StoreFault`, also where another process uses it. */
  static open(
    path: string,
    see: (item: JournalItem) => void,
    onFault: (sentence: string) => void,
  ): FileJournal {
    const log = RecordLog.open(path, (content) => {
      const items = decodeItems(content);
      if (items === undefined) {
        throw new StoreFault('damaged', `cannot open ${path}: a record of it is not of a network`);
      }
      for (const item of items) see(item);
    });
    return new FileJournal(log, onFault);
  }

  get fault(): string | undefined {
    return this.broken?.message;
  }

  add(item: JournalItem): void {
    this.items.push(item);
  }

  flush(): void {
    const { items } = this;
    if (items.length === 0) return;
    this.items = [];
    if (this.broken !== undefined) return;
    try {
      this.log.append([encodeItems(items)]);
      this.isDurable = false;
    } catch (error) {
      this.fail(error);
    }
  }

  async durable(): Promise<void> {
    if (this.broken !== undefined) throw this.broken;
    if (this.isDurable) return;
    const before = this.log.size;
    try {
      await this.log.sync();
    } catch (error) {
      throw this.fail(error);
    }
    if (this.log.size === before) this.isDurable = true;
  }

  close(): void {
    this.flush();
    this.log.close();
  }

  /** The fault, which is told once. */
  private fail(error: unknown): StoreFault {
    if (!isStoreFault(error)) throw error;
    if (this.broken === undefined) this.onFault(error.message);
    this.broken = error;
    return error;
  }
}
