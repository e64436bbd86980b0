// The ports of the command log: its journal, durable or in memory, and the archive, which holds the results of commands
// whose records are no longer in the journal.

import type { Hash } from '../../lang/session/run.ts';

export type JournalPosition = { readonly start: number; readonly length: number };

export interface Journal {
  /** Checks whether it may grow by `bytes`. */
  hasRoom(bytes: number): boolean;
  /** Appends all records or none; they are durable after `sync`. */
  append(records: readonly Uint8Array[]): readonly JournalPosition[];
  read(position: JournalPosition): Uint8Array;
  /** Replaces the whole content with these records, durably; if that fails, the content is unchanged. */
  replace(records: readonly Uint8Array[]): readonly JournalPosition[];
  /** Resolves once everything appended before is durable. */
  sync(): Promise<void>;
}

/** A journal in memory, lost with the process. */
export class MemoryJournal implements Journal {
  private records: Uint8Array[] = [];
  private size = 0;
  private readonly maxBytes: number;

  /** Beyond these bytes, no command is accepted; results of accepted commands always are. */
  constructor(maxBytes = Infinity) {
    this.maxBytes = maxBytes;
  }

  hasRoom(bytes: number): boolean {
    return this.size + bytes <= this.maxBytes;
  }

  append(records: readonly Uint8Array[]): readonly JournalPosition[] {
    return records.map((record) => {
      this.records.push(record);
      this.size += record.length;
      return { start: this.records.length - 1, length: record.length };
    });
  }

  read({ start }: JournalPosition): Uint8Array {
    return this.records[start] ?? new Uint8Array();
  }

  replace(records: readonly Uint8Array[]): readonly JournalPosition[] {
    this.records = [];
    this.size = 0;
    return this.append(records);
  }

  sync(): Promise<void> {
    return Promise.resolve();
  }
}

type Archived = { readonly requestKey: Hash; readonly text: string };

export interface Archive {
  /** Returns the text of a result; empty for a command that was only stored. */
  find(requestKey: Hash): string | undefined;
  /** Adds results durably; of two with the same key, the last counts. */
  add(results: readonly Archived[]): void;
}

/** For logs whose journal keeps everything. */
export const noArchive: Archive = {
  find: () => undefined,
  add: () => undefined,
};
