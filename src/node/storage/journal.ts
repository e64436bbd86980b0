// The journal that a node writes while it runs: the items of a step of the engine are one record, and records that wait
// for the disk share one sync. After a disk fault nothing more is written, and nothing new is acknowledged.

import { type JournalItem, encodeItems } from './journal-items.ts';
import {
  isStoreFault,
  type StoreFault,
  changeBytes,
  MemoryEntries,
  type VersionedEntries,
} from '../../storage/entries/index.ts';
import { diskFault, isSystemError } from '../../storage/file/index.ts';
import type { BlockFiles, LogPlace } from './block-files.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';

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

/** Stores nothing; closes the given resource together with it. */
export function silentJournal(behind: Journal): Journal {
  return {
    add: () => undefined,
    flush: () => undefined,
    durable: () => Promise.resolve(),
    fault: undefined,
    close: () => behind.close(),
  };
}

type BlockJournalParts = {
  readonly files: BlockFiles;
  readonly path: string;
  /** Called for each record. */
  readonly onRecord: (items: readonly JournalItem[], at: LogPlace) => void;
  /** Called when the file has reached its size. */
  readonly onFull: () => void;
  /** Called once. */
  readonly onFault: (sentence: string) => void;
  readonly onClose: () => void;
};

export class BlockJournal implements Journal {
  private readonly parts: BlockJournalParts;
  private items: JournalItem[] = [];
  private broken: StoreFault | undefined;
  /** The number of written records, and of durable ones. */
  private written = 0;
  private synced = 0;
  private syncing: Promise<void> | undefined;
  private nextSync: Promise<void> | undefined;
  private isClosed = false;

  constructor(parts: BlockJournalParts) {
    this.parts = parts;
  }

  get fault(): string | undefined {
    return this.broken?.message;
  }

  add(item: JournalItem): void {
    this.items.push(item);
  }

  /** Written before the items of the current step. */
  addFirst(items: readonly JournalItem[]): void {
    this.items.unshift(...items);
  }

  flush(): void {
    const { items, parts } = this;
    if (items.length === 0) return;
    this.items = [];
    if (this.broken !== undefined) return;
    try {
      const at = parts.files.append(encodeItems(items));
      this.written++;
      parts.onRecord(items, at);
      if (parts.files.isFull) this.rotate();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Begins a new file; everything before is durable from now on. */
  rotate(): void {
    this.parts.files.rotate();
    this.synced = this.written;
    this.parts.onFull();
  }

  async durable(): Promise<void> {
    if (this.broken !== undefined) throw this.broken;
    if (this.synced === this.written) return;
    if (this.syncing === undefined) return (this.syncing = this.sync());
    // The running sync began earlier: all requests that arrive meanwhile share the next one.
    return (this.nextSync ??= this.syncing.then(
      () => this.proceed(),
      () => this.proceed(),
    ));
  }

  close(): void {
    if (this.isClosed) return;
    this.flush();
    this.isClosed = true;
    try {
      this.parts.files.close();
    } catch (error) {
      this.fail(error);
    } finally {
      this.parts.onClose();
    }
  }

  /** Nothing more is written. */
  fail(error: unknown): StoreFault {
    const fault = isStoreFault(error) ? error : this.diskFaultOf(error);
    if (this.broken !== undefined) return this.broken;
    this.broken = fault;
    this.parts.onFault(fault.message);
    return fault;
  }

  private diskFaultOf(error: unknown): StoreFault {
    if (!isSystemError(error)) throw error;
    return diskFault('write to', this.parts.path, error);
  }

  private proceed(): Promise<void> {
    this.nextSync = undefined;
    return (this.syncing = this.sync());
  }

  private async sync(): Promise<void> {
    const upTo = this.written;
    try {
      if (this.broken !== undefined) throw this.broken;
      if (this.synced < upTo) await this.parts.files.sync();
      this.synced = Math.max(this.synced, upTo);
    } catch (error) {
      // After a failed sync the state of the disk is unknown, and another sync would not report it.
      throw this.fail(error);
    } finally {
      if (this.nextSync === undefined) this.syncing = undefined;
    }
  }
}

export function journaledEntries(
  chain: ChainId,
  entries: MemoryEntries,
  journal: Journal,
): VersionedEntries {
  return {
    get nextTransaction() {
      return entries.nextTransaction;
    },
    document: (space, key) => entries.document(space, key),
    keys: (space) => entries.keys(space),
    documentBefore: (transaction, space, key) => entries.documentBefore(transaction, space, key),
    keysBefore: (transaction, space) => entries.keysBefore(transaction, space),
    apply(change) {
      journal.add({ kind: 'change', chain, change: changeBytes(change) });
      entries.apply(change);
    },
  };
}
