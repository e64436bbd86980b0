// Where the ledger writes down what happens. A journal that outlives the process is handed in.

export type JournalPosition = { readonly start: number; readonly length: number };

export interface Journal {
  /** All of them or none; `sync` says when they stay. */
  append(records: readonly Uint8Array[]): readonly JournalPosition[];
  read(position: JournalPosition): Uint8Array;
  /** In the place of all that it holds, these: they stay whatever happens, or it is as before. */
  replace(records: readonly Uint8Array[]): readonly JournalPosition[];
  /** Everything that was appended before stays whatever happens, once this answers. */
  sync(): Promise<void>;
}

/** Ends with the process. */
export class MemoryJournal implements Journal {
  private records: Uint8Array[] = [];

  append(records: readonly Uint8Array[]): readonly JournalPosition[] {
    return records.map((record) => {
      this.records.push(record);
      return { start: this.records.length - 1, length: record.length };
    });
  }

  read({ start }: JournalPosition): Uint8Array {
    return this.records[start] ?? new Uint8Array();
  }

  replace(records: readonly Uint8Array[]): readonly JournalPosition[] {
    this.records = [];
    return this.append(records);
  }

  sync(): Promise<void> {
    return Promise.resolve();
  }
}
