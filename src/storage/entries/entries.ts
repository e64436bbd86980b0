// The common form of all stored items: a document under a key, in a numbered space.

/** The spaces for items outside of tables; tables have the numbers from `firstTable` on. */
export const spaces = {
  modules: 1,
  sources: 2,
  keySets: 3,
  namespaces: 4,
  defPacts: 5,
  tables: 6,
  /** Notes of the state's owner, rewound together with the data of the language. */
  notes: 7,
  receipts: 8,
} as const;

export const firstTable = 16;

/** The bytes of a document of `spaces.receipts`. */
export const receiptBytes = 12;

export type EntryKey = { readonly space: number; readonly key: string };

export type Entry = EntryKey & { readonly document: Uint8Array };

export interface EntryReader {
  document(space: number, key: string): Uint8Array | undefined;
  /** Returns the keys, ascending by code point. */
  keys(space: number): string[];
}

/** Stored entries for the database. */
export interface EntrySource extends EntryReader {
  /** The id of the next transaction. */
  readonly nextTransaction: bigint;
}

/** An atomic change of the stored entries. */
export type Change =
  /** A committed transaction, or a single write outside of a transaction, which keeps the number. */
  | {
      readonly kind: 'write';
      readonly entries: readonly Entry[];
      readonly nextTransaction: bigint;
    }
  /** Marks that everything before the next transaction belongs to blocks up to this height. */
  | { readonly kind: 'mark'; readonly height: number }
  /** Reverts this transaction and all later ones, and the marks above the height, if given. */
  | {
      readonly kind: 'rewind';
      readonly transaction: bigint;
      readonly height: number | undefined;
    }
  /** Drops the states before this transaction. */
  | { readonly kind: 'forget'; readonly transaction: bigint };

export interface EntryStore extends EntrySource {
  apply(change: Change): void;
}

/** An engine that keeps documents that transactions replaced. Reading a dropped state throws a `StoreFault`. */
export interface VersionedEntries extends EntryStore {
  /** Returns the document before this transaction. */
  documentBefore(transaction: bigint, space: number, key: string): Uint8Array | undefined;
  /** Returns the keys, ascending by code point. */
  keysBefore(transaction: bigint, space: number): string[];
}

// Faults of stored state. They are not errors of a Pact program: they end the work and say what to do.

export type StoreFaultCode =
  /** Stored bytes cannot be read. */
  | 'damaged'
  /** Not a file of this kind, or a file of another version. */
  | 'foreign'
  | 'in-use'
  /** A state that is no longer kept, or does not exist yet. */
  | 'not-kept'
  /** The past cannot be changed. */
  | 'read-only'
  /** The disk or the memory is full or not writable. */
  | 'unwritable';

export class StoreFault extends Error {
  override readonly name = 'StoreFault';
  readonly code: StoreFaultCode;

  constructor(code: StoreFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

export function isStoreFault(error: unknown): error is StoreFault {
  return error instanceof StoreFault;
}
