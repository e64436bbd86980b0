// Where the command log writes down what happens. A journal that outlives the process is handed in.

export type JournalPosition = { readonly start: number; readonly length: number };

export interface Journal {
  /** Whether it may grow by `bytes`. */
  hasRoom(bytes: number): boolean;
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
  private size = 0;
  private readonly mostBytes: number;

  /** Beyond these bytes no command is taken; results of those that were taken always are. */
  constructor(mostBytes = Infinity) {
    this.mostBytes = mostBytes;
  }

  hasRoom(bytes: number): boolean {
    return this.size + bytes <= this.mostBytes;
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
